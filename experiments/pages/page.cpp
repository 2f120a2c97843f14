#include "experiments/pages/page.hpp"

#include <fmt/format.h>

#include "experiments/support/markup.hpp"

namespace sapper::experiments::pages {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #ffffff; --faint: #5c5c5c; --line: #d0d0d0; --tint: #f3f5f8; --link: #0057b8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #16181c; --faint: #a8a8a8; --line: #3c4047; --tint: #20242b; --link: #8ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; overflow-wrap: anywhere; } h2 { font-size: 1.25rem; margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; overflow-wrap: anywhere; }
a { color: var(--link); } nav a { margin-right: 1rem; white-space: nowrap; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding: .3rem 0; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; vertical-align: top; }
th { background: var(--tint); } th.text, td.text { text-align: left; }
tbody tr:hover { background: var(--tint); }
th button { all: unset; cursor: pointer; font-weight: inherit; } th button:focus-visible { outline: 3px solid var(--link); }
th button::after { content: " \2195"; color: var(--faint); } th button:hover { text-decoration: underline; }
th[aria-sort=ascending] button::after { content: " \25B2"; } th[aria-sort=descending] button::after { content: " \25BC"; }
input, select, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .3rem; padding: .3rem .6rem; max-width: 100%; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(21rem, 100%), 1fr)); gap: 1rem; align-items: start; }
figure { margin: 0; padding: .6rem; background: #ffffff; color: #1b1b1b; border: 1px solid var(--line); border-radius: .4rem; }
figure.large { grid-column: 1 / -1; } figure svg { width: 100%; height: auto; display: block; margin: 0 auto; } figcaption { font-size: .85rem; color: #444444; }
pre { overflow-x: auto; background: var(--tint); padding: .7rem; border-radius: .4rem; font-size: .85rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem 1rem; } dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
.note { color: var(--faint); } .controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .6rem 0; }
.side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem; }
.scripted { display: none; } .has-script .scripted { display: flex; }
.board { display: block; max-width: 100%; height: auto; background: #ffffff; border-radius: .4rem; }
.boards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem; } .boards section { min-width: 0; } .boards h2 { margin-top: .6rem; }
.slider { gap: .6rem; align-items: center; } .slider input { flex: 1; min-width: 0; }
.digs tbody tr { cursor: pointer; } tr[aria-current] { background: var(--tint); outline: 2px solid var(--link); outline-offset: -2px; }
@media print { .controls, nav { display: none; } }
)";

}  // namespace

std::string make_page(std::string_view title, std::string_view body, std::string_view script) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n<style>",
      escaped(title));
  page += kStyle;
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
