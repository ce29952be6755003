import { expect, test } from "vitest";
import { cpuMsOf } from "../../../test/support/cpu-time.ts";
import type { LoggedRequest } from "../logged-request.ts";
import { detectFormat, findFormat } from "./detect-format.ts";
import { logFormats } from "./index.ts";
import { customPattern } from "./pattern.ts";

type Expected = Partial<LoggedRequest>;

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36";
const at = (iso: string) => Date.parse(iso);

/** Example lines from the documentation of each program, with an example host, and the expected events. */
const cases: Readonly<Record<string, readonly [lines: string, expected: Expected]>> = {
  common: [
    '192.0.2.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326',
    {
      atMs: at("2000-10-10T20:55:36Z"),
      ip: "192.0.2.1",
      target: "/apache_pb.gif",
      status: 200,
      userAgent: "",
    },
  ],
  common_vhost: [
    'docs.example.com 2001:db8::1 - - [21/Nov/2026:09:00:00 +0530] "HEAD /a?b HTTP/2.0" 304 -',
    {
      atMs: at("2026-11-21T03:30:00Z"),
      ip: "2001:db8::1",
      method: "HEAD",
      target: "http://docs.example.com/a?b",
      status: 304,
    },
  ],
  combined: [
    `192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 5 "https://www.google.com/" "${chrome}"`,
    {
      ip: "192.0.2.1",
      target: "/a",
      referrer: "https://www.google.com/",
      userAgent: chrome,
      forwardedFor: "",
    },
  ],
  combined_vhost: [
    `docs.example.com:443 192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "${chrome}"`,
    { ip: "192.0.2.1", target: "http://docs.example.com:443/a", referrer: "", userAgent: chrome },
  ],
  combined_forwarded: [
    `10.0.0.1 - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "${chrome}" "192.0.2.1, 10.0.0.9"`,
    { ip: "10.0.0.1", forwardedFor: "192.0.2.1, 10.0.0.9", userAgent: chrome },
  ],
  traefik: [
    `192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/2.0" 200 5 "-" "${chrome}" 17 "docs@docker" "http://172.18.0.5:80" 3ms`,
    { ip: "192.0.2.1", target: "/a", userAgent: chrome },
  ],
  traefik_json: [
    JSON.stringify({
      ClientAddr: "192.0.2.1:50104",
      ClientHost: "192.0.2.1",
      DownstreamStatus: 200,
      Duration: 2_000_000,
      RequestHost: "docs.example.com",
      RequestMethod: "GET",
      RequestPath: "/a?b=c",
      StartUTC: "2026-11-21T09:00:00.123456789Z",
      "request_User-Agent": chrome,
      time: "2026-11-21T09:00:00Z",
    }),
    {
      atMs: at("2026-11-21T09:00:00.123Z"),
      ip: "192.0.2.1",
      target: "http://docs.example.com/a?b=c",
      userAgent: chrome,
    },
  ],
  alb: [
    `https 2026-11-21T09:00:00.186641Z app/docs/50dc6c495c0c9188 192.0.2.1:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://docs.example.com:443/a HTTP/1.1" "${chrome}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:x "Root=1-58337281" "docs.example.com" "-" 1 2026-11-21T09:00:00.1Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
    {
      atMs: at("2026-11-21T09:00:00.186Z"),
      ip: "192.0.2.1",
      target: "https://docs.example.com:443/a",
      userAgent: chrome,
    },
  ],
  elb: [
    `2026-11-21T09:00:00.186641Z docs-lb 192.0.2.1:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET https://docs.example.com:443/a HTTP/1.1" "${chrome}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2`,
    {
      atMs: at("2026-11-21T09:00:00.186Z"),
      ip: "192.0.2.1",
      target: "https://docs.example.com:443/a",
      userAgent: chrome,
    },
  ],
  s3: [
    `79a59df900b949e5 docs-bucket [21/Nov/2026:09:00:00 +0000] 192.0.2.1 - 3E57427F3EXAMPLE WEBSITE.GET.OBJECT a/index.html "GET /a/ HTTP/1.1" 200 - 512 512 7 6 "https://www.google.com/" "${chrome}" - s9lzHYrFp76ZVxRcpX9+5cjAnEH2ROuNkd2BHfIa6UkFVdtjf5mKR3/eTPFvsiP/XV/VLi31234= - - - docs.example.com - - -`,
    {
      atMs: at("2026-11-21T09:00:00Z"),
      ip: "192.0.2.1",
      target: "http://docs.example.com/a/",
      referrer: "https://www.google.com/",
      userAgent: chrome,
    },
  ],
  cloudfront: [
    [
      "#Version: 1.0",
      "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for",
      `2026-11-21\t09:00:00\tLAX1\t2390282\t2001:db8::1\tGET\td111111abcdef8.cloudfront.net\t/a/b\t200\thttps://www.google.com/\t${encodeURIComponent(encodeURIComponent(chrome))}\t-\t-\tHit\tid\tdocs.example.com\thttps\t23\t0.001\t-`,
    ].join("\n"),
    {
      atMs: at("2026-11-21T09:00:00Z"),
      ip: "2001:db8::1",
      target: "http://docs.example.com/a/b",
      userAgent: chrome,
    },
  ],
  cloudfront_json: [
    JSON.stringify({
      date: "2026-11-21",
      time: "09:00:00",
      "x-edge-location": "SOF50-P2",
      "timestamp(ms)": "1795251600123",
      "c-ip": "192.0.2.1",
      "cs-method": "GET",
      "cs(Host)": "d111111abcdef8.cloudfront.net",
      "cs-uri-stem": "/a/b",
      "sc-status": "200",
      "cs(Referer)": "https://www.google.com/",
      "cs(User-Agent)": encodeURIComponent(chrome),
      "cs-uri-query": "-",
      "x-host-header": "docs.example.com",
    }),
    {
      atMs: at("2026-11-21T09:00:00Z"),
      ip: "192.0.2.1",
      target: "http://docs.example.com/a/b",
      referrer: "https://www.google.com/",
      userAgent: chrome,
    },
  ],
  iis: [
    [
      "#Software: Microsoft Internet Information Services 10.0",
      "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken",
      `2026-11-21 09:00:00 10.0.0.1 GET /a - 443 - 192.0.2.1 ${chrome.replaceAll(" ", "+")} https://docs.example.com/ 200 0 0 15`,
    ].join("\r\n"),
    {
      atMs: at("2026-11-21T09:00:00Z"),
      ip: "192.0.2.1",
      target: "/a",
      userAgent: chrome,
      referrer: "https://docs.example.com/",
    },
  ],
  caddy: [
    [
      '{"level":"info","ts":1795251599.5,"logger":"tls","msg":"finished cleaning storage units"}',
      JSON.stringify({
        level: "info",
        ts: 1795251600.25,
        logger: "http.log.access",
        msg: "handled request",
        request: {
          remote_ip: "192.0.2.1",
          client_ip: "192.0.2.1",
          proto: "HTTP/2.0",
          method: "GET",
          host: "docs.example.com",
          uri: "/a",
          headers: { "User-Agent": [chrome], Accept: ["text/html", "*/*"] },
        },
        status: 200,
      }),
    ].join("\n"),
    {
      atMs: at("2026-11-21T09:00:00.250Z"),
      target: "http://docs.example.com/a",
      userAgent: chrome,
      headers: { "user-agent": chrome, accept: "text/html, */*" },
    },
  ],
  cloudflare: [
    JSON.stringify({
      ClientIP: "192.0.2.1",
      ClientRequestHost: "docs.example.com",
      ClientRequestMethod: "GET",
      ClientRequestURI: "/a?b",
      ClientRequestUserAgent: chrome,
      EdgeResponseStatus: 200,
      EdgeStartTimestamp: 1_795_251_600_123_456_789n.toString(),
      RayID: "3a6050bcbe121a87",
    }).replace(/"(\d{19})"/u, "$1"),
    {
      atMs: at("2026-11-21T09:00:00.123Z"),
      ip: "192.0.2.1",
      target: "http://docs.example.com/a?b",
      id: "3a6050bcbe121a87",
    },
  ],
  vercel: [
    [
      '{"id":"1","deploymentId":"dpl_1","source":"build","host":"docs.example.com","timestamp":1795251600000,"projectId":"p","level":"info","message":"Building"}',
      JSON.stringify({
        id: "1573817187330377061717300000",
        deploymentId: "dpl_1",
        source: "static",
        host: "x.vercel.app",
        timestamp: 1_795_251_600_999,
        projectId: "p",
        level: "info",
        requestId: "643af4e3",
        statusCode: 200,
        proxy: {
          timestamp: 1_795_251_600_123,
          method: "GET",
          host: "docs.example.com",
          path: "/a?b=c",
          userAgent: [chrome],
          referer: "https://www.google.com/",
          clientIp: "192.0.2.1",
          region: "sfo1",
          statusCode: 200,
        },
      }),
    ].join("\n"),
    {
      atMs: 1_795_251_600_123,
      ip: "192.0.2.1",
      target: "http://docs.example.com/a?b=c",
      userAgent: chrome,
      id: "643af4e3",
    },
  ],
  netlify: [
    [
      JSON.stringify({
        log_type: "traffic",
        timestamp: "2026-11-21T09:00:00.123Z",
        url: "https://docs.example.com/a",
        method: "GET",
        status_code: 200,
        client_ip: "192.0.2.1",
        user_agent: chrome,
        referrer: "",
        request_id: "01HX",
      }),
      '{"log_type":"functions","level":"INFO","message":"hello"}',
    ].join("\n"),
    {
      atMs: at("2026-11-21T09:00:00.123Z"),
      ip: "192.0.2.1",
      target: "https://docs.example.com/a",
      id: "01HX",
    },
  ],
  fastly: [
    JSON.stringify({
      timestamp: "2026-11-21T09:00:00+0000",
      client_ip: "192.0.2.1",
      host: "docs.example.com",
      url: "/a?b",
      request_method: "GET",
      request_protocol: "HTTP/2",
      request_referer: "",
      request_user_agent: chrome,
      response_status: 200,
    }),
    {
      atMs: at("2026-11-21T09:00:00Z"),
      ip: "192.0.2.1",
      target: "http://docs.example.com/a?b",
      userAgent: chrome,
    },
  ],
  nginx_json: [
    '{"time_iso8601":"2026-11-21T10:00:00+01:00","remote_addr":"192.0.2.1","request":"GET /a HTTP/1.1","status":"200","http_referer":"","http_user_agent":"curl/8","http_x_forwarded_for":"198.51.100.1"}',
    {
      atMs: at("2026-11-21T09:00:00Z"),
      ip: "192.0.2.1",
      target: "/a",
      method: "GET",
      forwardedFor: "198.51.100.1",
    },
  ],
};

