/** The stylesheet of all pages: system fonts, light and dark, from phones to wide screens. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --card: #fff; --line: #e2e5ea; --text: #1c2128; --quiet: #626b77; --link: #2f5fd0;
  --code: #eef0f4; --top: #fff;
  --open: #1a7f46; --merged: #7a45c9; --closed: #c0392f; --draft: #626b77; --badge: #fff;
  --add: #e7f7ec; --add-strong: #b4e7c3; --add-text: #1a7f46;
  --del: #fdecea; --del-strong: #f8c5c0; --del-text: #c0392f;
  --hunk: #eef3fd; --hunk-text: #56637a; --bad: #9a6400;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101318; --card: #171b22; --line: #2a303a; --text: #dfe4ec; --quiet: #97a1af; --link: #86adff;
    --code: #212732; --top: #14181e;
    --open: #2c9a5b; --merged: #9266dd; --closed: #d65a4f; --draft: #6d7784; --badge: #fff;
    --add: #12261b; --add-strong: #1f5334; --add-text: #5cc98a;
    --del: #2c1717; --del-strong: #6b2724; --del-text: #f08379;
    --hunk: #1a2230; --hunk-text: #93a2bb; --bad: #e0b04c;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
}
a { color: var(--link); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, .diff, .name { font-family: var(--mono); font-size: 0.86em; }
code { background: var(--code); border-radius: 5px; padding: 0.12em 0.4em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 8px; padding: 0.8em 1em; margin: 0.8em 0; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { background: none; padding: 0; font-size: 1em; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
.wide { max-width: 1120px; margin: 0 auto; padding: 0 20px; }
.quiet, .when, .crumb, footer, .aside { color: var(--quiet); }
.quiet { font-weight: 400; font-size: 0.88rem; }
.top { background: var(--top); border-bottom: 1px solid var(--line); padding: 22px 0 20px; margin-bottom: 24px; }
.crumb { margin: 0 0 14px; font-size: 0.88rem; display: flex; flex-wrap: wrap; gap: 4px 12px; }
.brand { font-weight: 650; color: var(--text); }
.repository { overflow-wrap: anywhere; }
h1 { font-size: 1.65rem; font-weight: 620; letter-spacing: -0.01em; margin: 0 0 12px; }
.number { color: var(--quiet); font-weight: 400; }
.state { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; margin: 0; font-size: 0.92rem; }
.branches { overflow-wrap: anywhere; }
.arrow { color: var(--quiet); padding: 0 2px; }
.badge { color: var(--badge); border-radius: 99px; padding: 3px 14px; font-weight: 600; font-size: 0.86rem; background: var(--draft); }
.badge.open { background: var(--open); } .badge.merged { background: var(--merged); } .badge.closed { background: var(--closed); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 18px 22px; margin: 0 0 20px; min-width: 0; }
.card > :first-child, .prose > details > :nth-child(2) { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
h2 { font-size: 1.02rem; font-weight: 620; margin: 0 0 10px; }
.prose { overflow-wrap: anywhere; }
.prose h1 { font-size: 1.3rem; } .prose h2 { font-size: 1.15rem; }
.prose h1, .prose h2, .prose h3, .prose h4, .prose h5, .prose h6 { margin: 1.5em 0 0.5em; }
.prose h3, .prose h4, .prose h5, .prose h6 { font-size: 1rem; font-weight: 620; }
.prose p, .prose ul, .prose ol { margin: 0.6em 0; max-width: 76ch; }
.prose ul, .prose ol { padding-left: 1.5em; } .prose li { margin: 0.2em 0; }
.prose blockquote { margin: 0.8em 0; padding: 0.1em 1em; border-left: 3px solid var(--line); color: var(--quiet); }
.prose table { border-collapse: collapse; display: block; overflow-x: auto; }
.prose th, .prose td { border: 1px solid var(--line); padding: 5px 12px; text-align: left; } .right { text-align: right !important; }
.prose details { margin: 0.6em 0; }
summary { cursor: pointer; }
.prose summary, .overview summary { color: var(--link); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 0 20px; align-items: start; }
.pair .card { height: calc(100% - 20px); }
.checks, .commits { list-style: none; padding: 0; margin: 0; font-size: 0.92rem; }
.checks li, .commits li { display: flex; gap: 10px; padding: 5px 0; overflow-wrap: anywhere; }
.checks li > span:last-child, .commits li > span:last-child { min-width: 0; }
.mark { flex: none; width: 1.35em; height: 1.35em; margin-top: 0.12em; border-radius: 50%; color: var(--badge); background: var(--open); display: grid; place-items: center; font-size: 0.82em; font-weight: 700; line-height: 1; }
.bad .mark { background: var(--bad); }
.checks b { font-weight: 600; margin-right: 0.3em; }
.sha { flex: none; align-self: start; margin-top: 0.2em; }
.subject { display: block; font-weight: 550; }
.merge { font-size: 0.95rem; } .merge p { margin: 0.5em 0; }
.command { display: inline-block; margin: 0.2em 0; }
.files > h2 { margin: 32px 0 12px; display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; font-size: 1.15rem; }
.counts { font: 600 0.8rem/1.5 var(--mono); white-space: nowrap; }
.plus { color: var(--add-text); } .minus { color: var(--del-text); }
.overview { margin: 0 0 14px; font-size: 0.92rem; }
.overview ol { list-style: none; padding: 8px 0 0; margin: 0; columns: 2 320px; }
.overview li { display: flex; justify-content: space-between; gap: 12px; padding: 2px 0; break-inside: avoid; }
.overview a { overflow-wrap: anywhere; font-family: var(--mono); font-size: 0.86em; }
.file { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 0 0 14px; overflow: clip; }
.file > summary { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 14px; padding: 9px 14px; position: sticky; top: 0; background: var(--card); list-style: none; z-index: 1; }
.file[open] > summary { border-bottom: 1px solid var(--line); }
.file > summary::-webkit-details-marker { display: none; }
.file > summary::before { content: "▸"; color: var(--quiet); width: 0.8em; }
.file[open] > summary::before { content: "▾"; }
.name { flex: 1 1 150px; min-width: 0; overflow-wrap: anywhere; font-weight: 600; }
.old { color: var(--quiet); font-weight: 400; }
.what { font-size: 0.8rem; color: var(--quiet); } .what.modified { display: none; }
.aside { padding: 12px 16px; margin: 0; font-size: 0.92rem; }
.diff { border-collapse: collapse; width: 100%; line-height: 1.55; font-size: 0.8rem; tab-size: 4; }
.diff td { padding: 0; vertical-align: top; border: 0; }
.diff .n { width: 1%; min-width: 3.4em; padding: 0 8px; text-align: right; color: var(--quiet); user-select: none; white-space: nowrap; }
.n::before { content: attr(data-n); }
.diff .t { padding: 0 14px 0 26px; white-space: pre-wrap; overflow-wrap: anywhere; position: relative; }
.t::before { content: attr(data-s); position: absolute; left: 10px; color: var(--quiet); user-select: none; }
.added td { background: var(--add); } .added .t::before { color: var(--add-text); }
.deleted td { background: var(--del); } .deleted .t::before { color: var(--del-text); }
.diff ins, .diff del { text-decoration: none; border-radius: 3px; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.diff ins { background: var(--add-strong); } .diff del { background: var(--del-strong); }
.hunk td { background: var(--hunk); color: var(--hunk-text); } .diff .hunk .t { padding-top: 3px; padding-bottom: 3px; }
.note td { color: var(--quiet); font-style: italic; }
footer { padding-top: 12px; padding-bottom: 40px; font-size: 0.86rem; }
.problem { max-width: 34rem; padding-top: 18vh; padding-bottom: 40px; overflow-wrap: anywhere; }
@media (max-width: 600px) {
  body { font-size: 15px; }
  .wide { padding: 0 12px; } .card { padding: 14px 15px; border-radius: 10px; }
  h1 { font-size: 1.3rem; }
  .diff .n { min-width: 0; padding: 0 4px; font-size: 0.68rem; }
  .diff .t { padding: 0 6px 0 16px; } .t::before { left: 4px; }
  .diff tr:not(.deleted) .n:first-child { display: none; } .diff .deleted .n:nth-child(2) { display: none; }
}
@media print { .top { border: 0; } .file > summary { position: static; } }
`;
