#include "experiments/pages/page.hpp"

#include <fmt/format.h>

#include "experiments/support/markup.hpp"

namespace sapper::experiments::pages {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #ffffff; --faint: #5c5c5c; --line: #d0d0d0; --tint: #f3f5f8; --link: #0057b8; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #16181c; --faint: #a8a8a8; --line: #3c4047; --tint: #20242b; --link: #8ab8ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; } html:has(.stays) { scroll-padding-top: 8rem; }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; overflow-wrap: anywhere; } h2 { font-size: 1.25rem; margin-top: 2.2rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; overflow-wrap: anywhere; } p, li { overflow-wrap: break-word; }
a { color: var(--link); }
nav, .stays { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); padding: .5rem 0; }
nav { display: flex; flex-wrap: wrap; gap: 0 1rem; } nav a { white-space: nowrap; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-spacing: 0; font-size: .9rem; line-height: 1.375rem; font-variant-numeric: tabular-nums; }
caption, .caption { text-align: left; color: var(--faint); padding: .3rem 0; margin: 0; font-size: .9rem; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; vertical-align: top; }
th { background: var(--tint); } th.text, td.text { text-align: left; } td.text { white-space: normal; overflow-wrap: anywhere; min-width: 5rem; }
.scroll th:first-child, .scroll td:first-child { position: sticky; left: 0; z-index: 1; }
td:first-child { background: var(--paper); max-width: 10rem; }
tbody tr:hover, tbody tr:hover td:first-child { background: var(--tint); }
th button { all: unset; cursor: pointer; font-weight: inherit; text-decoration: underline dotted; } th button:focus-visible { outline: 3px solid var(--link); }
th button:hover { text-decoration: underline; }
th .printed { display: none; }
th[aria-sort=ascending] button::after { content: " \25B2"; } th[aria-sort=descending] button::after { content: " \25BC"; }
input, select, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .3rem; padding: .3rem .6rem; max-width: 100%; }
::placeholder { color: var(--faint); opacity: 1; } button:disabled { color: var(--faint); border-style: dashed; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(21rem, 100%), 1fr)); gap: 1rem; align-items: start; }
figure { margin: 0; padding: .6rem; background: #ffffff; color: #1b1b1b; border: 1px solid var(--line); border-radius: .4rem; }
figure.large { grid-column: 1 / -1; } figure svg { width: 100%; height: auto; display: block; margin: 0 auto; } figcaption { font-size: .85rem; color: #444444; }
pre { overflow-x: auto; background: var(--tint); padding: .7rem; border-radius: .4rem; font-size: .85rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem 1rem; } dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
.note { color: var(--faint); } .controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .6rem 0; }
.controls label { max-width: 100%; }
.side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem; } .side > * { min-width: 0; }
.scripted { display: none; } .has-script .scripted { display: flex; } .has-script div.stays { display: block; } .has-script .unscripted { display: none; }
.board { display: block; max-width: 100%; height: auto; background: #ffffff; border-radius: .4rem; }
.boards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem; } .boards section { min-width: 0; } .boards h2 { margin-top: .6rem; }
.stays .controls { margin: 0 0 .4rem; } .slider { gap: .6rem; align-items: center; } .slider input { flex: 1; min-width: 0; padding: 0; }
.digs tbody tr[id] { cursor: pointer; } tr[aria-current] { background: var(--tint); outline: 2px solid var(--link); outline-offset: -2px; }
@media (max-width: 40rem) {
  body { padding: .75rem; } h1 { font-size: 1.3rem; } nav { font-size: .875rem; gap: 0 .8rem; }
  th, td { padding: .25rem .35rem; } td:first-child { max-width: 7rem; } .sorted td.text:not(:first-child) { white-space: nowrap; }
  .stays { font-size: .85rem; } .stays button, .stays select { padding: .2rem .45rem; }
}
)";

// On paper: nothing scrolls, so tables shrink and wrap, and figures fit a page; headings stay with what follows; what
// only a screen can do is left out. The browser's dialog chooses the size of the paper.
constexpr std::string_view kPrintStyle = R"(@page { margin: 13mm 11mm; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 9.5pt; line-height: 1.35; }
  h1 { font-size: 16pt; margin-top: 0; } h2 { font-size: 13pt; margin: 14pt 0 6pt; } h3 { font-size: 11pt; margin: 8pt 0 4pt; }
  nav, .stays, .on-screen, .controls > :not([aria-live]) { display: none !important; }
  .has-script tr.unscripted { display: table-row; break-before: avoid; }
  h1, h2, h3, caption, .caption, thead, .controls { break-after: avoid; break-inside: avoid; } tbody tr:first-child { break-before: avoid; }
  tr, li, dd, figure, .board { break-inside: avoid; } p { orphans: 3; widows: 3; }
  .scroll { overflow: visible; } .scroll th:first-child, .scroll td:first-child { position: static; } td:first-child { background: none; }
  table { font-size: 8pt; line-height: 1.25; } th, td { padding: 1.2pt 3.5pt; } th, td.text { white-space: normal; overflow-wrap: anywhere; }
  .sorted td.text:not(:first-child) { white-space: normal; } td.text { min-width: 36pt; } caption, .caption { font-size: 8pt; } th button { display: none; } th .printed { display: inline; }
  .side, .boards { display: block; } .figures { display: block; text-align: center; }
  figure { display: inline-block; width: 49%; padding: 0; border: 0; margin: 0 0 8pt; vertical-align: top; text-align: left; }
  figure.large { display: block; width: 100%; }
  figure svg { min-width: 0 !important; max-width: 100% !important; max-height: 200mm; }
  .board { min-width: 0 !important; }
  pre { overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; padding: 4pt; font-size: 8pt; line-height: 1.25; } pre.whole { break-inside: avoid; }
}
)";

}  // namespace

std::string make_page(std::string_view title, std::string_view body, std::string_view script) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n<style>",
      escaped(title));
  page += kStyle;
  page += kPrintStyle;
  page += "</style>\n</head>\n<body>\n";
  page += body;
  if (!script.empty()) {
    // CDATA: for XML parsers, which treat < and & as markup here too.
    page += "<script>\n//<![CDATA[\n";
    page += script;
    page += "//]]>\n</script>\n";
  }
  return page + "</body>\n</html>\n";
}

std::string embedded_json(std::string_view json) {
  std::string text;
  for (const char letter : json) {
    if (letter == '<')
      text += "\\u003c";
    else if (letter == '>')
      text += "\\u003e";
    else if (letter == '&')
      text += "\\u0026";
    else
      text += letter;
  }
  return text;
}

}  // namespace sapper::experiments::pages