test("every format has a test case", () => {
  expect(Object.keys(cases).sort()).toEqual(logFormats.map(({ name }) => name).sort());
});

test.each(Object.entries(cases))(
  "%s is detected, and can also be selected by name",
  (name, [text, expected]) => {
    const lines = text.split(/\r?\n/u);
    expect(detectFormat(lines).name).toBe(name);
    const read = findFormat(name).open(new Set(["user-agent", "accept"]));
    const events = lines.map((line) => read(line)).filter((event) => event !== "comment");
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject(expected);
  },
);

test.each([
  [
    "vercel",
    '{"id":"1","deploymentId":"dpl_1","source":"build","timestamp":1795251600000,"message":"Building"}',
  ],
  ["netlify", '{"log_type":"functions","level":"INFO","message":"hello"}'],
  ["cloudflare", '{"content":"tests"}'],
  ["cloudflare", '{"content":"test","filename":"test.txt"}'],
  ["iis", "#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-uri-stem"],
  ["cloudfront", "#Version: 1.0\n#Fields: date time x-edge-location cs-uri-stem"],
])("%s is detected even if its lines record no request: %s", (name, text) => {
  expect(detectFormat(text.split("\n")).name).toBe(name);
});

test("lines that only look like a log's comments are not detected as a log", () => {
  expect(() => detectFormat(["# A page", "#!/bin/sh", "## Of text"])).toThrow("not be detected");
});

