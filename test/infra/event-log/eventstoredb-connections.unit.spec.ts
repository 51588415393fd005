/** Connection strings are read strictly, and nothing of what is secret in them is ever repeated. */
import {
  faultInConnectionString,
  readConnectionString,
  UnreadableConnectionString,
} from "../../../infra/event-log/eventstoredb/connection-string";

test("all that a connection string can say is read, names of options in any case", () => {
  const text =
    "kurrentdb+discover://ser%40vice:p%3Aass%2Fw@a.example:2113,b.example,[::1]:2115?TLS=true&tls-ca-file=%2Fca.crt&KeepAliveInterval=20000&tlsVerifyCert=false&gossipTimeout=3&connectionName=x";
  expect(readConnectionString(text)).toEqual({
    hosts: [
      { address: "a.example", port: 2113 },
      { address: "b.example", port: 2113 },
      { address: "[::1]", port: 2115 },
    ],
    discover: true,
    credentials: { username: "ser@vice", password: "p:ass/w" },
    tls: true,
    tlsVerifyCert: false,
    files: { tlsCAFile: "/ca.crt" },
    connectionName: "x",
    numbers: { keepAliveInterval: 20_000, gossipTimeout: 3 },
  });
});

test("TLS is on, and certificates are checked, unless it is said otherwise", () => {
  expect(readConnectionString("esdb://localhost")).toMatchObject({ tls: true, tlsVerifyCert: true, discover: false });
});

test.each([
  "esdb://admin:s3cret@pass@host:2113",
  "esdb://admin:s3cret:more@host:2113",
  "esdb://admin:s3cret%zz@host:2113",
  "esdb://admin:s3cret@host:99999",
  "esdb://admin:s3cret@?tls=true",
  "esdb://admin:s3cret@host?tls=maybe",
  "esdb://admin:s3cret@host?tsl=false",
  "esdb://admin:s3cret@host?nodePreference=follower",
  "esdb://admin:s3cret@host?keepAliveInterval=soon",
  "esdb://admin:s3cret@host?userCertFile=/a.crt",
  "https://admin:s3cret@host",
])("%s is refused whole, and the refusal repeats no secret", (text) => {
  const reading = () => readConnectionString(text);
  expect(reading).toThrow(UnreadableConnectionString);
  expect(reading).not.toThrow(/s3cret|admin/);
});

test.each([
  ["esdb://admin:s3cret@host?tsl=false", /^Its option tsl is unknown; known are tls, /],
  ["esdb://admin:s3?cret@host", /^One of its options is unknown; /],
  ["esdb://admin:s3?cret@host?tls=false", /^It has more than one \?: /],
  ["esdb://host?tls", /^Its option tls must have one value\.$/],
  ["esdb://host:99999", /^One of its hosts is no host:port\.$/],
])("what is wrong is named, and nothing that may be secret: %s", (text, fault) => {
  expect(faultInConnectionString(text)).toMatch(fault);
  expect(faultInConnectionString(text)).not.toMatch(/s3|cret@|admin/);
});
