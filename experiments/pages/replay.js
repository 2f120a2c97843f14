'use strict';
// Draws the board before a dig, and steps, plays and jumps through the game. The page has the replay (sapper-replay/1)
// and the colours as JSON in the elements `replay` and `palette`, and the controls of replay_controls.html.
document.documentElement.classList.add('has-script');
const replay = JSON.parse(document.getElementById('replay').textContent);
const palette = JSON.parse(document.getElementById('palette').textContent);
const players = replay.players,
  side = 28,
  left = 34,
  top_ = 24;
let board, isHex;  // of the player being drawn
const byId = (id) => document.getElementById(id);

// The number of digs made; the page shows the board before the next dig, and the last dig.
let step = 0,
  shown = [0],
  timer = null;

function make(name, text, parent) {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
}

function option(select, value, text) {
  make('option', text, select).value = value;
}

players.forEach((p, i) => {
  const text = p.strategy + (p.won ? ' (won)' : ' (lost)');
  option(byId('player'), i, text);
  if (i === 0) option(byId('other'), -1, 'none');
  option(byId('other'), i, text);
});
byId('other').parentElement.hidden = players.length < 2;

function cellsBefore(digs, count) {
  const cells = Array.from({length: board.rows}, () => Array(board.cols).fill(null));
  for (let i = 0; i < Math.min(count, digs.length); i++)
    for (const [r, c, n] of digs[i].shown) cells[r][c] = n;
  return cells;
}

function heat(p) {
  const stops = palette.stops,
    place = Math.min(Math.max(p, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(place), stops.length - 2),
    t = place - i;
  return 'rgb(' + stops[i].map((a, k) => Math.round(a + (stops[i + 1][k] - a) * t)).join(',') + ')';
}

function percent(p) {
  if (p < 0.005) return '<1';
  if (p > 0.995) return '>99';
  return String(Math.round(100 * p));
}

function element(parent, name, attributes, text) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
}

function write(svg, x, y, size, fill, text, bold) {
  element(
    svg,
    'text',
    {x, y, 'text-anchor': 'middle', 'font-size': size, 'font-weight': bold ? 'bold' : 'normal', fill},
    text,
  );
}

// A mine, drawn as in pictures of positions; the one that was dug is crossed, with its risk below.
function drawMine(svg, x, y, risk, isExploded) {
  const cx = x + side / 2,
    cy = y + side / 2 - (isExploded && risk !== null ? 5 : 0);
  if (!isExploded) return element(svg, 'circle', {cx, cy, r: 6, fill: palette.mineSign});
  element(svg, 'path', {
    d: 'M' + (cx - 6) + ',' + (cy - 6) + ' l12,12 m0,-12 l-12,12',
    stroke: palette.mineSign,
    'stroke-width': 3,
  });
  if (risk !== null) write(svg, cx, y + side - 3, 10, palette.mineSign, percent(risk));
}

