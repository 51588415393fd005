/** Ends a test run with one line that a program can read: `12 passed, 0 failed`, and `, 1 skipped` where there are any. */
class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    // A file that does not even load has no failed test in it, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed`;
    // jest puts its own summary behind every reporter: at the exit nothing comes after.
    process.once("exit", () => process.stdout.write(`${skipped === 0 ? line : `${line}, ${skipped} skipped`}\n`));
  }
}

module.exports = ClosingLineReporter;
