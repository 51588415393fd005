/** A broker for development never starts in the folder of one that runs, and says why it did not start. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startKafkaBroker } from "../../../infra/cli/kafka/broker";
import { causeIn } from "../../../infra/cli/kafka/cause";
import { claimDataFolder } from "../../../infra/postgres/embedded/claim";

test("a folder that a running process has is refused and left as it is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lbi-broker-"));
  const settings = join(folder, "server.properties");
  writeFileSync(settings, "of the one that runs\n");
  const release = claimDataFolder(folder, "KAFKA_DIR", join(folder, "broker.lock"));
  try {
    const second = startKafkaBroker({ folder, cacheFolder: join(folder, "none"), port: 1 });
    await expect(second).rejects.toThrow(
      `The data folder ${folder} is in use by the running process ${process.pid}; stop that one first, or choose another KAFKA_DIR.`,
    );
    expect(readFileSync(settings, "utf8")).toBe("of the one that runs\n");
  } finally {
    release();
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [
    "2026-11-22 09:00:00,001 WARN slow (kafka.Log)\n2026-11-22 09:00:00,002 ERROR Exiting Kafka (kafka.Kafka$)\n" +
      "java.net.BindException: Address in use\n\tat kafka.Kafka$.main(Kafka.scala:1)\n",
    "ERROR Exiting Kafka (kafka.Kafka$): java.net.BindException: Address in use",
  ],
  [
    'Exception in thread "main" kafka.common.Odd: no room\n\tat a.b(c)\n',
    'Exception in thread "main" kafka.common.Odd: no room',
  ],
  ["[INFO] one\n[ERROR] No such artifact\n[ERROR] Help 1\n", "[ERROR] No such artifact: [ERROR] Help 1"],
  ["begun\nkilled\n", "killed"],
  ["", "it said nothing."],
])("what a program said comes down to its cause: %j", (said, cause) => {
  expect(causeIn(said)).toBe(cause);
});