function drawBoard(svg, game, digs, count) {
  const isEnd = count >= digs.length,
    dig = isEnd ? digs[digs.length - 1] : digs[count];
  const cells = cellsBefore(digs, count),
    mines = new Set(isEnd ? game.mines.map(String) : []);
  const risks = !isEnd && byId('risks').checked ? dig.risks : null;
  const proof = new Set(isEnd ? [] : (dig.proved_by || []).map(String));
  const width = left + board.cols * side + (isHex ? side / 2 : 0) + 8,
    height = top_ + board.rows * side + 8;
  svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
  svg.setAttribute('width', width);
  svg.setAttribute('height', height);
  // Larger boards scroll; two side by side may be smaller.
  svg.style.minWidth = Math.round((shown.length > 1 && innerWidth > 1000 ? 0.62 : 0.8) * width) + 'px';
  for (let c = 0; c < board.cols; c++) write(svg, left + c * side + side / 2, top_ - 6, 11, palette.label, c);
  for (let r = 0; r < board.rows; r++) {
    write(svg, left - 14, top_ + r * side + 18, 11, palette.label, r);
    for (let c = 0; c < board.cols; c++) {
      const x = left + c * side + (isHex && r % 2 ? side / 2 : 0),
        y = top_ + r * side,
        n = cells[r][c];
      const p = n === null && risks ? risks[r][c] : null,
        isMine = mines.has(String([r, c])) || p === 1;
      const isExploded = isEnd && game.exploded && game.exploded[0] === r && game.exploded[1] === c;
      element(svg, 'rect', {
        x,
        y,
        width: side,
        height: side,
        stroke: '#9a9a9a',
        fill: isMine
          ? palette.mine
          : n !== null
            ? palette.shown
            : p === 0
              ? palette.safe
              : p !== null
                ? heat(p)
                : palette.hidden,
      });
      if (n && !isMine) write(svg, x + side / 2, y + 20, 17, palette.numbers[n - 1], n, true);
      if (isMine) drawMine(svg, x, y, isExploded ? dig.p_mine : null, isExploded);
      else if (p === 0)
        element(svg, 'circle', {
          cx: x + side / 2,
          cy: y + side / 2,
          r: 5,
          fill: 'none',
          stroke: palette.safeSign,
          'stroke-width': 2,
        });
      else if (p !== null)
        write(svg, x + side / 2, y + 18, 12, p > palette.whiteAbove ? '#fff' : '#000', percent(p));
      if (proof.has(String([r, c])))
        element(svg, 'rect', {
          x: x + 2,
          y: y + 2,
          width: side - 4,
          height: side - 4,
          fill: 'none',
          stroke: '#0057b8',
          'stroke-width': 2,
          'stroke-dasharray': '3 2',
        });
      if (!isEnd && dig.cell[0] === r && dig.cell[1] === c) {
        // White below blue, so that the frame shows on any cell.
        for (const [stroke, width] of [['#fff', 5], ['#0057b8', 3]])
          element(svg, 'rect', {
            x: x + 1.5,
            y: y + 1.5,
            width: side - 3,
            height: side - 3,
            fill: 'none',
            stroke,
            'stroke-width': width,
          });
      }
    }
  }
  return cells;
}

const risk = (p) => 'P(mine) ' + p.toFixed(4);

function said(game, digs, count) {
  if (count >= digs.length) {
    const last = digs[digs.length - 1];
    return (
      game.end +
      (game.exploded && last && last.p_mine !== null
        ? ', dug as a ' + last.why + ' with ' + risk(last.p_mine)
        : '') +
      '.'
    );
  }
  const dig = digs[count];
  return (
    'Dig ' +
    (count + 1) +
    ' of ' +
    digs.length +
    ': ' +
    dig.cell.join(',') +
    ', ' +
    dig.why +
    (dig.p_mine !== null ? ', ' + risk(dig.p_mine) : '') +
    (dig.excess_risk > 1e-9 ? ', lowest ' + dig.lowest_p_mine.toFixed(4) : '') +
    (dig.claimed_safe ? '; claimed to be safe' : '') +
    (dig.belief !== undefined ? '; believed P(mine) ' + dig.belief.toFixed(4) : '') +
    (dig.mistake ? '; mistake: ' + dig.mistake : '') +
    (dig.reason ? '; ' + dig.reason : '') +
    (dig.win_probability !== undefined ? '; win chance ' + dig.win_probability.toFixed(4) : '') +
    '; ' +
    (dig.opened ? 'opens ' + dig.opened : 'hits a mine') +
    '.'
  );
}

// The candidates of a strategy that values cells; of others, whose guesses look at risks alone or at nothing, the cells
// of lowest risk.
function candidatesOf(dig) {
  if (dig.candidates) return {caption: 'Chosen among', list: dig.candidates};
  if (!dig.risks) return null;
  const most = 8,
    list = [];
  dig.risks.forEach((row, r) =>
    row.forEach((p_mine, c) => {
      if (p_mine !== null) list.push({cell: [r, c], p_mine});
    }),
  );
  list.sort((a, b) => a.p_mine - b.p_mine);
  const more = list.length > most ? ', ' + most + ' of ' + list.length : '';
  return {caption: 'Hidden cells of lowest risk' + more, list: list.slice(0, most)};
}

