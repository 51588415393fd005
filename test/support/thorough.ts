/** Whether tests that could go on for long do: `THOROUGH=1 npm test`, as `.ci/run` asks. Otherwise they keep to a part. */
export const thorough = process.env["THOROUGH"] === "1";
