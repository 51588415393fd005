/** `get-competitor` as `getCompetitor`: the operation's id and the export's name. */
export const camelCase = (id: string): string => id.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
