/** Apache's directives (mod_log_config), keyed by nginx's names for the same values. Other directives are ignored. */
const directives: Readonly<Record<string, string>> = {
  h: "$remote_addr",
  a: "$remote_addr",
  r: "$request",
  m: "$request_method",
  U: "$request_uri",
  s: "$status",
  v: "$host",
  V: "$host",
};

const headers: Readonly<Record<string, string>> = {
  referer: "$http_referer",
  "user-agent": "$http_user_agent",
  "x-forwarded-for": "$http_x_forwarded_for",
  "cf-connecting-ip": "$http_cf_connecting_ip",
  "true-client-ip": "$http_true_client_ip",
  "fastly-client-ip": "$http_fastly_client_ip",
  host: "$http_host",
};

/** Converts an Apache `LogFormat` (`%h %l %u %t "%r" %>s %b "%{Referer}i"`) to nginx's notation. */
export function fromApache(pattern: string): string {
  // The query (`%q`) belongs to the target, and nothing in a line marks where it begins.
  return pattern
    .replaceAll("%U%q", "%U")
    .replace(
      /%[<>]?(?:[!0-9,]*)(?:\{([^}]*)\})?([A-Za-z%])/gu,
      (_, name: string | undefined, letter: string) => {
        if (letter === "%") return "%";
        if (letter === "t") return timeOf(name);
        if (letter === "i") return headers[(name ?? "").toLowerCase()] ?? "$ignored";
        return directives[letter] ?? "$ignored";
      },
    );
}

/** Converts the readable forms of `%t`: `%t`, `%{msec}t`, `%{begin:%Y-%m-%dT%T%z}t`. */
function timeOf(form: string | undefined): string {
  if (form === undefined) return "[$time_local]";
  const written = form.replace(/^(?:begin|end):/u, "");
  if (/^(?:|m|u)sec$/u.test(written)) return "$msec";
  if (written === "%d/%b/%Y:%T %z" || written === "%d/%b/%Y:%H:%M:%S %z") return "$time_local";
  return /^%(?:Y-%m-%d|F)T/u.test(written) ? "$time_iso8601" : "$ignored";
}
