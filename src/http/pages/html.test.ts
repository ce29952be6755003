import { describe, expect, it } from "vitest";
import { escapeHtml, Html, html } from "./html.ts";

describe("markup", () => {
  it("escapes interpolated values unless they are markup", () => {
    const inner = html`<b>${"<&>\"'"}</b>`;
    expect(html`<p title="${'"'}">${inner} ${[1, null, inner]} ${new Html("<hr>")}</p>`.text).toBe(
      `<p title="&quot;"><b>&lt;&amp;&gt;&quot;&#39;</b> 1<b>&lt;&amp;&gt;&quot;&#39;</b> <hr></p>`,
    );
  });

  it("shows invisible characters by their code points", () => {
    expect(escapeHtml("a\u202eb\u0000c\u001b\td\ne\u2066")).toBe("a[U+202E]b[U+0000]c[U+001B]\td\ne[U+2066]");
    expect(escapeHtml("日本語 é 😀 עברית")).toBe("日本語 é 😀 עברית");
  });
});
