/** What a keyword is about, in four words (interface specification, Market records): how one is served, what one buys, or neither. */

export const keywordCategories = ["service", "product", "market-gap", "general"] as const;
export type KeywordCategory = (typeof keywordCategories)[number];

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** How one is treated, how long it takes and what it costs. Lemmas. */
const SERVICE = words(`
  advice appointment assistance attention attitude availability barista bartender bill booking care cashier charge chef cleaner
  cleaning cleanliness communication complaint consultation cook cost courtesy customer delay delivery dentist deposit discount
  doctor driver employee fee friendliness guide hairdresser help helper honesty hospitality host hostess housekeeping hygienist
  instructor installation invoice manager management manner mechanic nurse order owner payment personnel politeness price
  pricing professionalism queue quote receipt reception receptionist refund repair reply reservation response salesperson
  schedule server service smile speed staff stylist support technician therapist tip trainer treatment value visit wait waiter
  waiting waitress warranty welcome worker`);

/** What one eats, buys, uses or stays in. Lemmas. */
const PRODUCT = words(`
  accessory appetizer bacon bagel balcony bar bathroom beach bed bedding beef beer bike book boot bottle bread breakfast brunch
  buffet bun burger cake candle car cheese chicken chocolate clothes clothing cloth cocktail coffee color colour cookie cream
  croissant crown cuisine cup curry cut decor dessert dinner dish dough dress drink egg equipment espresso filling fish flavor
  flavour flower food fruit furniture garden gift glass gym haircut hair ice ingredient jacket jewelry juice kitchen lamb latte
  lobby lunch machine manicure massage mattress meal meat menu milk mushroom nail noodle pasta pastry patio pedicure phone pie
  pillow pizza plate pool pork portion potato product ramen range rice room sandwich salad salmon sauce sauna sausage seafood
  selection shampoo shoe shower shrimp shrink side smoothie snack soap soup spa spice starter steak suite sushi sweet taco tart
  taste tea terrace tire toast towel toy tyre vegetable waffle wardrobe watch water wheel wifi wine wrap yoga`);

/** A gap is what it is whatever it is about. `keyword` as {@link keywordsOf} gives it. */
export function categoryOf(keyword: string, isGap: boolean): KeywordCategory {
  if (isGap) return "market-gap";
  if (SERVICE.has(keyword)) return "service";
  return PRODUCT.has(keyword) ? "product" : "general";
}
