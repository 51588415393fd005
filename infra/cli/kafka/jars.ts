/** Apache Kafka's own program files, fetched once from Maven Central by their coordinates. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./programs";

const KAFKA_VERSION = "3.9.1";

const DEPENDENCIES = [
  { groupId: "org.apache.kafka", artifactId: "kafka_2.13", version: KAFKA_VERSION },
  { groupId: "org.slf4j", artifactId: "slf4j-reload4j", version: "1.7.36" },
];

/**
 * The folder of the jars, below `cacheFolder`; Maven is asked only where they are not there yet, and keeps its own copy
 * in ~/.m2. Throws an Error with a sentence for the operator.
 */
export async function kafkaJars(cacheFolder: string): Promise<string> {
  const jars = join(cacheFolder, `kafka-${KAFKA_VERSION}`);
  if (existsSync(jars)) return jars;
  const fetching = `${jars}.${process.pid}`;
  mkdirSync(fetching, { recursive: true });
  try {
    writeFileSync(join(fetching, "pom.xml"), projectOf(DEPENDENCIES));
    await run("mvn", ["-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=jars"], fetching);
    // Whoever else fetched them meanwhile has the same.
    if (!existsSync(jars)) renameSync(join(fetching, "jars"), jars);
  } finally {
    rmSync(fetching, { recursive: true, force: true });
  }
  return jars;
}

function projectOf(dependencies: typeof DEPENDENCIES): string {
  const element = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join("");
  const wanted = dependencies.map((dependency) => `<dependency>${element(dependency)}</dependency>`).join("");
  const own = element({ modelVersion: "4.0.0", groupId: "local", artifactId: "kafka", version: "1" });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">${own}<dependencies>${wanted}</dependencies></project>\n`;
}
