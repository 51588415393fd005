/** How a program of this folder is called where it runs: by its npm script from the sources, by its file where only the build is, as in the container. */
export const isBuilt = !__filename.endsWith(".ts");

export const calledAs = (program: string): string =>
  isBuilt ? `node dist/infra/cli/${program}.js` : `npm run ${program} --`;
