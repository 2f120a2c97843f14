#include "experiments/pages/replay_page.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "experiments/pages/page.hpp"
#include "experiments/support/markup.hpp"

namespace sapper::experiments::pages {
namespace {

namespace bj = boost::json;

constexpr std::string_view kControls = R"(<div class="controls scripted">
<label>Player <select id="player"></select></label>
<button type="button" id="first">first</button>
<button type="button" id="back">back</button>
<button type="button" id="forward">forward</button>
<button type="button" id="last">last</button>
<button type="button" id="guess">next guess</button>
<label><input type="checkbox" id="risks" checked="checked"/> risks</label>
<a id="save" href="#board" download="position.json">save this position</a>
</div>
<p class="note scripted">Keys: left and right step, Home and End jump, g goes to the next guess. A saved position can be read by sapper analyze.</p>
<p id="said" aria-live="polite"></p>
<div class="scroll"><svg id="board" role="img" aria-label="the board" xmlns="http://www.w3.org/2000/svg"></svg></div>
)";

constexpr std::string_view kScript = R"JS('use strict';
document.documentElement.classList.add('has-script');
const replay = JSON.parse(document.getElementById('replay').textContent);
const board = replay.board, side = 28, left = 34, top_ = 24;
const byId = (id) => document.getElementById(id);
const colours = ['', '#0000FF', '#008000', '#FF0000', '#000080', '#800000', '#008080', '#000000', '#808080'];
let player = 0, step = 0;
replay.players.forEach((p, i) => {
  const option = document.createElement('option');
  option.value = i; option.textContent = p.strategy + (p.won ? ' (won)' : ' (lost)');
  byId('player').append(option);
});
function cellsBefore(digs, count) {
  const cells = Array.from({length: board.rows}, () => Array(board.cols).fill(null));
  for (let i = 0; i < count; i++) for (const [r, c, n] of digs[i].shown) cells[r][c] = n;
  return cells;
}
function heat(p) {
  const stops = [[255, 247, 222], [253, 204, 138], [239, 120, 80], [179, 30, 30]];
  const place = Math.min(Math.max(p, 0), 1) * 3, i = Math.min(Math.floor(place), 2), t = place - i;
  return 'rgb(' + stops[i].map((a, k) => Math.round(a + (stops[i + 1][k] - a) * t)).join(',') + ')';
}
function percent(p) {
  if (p === 0) return 'o';
  if (p === 1) return '*';
  if (p < 0.005) return '<1';
  if (p > 0.995) return '>99';
  return String(Math.round(100 * p));
}
function element(name, attributes, text) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  byId('board').append(node);
}
function draw() {
  const game = replay.players[player], digs = game.digs, dig = digs[step], isEnd = step >= digs.length;
  const cells = cellsBefore(digs, step), svg = byId('board');
  const width = left + board.cols * side + (board.topology === 'hex' ? side / 2 : 0) + 8, height = top_ + board.rows * side + 8;
  svg.replaceChildren();
  svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
  svg.setAttribute('width', width); svg.setAttribute('height', height);
  svg.style.minWidth = Math.round(0.8 * width) + 'px';
  const mines = new Set(isEnd ? game.mines.map(String) : []);
  const risks = !isEnd && byId('risks').checked ? dig.risks : null;
  for (let c = 0; c < board.cols; c++) element('text', {x: left + c * side + side / 2, y: top_ - 6, 'text-anchor': 'middle', 'font-size': 11, fill: '#444'}, c);
  for (let r = 0; r < board.rows; r++) {
    element('text', {x: left - 5, y: top_ + r * side + 18, 'text-anchor': 'end', 'font-size': 11, fill: '#444'}, r);
    for (let c = 0; c < board.cols; c++) {
      const x = left + c * side + (board.topology === 'hex' && r % 2 ? side / 2 : 0), y = top_ + r * side, n = cells[r][c];
      const p = n === null && risks ? risks[r][c] : null, isMine = mines.has(String([r, c]));
      const isExploded = isEnd && game.exploded && game.exploded[0] === r && game.exploded[1] === c;
      element('rect', {x, y, width: side, height: side, stroke: '#9a9a9a',
        fill: isExploded ? '#ff6b6b' : n !== null ? '#e4e4e4' : p === 0 ? '#a6dba0' : p !== null ? heat(p) : '#b8c4d0'});
      if (n) element('text', {x: x + side / 2, y: y + 20, 'text-anchor': 'middle', 'font-size': 17, 'font-weight': 'bold', fill: colours[n]}, n);
      if (isMine) element('circle', {cx: x + side / 2, cy: y + side / 2, r: 7, fill: '#000'});
      else if (p !== null) element('text', {x: x + side / 2, y: y + 18, 'text-anchor': 'middle', 'font-size': 12, fill: p > 0.6 ? '#fff' : '#000'}, percent(p));
      if (!isEnd && dig.cell[0] === r && dig.cell[1] === c) element('rect', {x: x + 1.5, y: y + 1.5, width: side - 3, height: side - 3, fill: 'none', stroke: '#0057b8', 'stroke-width': 3});
    }
  }
  const said = isEnd ? game.end + '.' : 'Dig ' + (step + 1) + ' of ' + digs.length + ': ' + dig.cell.join(',') + ', ' + dig.why +
    (dig.p_mine !== null ? ', P(mine) ' + dig.p_mine.toFixed(4) : '') + (dig.reason ? '; ' + dig.reason : '') +
    (dig.win_probability !== undefined ? '; win chance ' + dig.win_probability.toFixed(4) : '') +
    '; ' + (dig.opened ? 'opens ' + dig.opened : 'hits a mine') + '.';
  byId('said').textContent = said;
  const box = svg.parentElement;
  if (!isEnd && box.scrollWidth > box.clientWidth)
    box.scrollLeft = (left + (dig.cell[1] + 0.5) * side) * box.scrollWidth / width - box.clientWidth / 2;
  svg.setAttribute('aria-label', 'the board: ' + said);
  const position = {rows: board.rows, cols: board.cols, mines: board.mines, topology: board.topology,
    cells: cells.map((row) => row.map((n) => n === null ? '.' : n).join(''))};
  byId('save').href = 'data:application/json,' + encodeURIComponent(JSON.stringify(position) + '\n');
  byId('back').disabled = byId('first').disabled = step === 0;
  byId('forward').disabled = byId('last').disabled = isEnd;
}
function go(to) { step = Math.min(Math.max(to, 0), replay.players[player].digs.length); draw(); }
function nextGuess() {
  const digs = replay.players[player].digs;
  let i = step + 1;
  while (i < digs.length && digs[i].why !== 'guess') i++;
  go(i);
}
byId('first').onclick = () => go(0);
byId('back').onclick = () => go(step - 1);
byId('forward').onclick = () => go(step + 1);
byId('last').onclick = () => go(Infinity);
byId('guess').onclick = nextGuess;
byId('risks').onchange = draw;
byId('player').onchange = () => { player = Number(byId('player').value); go(0); };
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
  const moves = {ArrowLeft: () => go(step - 1), ArrowRight: () => go(step + 1), Home: () => go(0), End: () => go(Infinity), g: nextGuess};
  if (moves[event.key]) { event.preventDefault(); moves[event.key](); }
});
const asked = /^#(\d+)$/.exec(location.hash);
go(asked ? Number(asked[1]) : 0);
)JS";