const read = (pattern: string, line: string) => customPattern(pattern).open()(line);

test.each([
  [
    '$remote_addr [$time_local] "$request" $status',
    '192.0.2.1 [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 404',
  ],
  ["#{msec}|#{status}|#{remote_addr}|#{request_uri}".replaceAll("#", "$"), "1795251600.000|404|192.0.2.1|/a"],
  ['%h %l %u %t "%r" %>s %b', '192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 404 12'],
  ['%{c}a %t %m "%U" %s', '192.0.2.1 [21/Nov/2026:09:00:00 +0000] GET "/a" 404'],
  ["%{begin:%Y-%m-%dT%T%z}t %a %m %U %s", "2026-11-21T09:00:00+0000 192.0.2.1 GET /a 404"],
  ["%{usec}t %a %U %s", "1795251600000000 192.0.2.1 /a 404"],
  ["[%{%d/%b/%Y:%T %z}t] %a %U %s", "[21/Nov/2026:10:00:00 +0100] 192.0.2.1 /a 404"],
  ['%{X-Forwarded-For}i %t "%r" %s', '192.0.2.1 [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 404'],
])("a custom pattern: %s", (pattern, line) => {
  expect(read(pattern, line)).toMatchObject({
    ip: "192.0.2.1",
    target: "/a",
    status: 404,
    atMs: at("2026-11-21T09:00:00Z"),
  });
});

