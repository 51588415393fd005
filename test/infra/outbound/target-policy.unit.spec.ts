import { createTargetPolicy, judgeUrl, mayDial } from "../../../infra/outbound/target-policy";
import { deniedHosts } from "./denied-spellings";

const policy = createTargetPolicy({ ownNames: ["api.service.test"], ownAddresses: ["93.184.216.99", "2606:4700::99"] });
const development = createTargetPolicy({
  allowedTargets: ["localhost:4000", "127.0.0.1:4001", "[::1]:4002", "receiver.test:80"],
});

const refusalOf = (raw: string, by = policy): string => {
  const verdict = judgeUrl(raw, by);
  return verdict.ok ? "accepted" : verdict.refused;
};

describe("the target policy", () => {
  test.each([
    "https://example.com/hook",
    "https://example.com:443/",
    "https://EXAMPLE.com/a?b=c#d",
    "https://münchen.example/hook",
    "https://1.1.1.1/",
    "https://[2606:4700:4700::1111]/",
    "https://notlocalhost.com/",
    "https://internal.example.com/",
    "https://service.test/",
    "https://otherapi.service.test/",
  ])("accepts %s", (raw) => {
    expect(refusalOf(raw)).toBe("accepted");
  });

  test.each(deniedHosts)("refuses the host %s", (host) => {
    expect(refusalOf(`https://${host}/hook`)).toMatch(/^(target_not_public|url_invalid)$/);
  });

  test.each([
    ["http://example.com/", "url_not_https"],
    ["ftp://example.com/", "url_invalid"],
    ["file:///etc/passwd", "url_invalid"],
    ["gopher://example.com/", "url_invalid"],
    ["//example.com/", "url_invalid"],
    ["https:example.com", "url_invalid"],
    ["https:///example.com", "url_invalid"],
    ["https:\\\\example.com", "url_invalid"],
    ["https://example.com\\@127.0.0.1/", "url_invalid"],
    ["https://exam\tple.com/", "url_invalid"],
    ["https://example.com/\r\nHost:x", "url_invalid"],
    [" https://example.com/", "url_invalid"],
    ["https://example.com/\u202etxt", "url_invalid"],
    ["https://", "url_invalid"],
    ["", "url_invalid"],
    [`https://example.com/${"a".repeat(2_048)}`, "url_invalid"],
    ["https://user@example.com/", "url_has_credentials"],
    ["https://user:secret@example.com/", "url_has_credentials"],
    ["https://example.com%40127.0.0.1/", "url_invalid"],
    ["https://example.com@127.0.0.1/", "url_has_credentials"],
    ["https://example.com:80/", "url_port_not_allowed"],
    ["https://example.com:8443/", "url_port_not_allowed"],
    ["https://example.com:0/", "url_port_not_allowed"],
    ["https://example.com:22/", "url_port_not_allowed"],
    ["https://93.184.216.99/", "target_not_public"],
    ["https://[2606:4700:0:0::99]/", "target_not_public"],
  ])("refuses %j as %s", (raw, refused) => {
    expect(refusalOf(raw)).toBe(refused);
  });

  it("accepts another port once it is configured", () => {
    const wider = createTargetPolicy({ allowedPorts: [443, 8443] });
    expect(refusalOf("https://example.com:8443/", wider)).toBe("accepted");
  });

  it("says the same of every host that is not public", () => {
    const verdicts = deniedHosts.map((host) => judgeUrl(`https://${host}/`, policy));
    const messages = verdicts.map((verdict) => (verdict.ok ? "accepted" : verdict.message));
    expect(new Set(messages)).toEqual(
      new Set(["The host does not resolve to a public address.", "The URL cannot be read."]),
    );
  });

  test.each([
    "http://localhost:4000/x",
    "https://LOCALHOST:4000/",
    "http://127.1:4001/",
    "http://[0::1]:4002/",
    "http://receiver.test/",
  ])("accepts %s because it is an allowed target", (raw) => {
    expect(refusalOf(raw, development)).toBe("accepted");
  });

  test.each([
    "http://localhost:4001/",
    "https://localhost/",
    "http://127.0.0.1:4000/",
    "http://a@localhost:4000/",
    "https://receiver.test:81/",
  ])("still refuses %s beside the allowed targets", (raw) => {
    expect(refusalOf(raw, development)).not.toBe("accepted");
  });

  test.each(["localhost", "http://localhost:1", "localhost:", ":80", "localhost:99999", "a@b:80", "a/b:80", ""])(
    "stops at the allowed target %j, which cannot be meant",
    (entry) => {
      expect(() => createTargetPolicy({ allowedTargets: [entry] })).toThrow("An allowed target is written host:port");
    },
  );

  it("stops at an own address that is none", () => {
    expect(() => createTargetPolicy({ ownAddresses: ["example.com"] })).toThrow("An own address is an IP address");
  });

  it("lets an allowed target live at loopback and nowhere else inside", () => {
    const target = { loopbackAllowed: true, privateAllowed: false };
    expect(["127.0.0.1", "::1", "1.1.1.1"].map((ip) => mayDial(ip, target, policy))).toEqual([true, true, true]);
    expect(["10.0.0.1", "169.254.169.254", "::", "fe80::1"].map((ip) => mayDial(ip, target, policy))).not.toContain(
      true,
    );
  });

  it("lets a private target live in a private network as well, and nowhere that is another machine's own", () => {
    const inside = createTargetPolicy({ privateTargets: ["models.internal:8000", "10.1.2.3:443"] });
    for (const raw of ["http://models.internal:8000/v1", "https://models.internal:8000/v1", "https://10.1.2.3/v1"])
      expect(judgeUrl(raw, inside)).toMatchObject({ ok: true, loopbackAllowed: true, privateAllowed: true });
    for (const raw of ["http://models.internal:8001/", "http://other.internal:8000/", "https://10.1.2.4/"])
      expect(refusalOf(raw, inside)).not.toBe("accepted");
    const target = { loopbackAllowed: true, privateAllowed: true };
    const reached = ["10.1.2.3", "172.31.0.1", "192.168.1.9", "fd00::7", "::ffff:10.1.2.3", "127.0.0.1", "1.1.1.1"];
    expect(reached.filter((ip) => !mayDial(ip, target, inside))).toEqual([]);
    const never = ["169.254.169.254", "168.63.129.16", "fe80::1", "0.0.0.0", "::", "224.0.0.1", "100.64.0.1"];
    expect(never.filter((ip) => mayDial(ip, target, inside))).toEqual([]);
  });

  it("never dials an own public address, in any spelling", () => {
    const target = { loopbackAllowed: false, privateAllowed: false };
    const own = [
      "93.184.216.99",
      "::ffff:93.184.216.99",
      "::ffff:5db8:d863",
      "2606:4700::99",
      "2606:4700:0:0:0:0:0:0099",
    ];
    expect(own.map((ip) => mayDial(ip, target, policy))).not.toContain(true);
  });
});

test.each([
  ["http://example.com/", "accepted"],
  ["https://example.com/", "accepted"],
  ["http://example.com:8080/", "url_port_not_allowed"],
  ["http://example.com:443/", "url_port_not_allowed"],
  ["http://10.0.0.1/", "target_not_public"],
  ["http://localhost/", "target_not_public"],
  ["ftp://example.com/", "url_invalid"],
])("what is only read may be %s: %s", (raw, expected) => {
  const verdict = judgeUrl(raw, policy, { plainHttp: true });
  expect(verdict.ok ? "accepted" : verdict.refused).toBe(expected);
});
