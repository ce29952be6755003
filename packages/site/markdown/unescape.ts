/**
 * Resolves the escapes of all formats that documentation contains: HTML entities, JavaScript, JSON and YAML escapes,
 * Markdown's backslash, and percent-encoding. As a result, some text is decoded too far, so search the original text as
 * well. Takes linear time; nothing is decoded twice.
 */
export function unescapeText(text: string): string {
  return /[&\\%]/u.test(text) ? text.replace(escapes, unescapeOne) : text;
}

const escapes = new RegExp(
  [
    // Browsers don't require the semicolon after a number.
    "&#(?:0*\\d{1,7}|[xX]0*[0-9a-fA-F]{1,6});?",
    "&[A-Za-z]{2,8};",
    String.raw`\\u\{0*[0-9a-fA-F]{1,6}\}|\\U[0-9a-fA-F]{8}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}`,
    String.raw`\\[nrt]`,
    "\\\\[!-/:-@\\[-`{-~]",
    "%[2-7][0-9a-fA-F]",
  ].join("|"),
  "gu",
);

function unescapeOne(whole: string): string {
  const [mark, next = ""] = whole;
  if (mark === "&" && next !== "#") return named.get(whole.slice(1, -1)) ?? whole;
  if (mark === "\\" && whole.length === 2) return controls.get(next) ?? next;
  const isDecimal = mark === "&" && !/x/iu.test(whole);
  const code = Number.parseInt(whole.replace(/[^0-9a-fA-F]/gu, ""), isDecimal ? 10 : 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

const controls = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** The names of ASCII characters in https://html.spec.whatwg.org/multipage/named-characters.html. */
const named: ReadonlyMap<string, string> = new Map(
  (
    "Tab \t|NewLine \n|excl !|quot \"|num #|dollar $|percnt %|amp &|apos '|lpar (|rpar )|ast *|midast *|plus +|comma ,|" +
    "period .|sol /|colon :|semi ;|lt <|equals =|gt >|quest ?|commat @|lsqb [|lbrack [|bsol \\|rsqb ]|rbrack ]|Hat ^|" +
    "lowbar _|UnderBar _|grave `|lcub {|lbrace {|rcub }|rbrace }"
  )
    .split("|")
    .map((entry) => [entry.slice(0, -2), entry.slice(-1)]),
);