test("a CloudFront log can separate its fields with spaces", () => {
  const cloudfront = findFormat("cloudfront").open();
  const fields = "date time x-edge-location c-ip cs-method cs-uri-stem sc-status cs(User-Agent)";
  expect(cloudfront(`#Fields: ${fields}`)).toBe("comment");
  expect(cloudfront("2026-11-21 09:00:00 LAX1 192.0.2.1 GET /a 200 Mozilla/5.0%20(X11)")).toMatchObject({
    target: "/a",
    userAgent: "Mozilla/5.0 (X11)",
  });
});

test.each([
  chrome,
  "Mozilla/5.0 (compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)",
  "Bot/1.0 (+https://example.com/bot)",
  "Mozilla/5.0 (X11) AppleWebKit/601.2+ (KHTML, like Gecko)",
])("a user agent is unchanged in an IIS log: %s", (userAgent) => {
  const iis = findFormat("iis").open();
  iis("#Fields: date time c-ip cs-method cs-uri-stem cs(User-Agent) sc-status");
  const line = `2026-11-21 09:00:00 192.0.2.1 GET /a ${userAgent.replaceAll(" ", "+")} 200`;
  expect(iis(line)).toMatchObject({ userAgent });
});

test.each([
  ["$container | ", "docs-web-1  | "],
  ["$month $day $clock $server $program ", "Nov 21 09:00:00 web1 nginx: "],
  ["$time $stream $tag ", "2026-11-21T09:00:00.123456789Z stdout F "],
])("lines with a prefix from another program need a pattern: %s", (prefix, written) => {
  const line = `${written}192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "${chrome}"`;
  expect(() => detectFormat([line])).toThrow("could not be detected");
  const fields = '[$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"';
  expect(read(`${prefix}$remote_addr - $remote_user ${fields}`, line)).toMatchObject({
    ...{ ip: "192.0.2.1", target: "/a", userAgent: chrome },
  });
});

test("behind a proxy that connects through a socket, the last forwarded address is the client's", () => {
  const line = 'unix: - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "x"';
  expect(() => detectFormat([line])).toThrow("could not be detected");
  const forwarded = `${line} "198.51.100.1, 192.0.2.1"`;
  const event = { ip: "192.0.2.1", forwardedFor: "198.51.100.1" };
  expect(detectFormat([forwarded]).open()(forwarded)).toMatchObject(event);
});