function listCandidates(panel, dig) {
  const candidates = candidatesOf(dig);
  if (!candidates) return;
  const table = make('table', undefined, panel);
  make('caption', candidates.caption, table);
  const columns = [
    ['P(mine)', 'p_mine'],
    ['value', 'value'],
    ['standard error', 'standard_error'],
  ].filter((column) => candidates.list.some((candidate) => candidate[column[1]] !== undefined));
  const head = make('tr', undefined, make('thead', undefined, table));
  for (const text of ['cell', ...columns.map((column) => column[0])]) make('th', text, head).scope = 'col';
  const body = make('tbody', undefined, table);
  for (const candidate of candidates.list) {
    const row = make('tr', undefined, body),
      isDug = candidate.cell.join() === dig.cell.join();
    make('td', candidate.cell.join(',') + (isDug ? ' (dug)' : ''), row);
    for (const column of columns) {
      const value = candidate[column[1]];
      make('td', value === undefined ? '' : value.toFixed(4), row);
    }
  }
}

function drawPlayer(player) {
  const game = players[player],
    digs = game.digs,
    panel = make('section', undefined, byId('boards'));
  board = game.board || replay.board;
  isHex = board.topology === 'hex';
  make('h2', game.strategy, panel);
  const text = said(game, digs, step);
  make('p', text, panel).setAttribute('aria-live', 'polite');
  const box = make('div', undefined, panel);
  box.className = 'scroll';
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'board');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'the board: ' + text);
  box.append(svg);
  const cells = drawBoard(svg, game, digs, step),
    dig = digs[step];
  const focus = dig ? dig.cell : game.exploded;
  if (focus && box.scrollWidth > box.clientWidth)
    box.scrollLeft =
      ((left + (focus[1] + 0.5) * side) * box.scrollWidth) / svg.getAttribute('width') - box.clientWidth / 2;
  if (dig && dig.p_mine !== null) listCandidates(panel, dig);
  const position = {
    rows: board.rows,
    cols: board.cols,
    mines: board.mines,
    topology: board.topology,
    cells: cells.map((row) => row.map((n) => (n === null ? '.' : n)).join('')),
  };
  const place = make('p', undefined, panel),
    save = make('a', 'save this position', place);
  place.className = 'on-screen';
  save.download = 'position.json';
  save.href = 'data:application/json,' + encodeURIComponent(JSON.stringify(position) + '\n');
}

const digCount = () => Math.max(...shown.map((player) => players[player].digs.length));

function draw() {
  byId('boards').replaceChildren();
  for (const player of shown) drawPlayer(player);
  byId('player').value = shown[0];
  byId('other').value = shown.length > 1 ? shown[1] : -1;
  const most = digCount(),
    isEnd = step >= most;
  byId('slider').max = most + 1;
  byId('slider').value = step + 1;
  byId('place').textContent = isEnd ? 'the end' : step + 1 + ' of ' + most;
  byId('back').disabled = byId('first').disabled = step === 0;
  byId('forward').disabled = byId('last').disabled = isEnd;
  byId('previous-guess').disabled = guessFrom(step - 1, -1) === null;
  byId('next-guess').disabled = guessFrom(step + 1, 1) === null;
  byId('previous-mistake').disabled = mistakeFrom(step - 1, -1) === null;
  byId('next-mistake').disabled = mistakeFrom(step + 1, 1) === null;
  drawMarks(most);
  for (const row of document.querySelectorAll('tr[aria-current]')) row.removeAttribute('aria-current');
  for (const player of shown) {
    const row = byId('dig-' + (player + 1) + '-' + (step + 1));
    if (row) row.setAttribute('aria-current', 'true');
  }
  const name =
    '#' +
    (step + 1) +
    (shown[0] > 0 || shown.length > 1 ? '-' + shown.map((player) => player + 1).join('-') : '');
  if (location.hash !== name && location.protocol !== 'data:') history.replaceState(null, '', name);
}

function go(to) {
  step = Math.min(Math.max(to, 0), digCount());
  draw();
}

// The next dig of a shown player, in either direction, that is wanted.
function digFrom(from, by, isWanted) {
  for (let i = from; i >= 0 && i < digCount(); i += by)
    if (shown.some((player) => isWanted(players[player].digs[i] || {}))) return i;
  return null;
}

