/** The rules of the code that a machine can check, with types. */
import tseslint from "typescript-eslint";

const timeAndChance = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "Time comes from the injected Clock, so that tests can walk days in a line.",
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "Time comes from the injected Clock, so that tests can walk days in a line.",
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: "Chance comes from the injected Ids, so that a decision repeated gives the same.",
  },
  {
    selector: "CallExpression[callee.property.name='randomUUID'], CallExpression[callee.name='randomUUID']",
    message: "Ids come from the injected Ids, so that a decision repeated gives the same.",
  },
];

const shapes = [
  { selector: "ExportDefaultDeclaration", message: "A thing has one name everywhere: export it by name." },
  { selector: "TSEnumDeclaration", message: "A union of literals says the same and is plain JavaScript at run time." },
  { selector: "TSModuleDeclaration[kind!='global']", message: "Files are the modules." },
];

/** What the page's scripts find in a browser. */
const inBrowsers = [
  ...["AbortController", "AbortSignal", "Error", "FormData", "ResizeObserver", "URLSearchParams", "fetch", "uPlot"],
  ...["addEventListener", "clearTimeout", "devicePixelRatio", "document", "getComputedStyle", "location"],
  ...["matchMedia", "performance", "setTimeout", "window"],
];

/** Names and texts from anywhere come to the page: what makes markup of a text is forbidden there. */
const markup = ["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe", "createContextualFragment", "write"];

const defects = [
  {
    object: "URL",
    property: "canParse",
    message: "Node 20 refuses letters such as é once the call is compiled: readUrl of infra/outbound reads them.",
  },
];

export default tseslint.config(
  {
    ignores: [
      "node_modules/",
      "dist/",
      "data/",
      "docs/",
      "clients/typescript/dist/",
      "clients/typescript/src/api.ts",
      "**/*.{js,cjs,mjs}",
      "!infra/composition/audit/audit-page/*.js",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-restricted-syntax": ["error", ...shapes, ...timeAndChance],
      "no-restricted-properties": ["error", ...defects],
      "no-console": "error",
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": ["error", { max: 60, skipComments: true, skipBlankLines: true }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-namespace": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // A number in a template reads as one; objects and undefined stay forbidden.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `() => void` bodies that are one call read best on one line.
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      "@typescript-eslint/no-invalid-void-type": ["error", { allowAsThisParameter: true }],
      // We have no enums of our own; those of foreign libraries are compared with what the wire brings.
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      // Ports are objects of closures: taking one of their functions out of them is harmless and reads well.
      "@typescript-eslint/unbound-method": "off",
      // An adapter implements an asynchronous port also where it has nothing to wait for.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // A type parameter that stands once still names what the caller gets.
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
    },
  },
  // The machine's clock, chance and ids enter here and nowhere else.
  { files: ["infra/**"], rules: { "no-restricted-syntax": ["error", ...shapes] } },
  {
    // The page's scripts ship as they are, without types.
    files: ["infra/composition/audit/audit-page/*.js"],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      parserOptions: { projectService: false },
      globals: Object.fromEntries(inBrowsers.map((name) => [name, "readonly"])),
    },
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      "no-undef": "error",
      "no-eval": "error",
      "no-restricted-properties": [
        "error",
        ...markup.map((property) => ({ property, message: "Text is put in as text." })),
      ],
    },
  },
  // A package of its own takes the clock, chance and ids of whoever uses it.
  { files: ["clients/**"], rules: { "no-restricted-syntax": ["error", ...shapes] } },
  { files: ["infra/cli/**", "bench/**"], rules: { "no-console": "off" } },
  { files: ["bench/**"], rules: { "no-restricted-syntax": ["error", ...shapes] } },
  {
    files: ["test/**"],
    rules: {
      "max-lines-per-function": "off",
      // A test may look at the result of any expression, and awaits what should be refused.
      "@typescript-eslint/no-unused-expressions": "off",
    },
  },
  {
    // A program of its own, which no test reads to the end.
    files: ["test/chaos/**"],
    ignores: ["**/*.spec.ts"],
    rules: { "max-lines-per-function": ["error", { max: 60, skipComments: true, skipBlankLines: true }] },
  },
  {
    // Stand-ins for foreign servers have, like those, a clock and ids of their own.
    files: ["test/support/eventstoredb-peer*", "test/support/hostile-receiver.ts"],
    rules: { "no-restricted-syntax": ["error", ...shapes] },
  },
  {
    // Jest takes a setup and a teardown from the default export alone.
    files: ["test/support/{start,stop}-{postgres,kafka}.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...shapes.filter(({ selector }) => selector !== "ExportDefaultDeclaration"),
        ...timeAndChance,
      ],
      "no-var": "off",
    },
  },
);