std::string text_of(const bj::value& value) {
  if (value.is_string()) return std::string(value.get_string());
  if (value.is_double()) return fmt::format("{:.6g}", value.get_double());
  return bj::serialize(value);
}

std::string cell_text(const bj::value& cell) {
  return fmt::format("{},{}", text_of(cell.at(0)), text_of(cell.at(1)));
}

std::string table_of(const bj::object& player) {
  std::string table = fmt::format(
      "<h3>{}: {}</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th>dig</th><th>cell</th><th "
      "class=\"text\">why</th>"
      "<th>P(mine)</th><th>opens</th><th class=\"text\">reason</th></tr></thead>\n<tbody>\n",
      escaped(text_of(player.at("strategy"))), escaped(text_of(player.at("end"))));
  std::size_t number = 0;
  for (const bj::value& dig : player.at("digs").as_array()) {
    const bj::object& object = dig.as_object();
    const bj::value* const reason = object.if_contains("reason");
    table += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"text\">{}</td><td>{}</td><td>{}</td><td "
        "class=\"text\">{}</td></tr>\n",
        ++number, cell_text(object.at("cell")), escaped(text_of(object.at("why"))),
        object.at("p_mine").is_null() ? "" : text_of(object.at("p_mine")),
        object.at("opened") == 0 ? "mine" : text_of(object.at("opened")),
        reason ? escaped(text_of(*reason)) : "");
  }
  return table + "</tbody>\n</table></div>\n";
}

}  // namespace

std::string replay_page(const bj::object& replay) {
  const std::string title = fmt::format("{}: game {} of case {}, {}; seed {}", text_of(replay.at("name")),
                                        text_of(replay.at("game")), text_of(replay.at("case")),
                                        text_of(replay.at("case_name")), text_of(replay.at("seed")));
  std::string body =
      fmt::format("<h1>{}</h1>\n<p class=\"note\">Cells are row,col from 0.</p>\n", escaped(title));
  body += kControls;
  body += "<h2>Digs</h2>\n";
  for (const bj::value& player : replay.at("players").as_array()) body += table_of(player.as_object());
  body += "<script type=\"application/json\" id=\"replay\">" + embedded_json(bj::serialize(replay)) +
          "</script>\n";
  return make_page(title, body, kScript);
}

}  // namespace sapper::experiments::pages