test("a Cloudflare job can leave out a request's start time and query", () => {
  const line = JSON.stringify({
    ...{ ClientIP: "192.0.2.1", ClientRequestPath: "/a", EdgeResponseStatus: 200 },
    EdgeEndTimestamp: "2026-11-21T09:00:00Z",
  });
  const event = { ip: "192.0.2.1", target: "/a", atMs: at("2026-11-21T09:00:00Z") };
  expect(detectFormat([line]).open()(line)).toMatchObject(event);
});

test("Apache's query is part of the target", () => {
  const line = '192.0.2.1 [21/Nov/2026:09:00:00 +0000] "GET /a?b=c HTTP/1.1" 200';
  expect(read('%h %t "%m %U%q %H" %>s', line)).toMatchObject({ method: "GET", target: "/a?b=c" });
});

test("behind a load balancer, the last forwarded address is the client's", () => {
  const line = '"198.51.100.1, 192.0.2.1" [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200';
  expect(read('"$http_x_forwarded_for" [$time_local] "$request" $status', line)).toMatchObject({
    ip: "192.0.2.1",
    forwardedFor: "198.51.100.1",
  });
});

test.each([
  ['%a %t "%r" %>s "%{CF-Connecting-IP}i"', '192.0.2.1"'],
  ['$remote_addr [$time_local] "$request" $status "$http_true_client_ip"', '192.0.2.1"'],
  // If a pattern has several headers with the visitor's address, the first one is used.
  [
    '$remote_addr [$time_local] "$request" $status "$http_x_forwarded_for" "$http_cf_connecting_ip"',
    '192.0.2.1" "-"',
  ],
])("a CDN's header with the visitor's address is read: %s", (pattern, end) => {
  const line = `198.51.100.1 [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 "${end}`;
  expect(read(pattern, line)).toMatchObject({ ip: "198.51.100.1", forwardedFor: "192.0.2.1" });
});

test.each([
  ["$remote_addr $status", "a time"],
  ["%h %{%A}t %r", "a time"],
  ["$time_local$request", "directly"],
  ["$remote_addr [$time_local]", "$request"],
  ["x".repeat(3000), "characters"],
])("an unusable pattern is rejected: %s", (pattern, because) => {
  expect(() => customPattern(pattern)).toThrow(because);
});

test("quotation marks and bytes that a server escaped are restored", () => {
  const line = (ua: string, path = "/a") =>
    `192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${ua}"`;
  const combined = findFormat("combined").open();
  expect(combined(line('a \\"b\\" c'))).toMatchObject({ userAgent: 'a "b" c' });
  expect(combined(line("a \\x22b\\x22", "/\\xE6\\x96\\x87"))).toMatchObject({
    userAgent: 'a "b"',
    target: "/文",
  });
  expect(combined(line("ends with \\\\"))).toMatchObject({ userAgent: "ends with \\" });
});

test.each([
  '192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200',
  '192.0.2.1 - - [31/Foo/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "x"',
  '192.0.2.1 - - [29/Feb/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "x"',
  '192.0.2.1 - - [00/Jan/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "x"',
  'gateway.local - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "x"',
  '192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET /a HTTP/1.1" OK 1 "-" "x"',
  "",
  "\u0000",
])("is not a line in the combined format: %s", (line) => {
  expect(findFormat("combined").open()(line)).toBeNull();
});

test("a scanner's invalid request line is read as an empty request", () => {
  const line = '192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "\\x16\\x03\\x01" 400 0 "-" "-"';
  expect(findFormat("combined").open()(line)).toMatchObject({ method: "-", status: 400, userAgent: "" });
});

test("any line of 64 KiB is read quickly in every format", () => {
  const ms = cpuMsOf(() => {
    for (const part of ['"', "\\", " ", "[", '" "', '\\"', "{", "%25", "1.1.1.1 - - [", '{"a":'])
      for (const format of logFormats) {
        format.open()(part.repeat(65_536 / part.length));
        format.open()(`192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "${part.repeat(65_000 / part.length)}`);
      }
  });
  expect(ms).toBeLessThan(3000);
});
