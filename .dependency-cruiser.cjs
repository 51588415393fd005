/** What each room may import, one sentence of reason each; a test runs these rules over the whole tree. */

/** A room may import only what `allowed` matches; packages and Node's own modules besides, unless it is `pure`. */
function room(name, from, allowed, comment, { pure = false } = {}) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: from.path, ...(from.pathNot === undefined ? {} : { pathNot: from.pathNot }) },
    to: pure ? { pathNot: allowed } : { pathNot: `${allowed}|^node_modules/`, dependencyTypesNot: ["core"] },
  };
}

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Files that need each other are one thing in two places and cannot be understood alone.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "nothing-unresolved",
      comment: "An import that leads nowhere fails only when its line is reached.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "only-declared-packages",
      comment: "A package that is not in package.json disappears with the one that happened to bring it.",
      severity: "error",
      from: { path: "^(domain|commands|projections|read-api|processors|infra|clients/typescript/src)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"], pathNot: "^node_modules/@types/" },
    },
    room(
      "domain-knows-itself-alone",
      { path: "^domain/" },
      "^domain/|node_modules/(zod|@types)/|^(node:)?crypto$",
      "Decisions stay pure and quick to test as long as they know no HTTP, SQL, clock or network.",
      { pure: true },
    ),
    {
      name: "grammar-names-no-feature",
      comment: "The grammar of folds serves every feature, so it may not know any of them.",
      severity: "error",
      from: { path: "^domain/fold/" },
      to: { path: "^domain/", pathNot: "^domain/fold/" },
    },
    {
      name: "geometry-names-no-feature",
      comment: "Distances are the same for every feature, so whoever measures takes in nothing else with them.",
      severity: "error",
      from: { path: "^domain/geometry\\.ts$" },
      to: { path: "." },
    },
    room(
      "commands-decide-through-the-domain",
      { path: "^commands/" },
      "^(commands|domain|infra/http)/|^infra/(command-runner|ids|time|sealing|identity|outbound|places-provider|collection-queue|generation)/|^projections/|^read-api/([^/]+/[^/]*-view\\.ts$|receipt\\.ts$|grounding/)",
      "A write endpoint translates a request into a decision; it answers in the shapes that reads show, grounds what is generated in facts that they gather, and reaches everything else through its context.",
    ),
    room(
      "projections-fold-events",
      { path: "^projections/" },
      "^(projections|domain)/|^infra/projector/",
      "A read table is a fold over events and nothing else, so that rebuilding it needs only the log.",
    ),
    room(
      "reading-never-decides",
      { path: "^read-api/" },
      "^(read-api|projections|domain|infra/http)/|^infra/(postgres|time|event-log)/",
      "A read endpoint shows tables; it causes nothing and decides nothing.",
    ),
    {
      name: "reading-knows-no-commands",
      comment: "A decision behind a GET would change what it shows.",
      severity: "error",
      from: { path: "^read-api/" },
      to: { path: "^(commands|processors)/" },
    },
    room(
      "processors-cause-effects-through-ports",
      { path: "^processors/" },
      "^(processors|domain)/|^infra/",
      "A process manager is a fold whose effects leave by a port, so that replaying it sends nothing.",
    ),
    {
      name: "processors-see-no-composition",
      comment: "The composition root builds processors and not the other way round.",
      severity: "error",
      from: { path: "^(processors|commands|projections|read-api|domain)/" },
      to: { path: "^infra/(composition|cli/)" },
    },
    room(
      "infra-knows-no-feature",
      { path: "^infra/", pathNot: "^infra/(composition|cli/|places-provider/)" },
      "^infra/|^domain/fold/",
      "Engines that know no feature serve all of them; the composition root alone sees every room.",
    ),
    room(
      "providers-know-the-globe-and-no-feature",
      { path: "^infra/places-provider/" },
      "^infra/|^domain/(fold/|geometry\\.ts$)",
      "What a provider finds around a point is what we find there, so both measure by one pure file.",
    ),
    {
      name: "engines-do-not-reach-up",
      comment: "The composition root and the command line stand above the engines.",
      severity: "error",
      from: { path: "^infra/", pathNot: "^infra/(composition|cli/)" },
      to: { path: "^infra/(composition|cli/)" },
    },
    {
      name: "engines-know-no-http",
      comment: "What stores, folds and delivers serves whoever asks, by whatever way the question came in.",
      severity: "error",
      from: { path: "^infra/", pathNot: "^infra/(http|composition|cli|collection-queue|sms-provider)(/|\\.)" },
      to: { path: "^infra/http/" },
    },
    room(
      "clients-know-the-api-alone",
      { path: "^clients/" },
      "^clients/",
      "What is given to others may need nothing of the service but what it answers.",
    ),
    {
      name: "the-demo-alone-is-a-client",
      comment: "The service does not call itself; its demo does, as anybody would.",
      severity: "error",
      from: { path: "^(domain|commands|projections|read-api|processors|infra)/", pathNot: "^infra/cli/demo/" },
      to: { path: "^clients/" },
    },
    {
      name: "nothing-ships-with-tests",
      comment: "What runs in production may not depend on what is left out of it.",
      severity: "error",
      from: { path: "^(domain|commands|projections|read-api|processors|infra|clients)/" },
      to: { path: "^(test|bench)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // The peers of the bench have packages of their own, installed when they are first measured.
    exclude: { path: "^((clients/typescript/)?dist|data|coverage|bench/peers)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "default", "types"] },
  },
};
