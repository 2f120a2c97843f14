// The board of the page: a grid that keyboards, pointers and screen readers use alike. It draws what it is given and tells
// what is done to its cells.

export const kMostCells = 4096;

/** @param {string} name @param {Record<string, any>} [properties] @param {...any} children @returns {any} */
export function make(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value === true ? '' : value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** @param {number} p */
export function percent(p) {
  if (p > 0 && p < 0.005) return '<1';
  if (p < 1 && p > 0.995) return '>99';
  return String(Math.round(100 * p));
}

const kStops = [[255, 255, 217], [254, 204, 92], [253, 141, 60], [227, 26, 28], [128, 0, 38]];
const kWhiteAbove = 0.75;  // the text on it, so that the contrast is at least 4.5

/** @param {number} p */
function heat(p) {
  const place = p * (kStops.length - 1), i = Math.min(Math.floor(place), kStops.length - 2);
  return `rgb(${kStops[i].map((a, k) => Math.round(a + (kStops[i + 1][k] - a) * (place - i)))})`;
}

/**
 * @typedef {object} Picture
 * @property {string[]} cells a text per row: `0` to `8`, `.` hidden, `F` flagged
 * @property {string} topology
 * @property {(number | null)[][] | null} [risks] P(mine), null where shown
 * @property {number[][][]} [components] lists of cells, which are outlined
 * @property {number[][]} [proof] shown cells that prove the selected one
 * @property {number[][]} [mines] after the end
 * @property {number[] | null} [exploded]
 * @property {number[] | null} [dug] the cell that is dug next
 * @property {Map<string, string>} [letters] of strategies, by `row,col`
 * @property {number[] | null} [hinted]
 * @property {number[][]} [region]
 */

export class Board {
  /**
   * @param {HTMLElement} parent
   * @param {{label: string, onKey?: (key: string, cell: number[]) => boolean, onPress?: (cell: number[], button: number) => void,
   *   onHover?: (cell: number[] | null) => void, onSelect?: (cell: number[]) => void}} options
   */
  constructor(parent, options) {
    this.options = options;
    this.grid = make('div', {role: 'grid', class: 'board', 'aria-label': options.label});
    parent.append(make('div', {class: 'scroll'}, this.grid));
    /** @type {any[][]} */
    this.nodes = [];
    /** @type {number[]} */
    this.focused = [0, 0];
    this.grid.addEventListener('keydown', (/** @type {any} */ event) => this.handleKey(event));
    this.grid.addEventListener('pointerdown', (/** @type {any} */ event) => this.handlePointer(event));
    this.grid.addEventListener('contextmenu', (/** @type {any} */ event) => {
      event.preventDefault();
      clearTimeout(this.held);
    });
    this.grid.addEventListener('pointerover', (/** @type {any} */ event) => options.onHover?.(this.cellOf(event.target)));
    this.grid.addEventListener('pointerleave', () => options.onHover?.(null));
  }

  /** @param {any} node @returns {number[] | null} */
  cellOf(node) {
    const cell = node.closest?.('[role=gridcell]');
    return cell ? [Number(cell.dataset.row), Number(cell.dataset.col)] : null;
  }

  /** A long touch counts as the second button. @param {any} event */
  handlePointer(event) {
    const cell = this.cellOf(event.target);
    if (!cell) return;
    this.focus(cell, false);
    if (event.pointerType !== 'touch') return this.options.onPress?.(cell, event.button);
    let isHeld = false;
    this.held = setTimeout(() => {
      isHeld = true;
      this.options.onPress?.(cell, 2);
    }, 400);
    const end = (/** @type {any} */ ended) => {
      clearTimeout(this.held);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (ended.type === 'pointerup' && !isHeld) this.options.onPress?.(cell, 0);
    };
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  /** @param {any} event */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, col] = this.focused, rows = this.nodes.length, cols = this.nodes[0].length;
    /** @type {Record<string, number[]>} */
    const steps = {ArrowUp: [row - 1, col], ArrowDown: [row + 1, col], ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1],
      Home: [row, 0], End: [row, cols - 1], PageUp: [0, col], PageDown: [rows - 1, col]};
    const to = steps[event.key];
    if (to) this.focus([Math.min(Math.max(to[0], 0), rows - 1), Math.min(Math.max(to[1], 0), cols - 1)], true);
    else if (!this.options.onKey?.(event.key, this.focused)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number[]} cell @param {boolean} moves whether the browser's focus goes there */
  focus(cell, moves) {
    const [row, col] = this.focused;
    this.nodes[row]?.[col]?.setAttribute('tabindex', '-1');
    this.focused = cell;
    const node = this.nodes[cell[0]][cell[1]];
    node.setAttribute('tabindex', '0');
    if (moves) node.focus();
    this.options.onSelect?.(cell);
  }

  /** @param {number} rows @param {number} cols @param {string} topology */
  resize(rows, cols, topology) {
    if (this.nodes.length === rows && this.nodes[0]?.length === cols && this.topology === topology) return;
    this.topology = topology;
    this.focused = [Math.min(this.focused[0], rows - 1), Math.min(this.focused[1], cols - 1)];
    this.nodes = Array.from({length: rows}, (_, row) =>
      Array.from({length: cols}, (_, col) =>
        make('div', {role: 'gridcell', tabindex: String(this.focused) === `${row},${col}` ? 0 : -1, 'data-row': row, 'data-col': col})));
    const header = make('div', {class: 'row head', 'aria-hidden': 'true'}, make('span', {class: 'at'}),
      ...Array.from({length: cols}, (_, col) => make('span', {class: 'at'}, String(col))));
    this.grid.replaceChildren(header, ...this.nodes.map((nodes, row) =>
      make('div', {role: 'row', class: topology === 'hex' && row % 2 ? 'row shifted' : 'row'},
        make('span', {class: 'at', 'aria-hidden': 'true'}, String(row)), ...nodes)));
    this.grid.setAttribute('aria-rowcount', String(rows));
    this.grid.setAttribute('aria-colcount', String(cols));
  }

  /** Scrolls a board that is wider than its box to the cell. @param {number[] | null} cell */
  reveal(cell) {
    const box = this.grid.parentElement, node = cell && this.nodes[cell[0]]?.[cell[1]];
    if (!node || !box || box.scrollWidth <= box.clientWidth) return;
    const left = node.getBoundingClientRect().left - box.getBoundingClientRect().left;
    if (left < 0 || left > box.clientWidth - node.offsetWidth) box.scrollLeft += left - box.clientWidth / 2;
  }

  /** @param {Picture} picture */
  draw(picture) {
    const rows = picture.cells.length, cols = picture.cells[0].length;
    this.resize(rows, cols, picture.topology);
    const setOf = (/** @type {number[][] | undefined} */ cells) => new Set((cells ?? []).map(String));
    const proof = setOf(picture.proof), mines = setOf(picture.mines), region = setOf(picture.region);
    const componentOf = new Map();
    (picture.components ?? []).forEach((cells, i) => cells.forEach((cell) => componentOf.set(String(cell), i)));
    for (let row = 0; row < rows; row++)
      for (let col = 0; col < cols; col++) {
        const node = this.nodes[row][col], name = `${row},${col}`, sign = picture.cells[row][col];
        const isHidden = sign === '.' || sign === 'F';
        const p = isHidden ? picture.risks?.[row]?.[col] ?? null : null;
        const isExploded = String(picture.exploded) === name, isMine = mines.has(name);
        const component = componentOf.get(name);
        const classes = [];
        let text = '', said = `row ${row}, column ${col}: `, colour = '';
        if (isExploded) [text, said] = ['✹', said + 'the mine that was dug'];
        else if (isMine) [text, said] = [sign === 'F' ? '⚑' : '●', said + (sign === 'F' ? 'a mine, flagged' : 'a mine')];
        else if (!isHidden) [text, said] = [sign === '0' ? '' : sign, said + `shows ${sign}`];
        else {
          said += sign === 'F' ? 'hidden, flagged' : 'hidden';
          if (sign === 'F') text = '⚑';
          if (p === 0) [text, said] = ['○', said + ', certainly safe'];
          else if (p === 1) [text, said] = [sign === 'F' ? '⚑' : '●', said + ', certainly a mine'];
          else if (p !== null) [text, said, colour] = [sign === 'F' ? '⚑' : percent(p), said + `, P(mine) ${percent(p)} percent`, heat(p)];
        }
        if (isHidden && !isExploded && !isMine) classes.push('hidden');
        else if (isExploded) classes.push('exploded');
        else if (isMine) classes.push('mine');
        else classes.push('shown', 'n' + sign);
        if (p === 0) classes.push('safe');
        if (p === 1) classes.push('mine');
        if (colour) classes.push(p !== null && p >= kWhiteAbove ? 'white' : 'black');
        if (proof.has(name)) [classes.push('proof'), (said += ', part of the proof')];
        if (region.has(name)) classes.push('region');
        if (String(picture.dug) === name) [classes.push('dug'), (said += ', dug next')];
        if (String(picture.hinted) === name) [classes.push('dug'), (said += ', the hint')];
        if (component !== undefined)
          for (const [side, other] of [['top', [row - 1, col]], ['bottom', [row + 1, col]], ['left', [row, col - 1]], ['right', [row, col + 1]]])
            if (componentOf.get(String(other)) !== component) classes.push('edge-' + side);
        const letters = picture.letters?.get(name) ?? '';
        if (letters) said += `, the move of ${letters}`;
        node.className = classes.join(' ');
        node.style.backgroundColor = colour;
        if (node.firstChild?.data !== text || node.dataset.moves !== letters) {
          node.textContent = text;
          node.dataset.moves = letters;
          if (letters) node.append(make('sup', {'aria-hidden': 'true'}, '◆'));
        }
        node.setAttribute('aria-label', said);
      }
    this.reveal(picture.hinted ?? picture.dug ?? null);
  }
}

/** The neighbours of a cell. @param {number[]} cell @param {number} rows @param {number} cols @param {string} topology */
export function neighbors([row, col], rows, cols, topology) {
  const shift = row % 2 ? 0 : -1;
  const steps = topology === 'hex'
    ? [[0, -1], [0, 1], [-1, shift], [-1, shift + 1], [1, shift], [1, shift + 1]]
    : [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
  const found = new Map();
  for (const [r, c] of steps) {
    let at = [row + r, col + c];
    if (topology === 'torus') at = [(at[0] + rows) % rows, (at[1] + cols) % cols];
    if (at[0] >= 0 && at[0] < rows && at[1] >= 0 && at[1] < cols && String(at) !== `${row},${col}`) found.set(String(at), at);
  }
  return [...found.values()];
}