const guessFrom = (from, by) => digFrom(from, by, (dig) => dig.why === 'guess');
const mistakeFrom = (from, by) => digFrom(from, by, (dig) => dig.mistake !== undefined);

function goToNext(by, nextFrom) {
  const dig = nextFrom(step + by, by);
  if (dig !== null) go(dig);
}

// A mark below the slider for each mistake of the players shown.
function drawMarks(most) {
  byId('marks').replaceChildren();
  for (let i = mistakeFrom(0, 1); i !== null; i = mistakeFrom(i + 1, 1)) {
    const mark = make('span', undefined, byId('marks')),
      mistakes = shown.map((player) => (players[player].digs[i] || {}).mistake).filter(Boolean);
    mark.style.left = (100 * i) / most + '%';
    mark.title = 'dig ' + (i + 1) + ': ' + mistakes.join('; ');
    mark.onclick = () => go(i);
  }
}

// The first player's mistake of the greatest excess risk.
function worstMistake() {
  let worst = null;
  players[0].digs.forEach((dig, i) => {
    if (dig.mistake && (worst === null || dig.excess_risk > players[0].digs[worst].excess_risk)) worst = i;
  });
  return worst;
}

function play(isOn) {
  clearInterval(timer);
  timer = isOn
    ? setInterval(
        () => {
          go(step + 1);
          if (step >= digCount()) play(false);
        },
        1000 * byId('pace').value,
      )
    : null;
  byId('play').textContent = isOn ? 'pause' : 'play';
  byId('play').setAttribute('aria-pressed', isOn);
}

function togglePlay() {
  if (timer === null && step >= digCount()) go(0);
  play(timer === null);
}

function show() {
  const first = Number(byId('player').value),
    second = Number(byId('other').value);
  shown = second < 0 || second === first ? [first] : [first, second];
  go(step);
}

// #DIG, #DIG-PLAYER, #DIG-PLAYER-PLAYER, all from 1. False if the address has no such form.
function followAddress() {
  const parts = /^#(\d+)((?:-\d+){0,2})$/.exec(location.hash);
  if (!parts) return false;
  const asked = parts[2]
    .split('-')
    .slice(1)
    .map((number) => number - 1)
    .filter((player) => player >= 0 && player < players.length);
  shown = [...new Set(asked.length ? asked : [0])];
  go(parts[1] - 1);
  return true;
}

byId('first').onclick = () => go(0);
byId('back').onclick = () => go(step - 1);
byId('forward').onclick = () => go(step + 1);
byId('last').onclick = () => go(Infinity);
byId('previous-guess').onclick = () => goToNext(-1, guessFrom);
byId('next-guess').onclick = () => goToNext(1, guessFrom);
byId('previous-mistake').onclick = () => goToNext(-1, mistakeFrom);
byId('next-mistake').onclick = () => goToNext(1, mistakeFrom);
byId('play').onclick = togglePlay;
byId('pace').onchange = () => play(timer !== null);
byId('slider').oninput = () => go(byId('slider').value - 1);
byId('risks').onchange = draw;
byId('player').onchange = byId('other').onchange = show;

window.addEventListener('hashchange', followAddress);

document.addEventListener('click', (event) => {
  const row = event.target.closest('tr[id^=dig-]');
  if (!row) return;
  event.preventDefault();
  const [, player, dig] = row.id.split('-').map(Number);
  if (!shown.includes(player - 1)) shown = [player - 1];
  go(dig - 1);
  byId('boards').scrollIntoView({block: 'nearest'});
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || ['SELECT', 'INPUT'].includes(event.target.tagName))
    return;
  const keys = {
    ArrowLeft: () => go(step - 1),
    ArrowRight: () => go(step + 1),
    Home: () => go(0),
    End: () => go(Infinity),
    g: () => goToNext(1, guessFrom),
    G: () => goToNext(-1, guessFrom),
    m: () => goToNext(1, mistakeFrom),
    M: () => goToNext(-1, mistakeFrom),
    p: togglePlay,
  };
  if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});

// A game that was searched for opens at what was searched for.
if (!followAddress()) go((replay.searched ? worstMistake() : null) ?? guessFrom(1, 1) ?? guessFrom(0, 1) ?? 0);
