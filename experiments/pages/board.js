// The board of every page: a grid that keyboards, pointers and screen readers use alike, or, of many cells, one canvas. It
// draws what it is given and tells what is done to its cells. Pages that the program writes hold this file as it is, without
// `import` and `export`; the page of the browser is bundled from it (experiments/browser).

export const kMostNodes = 4096;      // cells that are elements; boards of more are a canvas
export const kMostDrawn = 1 << 20;  // cells of a canvas

/** @param {string} name @param {Record<string, any>} [properties] @param {...any} children @returns {any} */
export function make(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value === true ? '' : value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

// The texts of boards and replays by their keys: {count} stands for a value, {count|mine|mines} for the first word where the
// value is 1, else for the second. A page in another language replaces them.
export const kBoardTexts = {
  minedug: 'the mine that was dug', mineFlagged: 'a mine, flagged', mine: 'a mine', shows: 'shows {number}', hiddenFlagged: 'hidden, flagged', hidden: 'hidden',
  certainlySafe: 'certainly safe', certainlyMine: 'certainly a mine', risk: 'P(mine) {percent} percent', inProof: 'part of the proof', inDotted: 'in the dotted part',
  dugNext: 'dug next', toDig: 'the cell to dig', cannotBeMet: 'cannot be met', moveOf: 'the move of {strategies}', cellAt: 'row {row}, column {col}: {what}', namedCell: 'cell {cell}: {what}', comma: ', ',
  first: 'first', back: 'back', forward: 'forward', last: 'last', previousGuess: 'previous guess', nextGuess: 'next guess', previousMistake: 'previous mistake',
  nextMistake: 'next mistake', play: 'play', pause: 'pause', digSlider: 'dig', player: 'Player ', nextTo: 'next to ', risks: ' risks', steps: 'steps', pace: 'seconds per dig ', dig: 'Dig ',
  wonMark: '{name} (won)', lostMark: '{name} (lost)', none: 'none', end: 'the end', place: '{step} of {count}', savePosition: 'save this position',
  boardKeys: 'the board: arrow keys look at cells; n and b step, g and m go to guesses and mistakes', digMark: 'dig {dig}: {mistakes}', pMine: 'P(mine) {p}',
  endAs: '{end}, dug as a {why} with {risk}.', endPlain: '{end}.', digTold: 'Dig {step} of {count}: {cell}, {why}', lowest: 'lowest {p}', claimedSafe: 'claimed to be safe',
  believed: 'believed {risk}', mistakeTold: 'mistake: {mistake}', winChance: 'win chance {p}', opens: 'opens {count}', hitsMine: 'hits a mine', semicolon: '; ', stop: '.',
  chosenAmong: 'Chosen among', lowestCells: 'Hidden cells of lowest risk', lowestCellsOf: 'Hidden cells of lowest risk, {shown} of {count}', cell: 'cell', pMineHead: 'P(mine)',
  value: 'value', standardError: 'standard error', dugMark: '{cell} (dug)',
  why_first: 'first', why_rules: 'rules', why_csp: 'csp', why_pinv: 'pinv', why_guess: 'guess', why_certain: 'certain',
};
/** @type {Record<string, string>} */
let texts = kBoardTexts;
/** @type {(sentence: string) => string} */
let translated = (sentence) => sentence;
/** @param {Record<string, string>} own @param {(sentence: string) => string} [translate] what the engine says, sentence by sentence */
export function useTexts(own, translate = (sentence) => sentence) {
  texts = own;
  translated = translate;
}
/** The text of a key. @param {string} key @param {Record<string, any>} [values] @returns {string} */
export const t = (key, values = {}) => texts[key].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => (one === undefined ? values[name] : values[name] === 1 ? one : many));

/** @param {number} p */
export function percent(p) {
  if (p > 0 && p < 0.005) return '<1';
  if (p < 1 && p > 0.995) return '>99';
  return String(Math.round(100 * p));
}

// Cells are named as the headers of boards name them: `3,4` by row and column from 0, or `E4` by a letter and a number from 1.
let hasLetters = false;
/** @param {boolean} isOn */
export function nameCellsByLetters(isOn) {
  hasLetters = isOn;
}
/** @param {number} row */
const rowName = (row) => String(hasLetters ? row + 1 : row);
/** A to Z, AA, AB, ... @param {number} col @returns {string} */
const colName = (col) => (hasLetters ? (col >= 26 ? colName(Math.floor(col / 26) - 1) : '') + String.fromCharCode(65 + (col % 26)) : String(col));
/** Of a board in layers `0,3,4`, of a graph a number. @param {number[] | number} cell */
export function cellName(cell) {
  if (typeof cell === 'number' || cell.length === 3) return String(cell);
  const [row, col] = cell;
  return hasLetters ? colName(col) + rowName(row) : `${row},${col}`;
}
/** A text of the engine, which names cells `row,col`. @param {string} text */
export const engineText = (text) => withCellNames(translated(text));
/** @param {string} text */
const withCellNames = (text) => (hasLetters ? text.replace(/(?<![\d.,])(0|[1-9]\d*),(0|[1-9]\d*)(?![\d]|[.,]\d)/g, (_, row, col) => cellName([Number(row), Number(col)])) : text);

// The colours of pictures of positions (experiments/support/png_image.hpp).
const kRiskStops = [[255, 247, 222], [253, 204, 138], [239, 120, 80], [179, 30, 30]];
const kWhiteTextAbove = 0.85;

/** The background of a risk. @param {number} p */
export function heat(p) {
  const place = Math.min(Math.max(p, 0), 1) * (kRiskStops.length - 1), i = Math.min(Math.floor(place), kRiskStops.length - 2);
  return `rgb(${kRiskStops[i].map((a, k) => Math.round(a + (kRiskStops[i + 1][k] - a) * (place - i)))})`;
}
/** The text on it. @param {number} p */
export const textOn = (p) => (p > kWhiteTextAbove ? 'white' : 'black');

/**
 * @typedef {object} Picture
 * @property {(string | string[])[]} cells the signs of a row: `0` to `8`, where cells see more also larger numbers (see numberOf), `.` hidden, `F` flagged
 * @property {string} topology
 * @property {(number | null)[][] | null} [risks] P(mine), null where shown
 * @property {number[][][]} [components] lists of cells, which are outlined
 * @property {number[][]} [proof] shown cells that prove the selected one
 * @property {number[][]} [mines] after the end
 * @property {number[] | null} [exploded]
 * @property {number | null} [exploded_risk] P(mine) of the mine that was dug
 * @property {number[] | null} [dug] the cell that is dug next
 * @property {Map<string, string>} [letters] of strategies, by `row,col`
 * @property {number[] | null} [hinted]
 * @property {number[][]} [region]
 * @property {number[] | null} [wrong] the number that cannot be met
 */

/** The number that a sign stands for: a to z are 10 to 35, as in positions. @param {string} sign */
export const numberOf = (sign) => (/[a-z]/.test(sign) ? parseInt(sign, 36) : Number(sign));

/** How a cell looks: its classes, its text, its colour if the classes do not say it, and what a screen reader says. */
class Look {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.cols = picture.cells[0].length;
    const numbersOf = (/** @type {number[][] | undefined} */ cells) => new Set((cells ?? []).map(([r, c]) => r * this.cols + c));
    this.proof = numbersOf(picture.proof);
    this.mines = numbersOf(picture.mines);
    this.region = numbersOf(picture.region);
    /** @type {Map<number, number>} */
    this.componentOf = new Map();
    (picture.components ?? []).forEach((cells, i) => cells.forEach(([r, c]) => this.componentOf.set(r * this.cols + c, i)));
  }

  /** @param {number[] | null | undefined} cell @param {number} row @param {number} col */
  static is(cell, row, col) {
    return cell?.[0] === row && cell[1] === col;
  }

  /** @param {number} row @param {number} col */
  at(row, col) {
    const {picture} = this, number = row * this.cols + col, sign = picture.cells[row][col];
    const isHidden = sign === '.' || sign === 'F', p = isHidden ? picture.risks?.[row]?.[col] ?? null : null;
    /** @type {string[]} */
    const classes = [], /** @type {string[]} */ said = [];
    let text = '', colour = '';
    const add = (/** @type {string} */ name, /** @type {string} */ words, written = text) => {
      classes.push(name);
      said.push(words);
      text = written;
    };
    if (Look.is(picture.exploded, row, col)) add('exploded', t('minedug'), '✹');
    else if (this.mines.has(number) && sign === 'F') add('mine', t('mineFlagged'), '⚑');
    else if (this.mines.has(number)) add('mine', t('mine'), '●');
    else if (!isHidden) add('shown', t('shows', {number: numberOf(sign)}), sign === '0' ? '' : String(numberOf(sign)));
    else if (sign === 'F') add('hidden', t('hiddenFlagged'), '⚑');
    else add('hidden', t('hidden'));
    if (classes[0] === 'shown') classes.push('n' + Math.min(numberOf(sign), 8));
    if (classes[0] === 'hidden' && p !== null) {
      if (p === 0) add('safe', t('certainlySafe'), '○');
      else if (p === 1) add('mine', t('certainlyMine'), text || '●');
      else add(textOn(p), t('risk', {percent: percent(p)}), text || percent(p));
      if (p > 0 && p < 1) colour = heat(p);
    }
    if (this.proof.has(number)) add('proof', t('inProof'));
    if (this.region.has(number)) add('region', t('inDotted'));
    if (Look.is(picture.dug, row, col)) add('dug', t('dugNext'));
    if (Look.is(picture.hinted, row, col)) add('dug', t('toDig'));
    if (Look.is(picture.wrong, row, col)) add('dug', t('cannotBeMet'));
    return {classes, text, colour, said};
  }

  /** The sides of a cell where its component ends. @param {number} row @param {number} col */
  edges(row, col) {
    const own = this.componentOf.get(row * this.cols + col);
    if (own === undefined) return [];
    const beside = {top: [row - 1, col], bottom: [row + 1, col], left: [row, col - 1], right: [row, col + 1]};
    return Object.entries(beside).filter(([, [r, c]]) => c < 0 || c >= this.cols || this.componentOf.get(r * this.cols + c) !== own)
      .map(([side]) => 'edge-' + side);
  }
}

export class Board {
  /**
   * @param {HTMLElement} parent
   * @param {{label: string, onKey?: (key: string, cell: number[]) => boolean, onPress?: (cell: number[], button: number) => void,
   *   onHover?: (cell: number[] | null) => void, onDrag?: (cell: number[]) => void, onWheel?: (cell: number[], by: number) => boolean,
   *   onFocus?: (cell: number[]) => void}} options
   *   onDrag: a mouse or pen with its first button down reaches another cell; onWheel: whether the wheel did something
   */
  constructor(parent, options) {
    this.options = options;
    this.grid = make('div', {role: 'grid', class: 'board', 'aria-label': options.label});
    parent.append(make('div', {class: 'scroll'}, this.grid));
    /** @type {any[][]} */
    this.nodes = [];
    /** @type {HTMLCanvasElement | null} */
    this.canvas = null;
    this.rows = 0;
    this.cols = 0;
    this.topology = '';
    this.hasLetters = false;
    /** @type {string | undefined} the cell that a mouse or pen was last pressed on, while its first button is down */
    this.pressed = undefined;
    /** @type {number[]} */
    this.focused = [0, 0];
    this.grid.addEventListener('keydown', (/** @type {any} */ event) => this.handleKey(event));
    this.grid.addEventListener('pointerdown', (/** @type {any} */ event) => this.handlePointer(event));
    this.grid.addEventListener('contextmenu', (/** @type {any} */ event) => {
      if (options.onPress) event.preventDefault();
      clearTimeout(this.held);
    });
    for (const kind of ['pointerover', 'pointermove'])
      this.grid.addEventListener(kind, (/** @type {any} */ event) => {
        const cell = this.cellOf(event), isOther = String(cell) !== this.pressed;
        this.hover(cell);
        if (event.buttons !== 1) this.pressed = undefined;
        else if (cell && isOther && this.pressed !== undefined && event.pointerType !== 'touch') {
          this.pressed = String(cell);
          options.onDrag?.(cell);
        }
      });
    this.grid.addEventListener('pointerleave', () => this.hover(null));
    this.grid.addEventListener('wheel', (/** @type {any} */ event) => {
      const cell = this.cellOf(event);
      if (cell && options.onWheel?.(cell, event.deltaY < 0 ? 1 : -1)) event.preventDefault();
    }, {passive: false});
  }

  /** @param {any} event @returns {number[] | null} */
  cellOf(event) {
    if (this.canvas) {
      const box = this.canvas.getBoundingClientRect(), side = box.height / this.rows, row = Math.floor((event.clientY - box.top) / side);
      const col = Math.floor((event.clientX - box.left) / side - (this.topology === 'hex' && row % 2 ? 0.5 : 0));
      return row >= 0 && row < this.rows && col >= 0 && col < this.cols ? [row, col] : null;
    }
    const cell = event.target.closest?.('[role=gridcell]');
    return cell ? [Number(cell.dataset.row), Number(cell.dataset.col)] : null;
  }

  /** @param {number[] | null} cell */
  hover(cell) {
    if (String(cell) === this.hovered) return;
    this.hovered = String(cell);
    this.options.onHover?.(cell);
  }

  /** A long touch counts as the second button. @param {any} event */
  handlePointer(event) {
    const cell = this.cellOf(event);
    if (!cell) return;
    // A board that only shows leaves the keys where they are.
    if (!this.options.onPress) return event.pointerType === 'mouse' && event.preventDefault();
    this.focus(cell, false);
    if (event.pointerType !== 'touch') {
      this.pressed = event.button === 0 ? String(cell) : undefined;
      return this.options.onPress(cell, event.button);
    }
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

  /** Where a key leads from the cell that has the focus. @param {string} key @returns {number[] | undefined} */
  cellBy(key) {
    const {rows, cols} = this, [row, col] = this.focused;
    /** @type {Record<string, number[]>} */
    const steps = {ArrowUp: [row - 1, col], ArrowDown: [row + 1, col], ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1],
      Home: [row, 0], End: [row, cols - 1], PageUp: [0, col], PageDown: [rows - 1, col]};
    const to = steps[key];
    return to && [Math.min(Math.max(to[0], 0), rows - 1), Math.min(Math.max(to[1], 0), cols - 1)];
  }

  /** @param {any} event */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = this.cellBy(event.key);
    if (to) this.focus(to, true);
    else if (!this.options.onKey?.(event.key, this.focused)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number[]} cell @param {boolean} moves whether the browser's focus goes there */
  focus(cell, moves) {
    const [row, col] = this.focused;
    this.nodes[row]?.[col]?.setAttribute('tabindex', '-1');
    this.focused = cell;
    this.options.onFocus?.(cell);
    if (this.canvas) {
      this.sayCell();
      return this.paint();
    }
    const node = this.nodes[cell[0]][cell[1]];
    node.setAttribute('tabindex', '0');
    if (moves) node.focus();
  }

  /** @param {number} rows @param {number} cols @param {string} topology */
  resize(rows, cols, topology) {
    if (this.rows === rows && this.cols === cols && this.topology === topology && this.hasLetters === hasLetters) return;
    Object.assign(this, {rows, cols, topology, hasLetters});
    this.focused = [Math.min(this.focused[0], rows - 1), Math.min(this.focused[1], cols - 1)];
    this.grid.setAttribute('aria-rowcount', String(rows));
    this.grid.setAttribute('aria-colcount', String(cols));
    this.grid.style.setProperty('--cols', String(cols));
    this.nodes = [];
    this.canvas = null;
    if (rows * cols > kMostNodes) {
      this.canvas = make('canvas', {tabindex: 0, role: 'gridcell'});
      return this.grid.replaceChildren(make('div', {role: 'row'}, this.canvas));
    }
    this.nodes = Array.from({length: rows}, (_, row) =>
      Array.from({length: cols}, (_, col) =>
        make('div', {role: 'gridcell', tabindex: String(this.focused) === `${row},${col}` ? 0 : -1, 'data-row': row, 'data-col': col})));
    const header = make('div', {class: 'row head', 'aria-hidden': 'true'}, make('span', {class: 'at'}),
      ...Array.from({length: cols}, (_, col) => make('span', {class: 'at'}, colName(col))));
    this.grid.replaceChildren(header, ...this.nodes.map((nodes, row) =>
      make('div', {role: 'row', class: topology === 'hex' && row % 2 ? 'row shifted' : 'row'},
        make('span', {class: 'at', 'aria-hidden': 'true'}, rowName(row)), ...nodes)));
  }

  /** Scrolls a board that is wider than its box to the cell. @param {number[] | null} cell */
  reveal(cell) {
    const box = this.grid.parentElement, node = cell && this.nodes[cell[0]]?.[cell[1]];
    if (!node || !box || box.scrollWidth <= box.clientWidth) return;
    const {left: from, width} = node.getBoundingClientRect(), left = from - box.getBoundingClientRect().left;
    if (left < 0 || left > box.clientWidth - width) box.scrollLeft += left - box.clientWidth / 2;
  }

  /** @param {Picture} picture */
  draw(picture) {
    this.look = new Look(picture);
    this.resize(picture.cells.length, picture.cells[0].length, picture.topology);
    if (this.canvas) {
      this.sayCell();
      return this.paint();
    }
    this.nodes.forEach((nodes, row) => nodes.forEach((node, col) => this.drawNode(node, row, col)));
    this.reveal(picture.exploded ?? picture.hinted ?? picture.dug ?? null);
  }

  /** @param {any} node @param {number} row @param {number} col */
  drawNode(node, row, col) {
    const look = /** @type {Look} */ (this.look), {picture} = look, {classes, text, colour, said} = look.at(row, col);
    const letters = picture.letters?.get(`${row},${col}`) ?? '';
    if (letters) said.push(t('moveOf', {strategies: letters}));
    // The risk that the dig of a mine ran stands below it.
    const risk = classes[0] === 'exploded' && typeof picture.exploded_risk === 'number' ? percent(picture.exploded_risk) : '';
    node.className = [...classes, ...look.edges(row, col)].join(' ');
    node.style.backgroundColor = colour;
    const content = [text, letters, risk].join('|');
    if (node.dataset.content !== content) {
      node.dataset.content = content;
      node.textContent = text;
      if (letters) node.append(make('sup', {'aria-hidden': 'true'}, '◆'));
      if (risk) node.append(make('sub', {}, risk));
    }
    node.setAttribute('aria-label', t('cellAt', {row, col, what: said.join(t('comma'))}));
  }

  /** What is where the keys are. */
  sayCell() {
    const [row, col] = this.focused;
    this.canvas?.setAttribute('aria-label', t('cellAt', {row, col, what: this.look?.at(row, col).said.join(t('comma')) ?? ''}));
  }

  /** The canvas: colours, and the signs where cells have room for them. */
  paint() {
    const canvas = /** @type {HTMLCanvasElement} */ (this.canvas), look = /** @type {Look} */ (this.look), {rows, cols} = this;
    // As wide as the page; cells that can be pointed at have four pixels at least, and the box scrolls.
    const isHex = this.topology === 'hex', least = Math.max(rows, cols) > 1024 ? 1 : 4;
    const side = Math.min(Math.max(Math.floor((document.body.clientWidth - 32) / cols), least), 16);
    canvas.width = side * cols + (isHex ? Math.ceil(side / 2) : 0);
    canvas.height = side * rows;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')), style = getComputedStyle(this.grid);
    /** @type {Map<string, string>} */
    const known = new Map();
    const variable = (/** @type {string} */ name) => {
      if (!known.has(name)) known.set(name, style.getPropertyValue('--' + name).trim());
      return known.get(name) ?? '';
    };
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.font = `${Math.floor(0.75 * side)}px system-ui, sans-serif`;
    const gap = side > 3 ? 1 : 0;
    for (let row = 0; row < rows; row++)
      for (let col = 0; col < cols; col++) {
        const {classes, text, colour} = look.at(row, col), has = (/** @type {string} */ name) => classes.includes(name);
        const x = col * side + (isHex && row % 2 ? side / 2 : 0), y = row * side;
        const kind = has('exploded') ? 'wrong-cell' : has('mine') ? 'mine' : has('safe') ? 'safe' : classes[0];
        pen.fillStyle = colour || variable(kind);
        pen.fillRect(x, y, side - gap, side - gap);
        if (side >= 12 && text) {
          pen.fillStyle = kind === 'shown' ? variable(classes[1]) : has('black') ? '#000' : has('white') ? '#fff' : variable(kind + '-ink');
          pen.fillText(text.length > 2 ? text.slice(0, 2) : text, x + side / 2, y + side / 2 + 1);
        }
        if (classes.some((name) => ['proof', 'dug', 'region'].includes(name))) this.frame(pen, x, y, side, variable('accent'));
      }
    const [row, col] = this.focused;
    this.frame(pen, col * side + (isHex && row % 2 ? side / 2 : 0), row * side, side, variable('ink'));
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} side @param {string} colour */
  frame(pen, x, y, side, colour) {
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(2, side / 6);
    pen.strokeRect(x, y, side, side);
  }
}

// Pixels of a usual side in the program's pictures of boards of any shape (CellShapes::kCellPixels).
const kPictureSide = 28;
/** @type {Record<string, number[]>} */
const kArrows = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};

/** Which of the places an arrow leads to: near, and hardly aside; the same one if there is none. @param {number[][]} places [x, y] @param {number} from @param {string} arrow */
export function placeBy(places, from, arrow) {
  const [x, y] = places[from], [dx, dy] = kArrows[arrow];
  let found = from, least = Infinity;
  places.forEach((place, i) => {
    const along = (place[0] - x) * dx + (place[1] - y) * dy, aside = (place[0] - x) * dy - (place[1] - y) * dx;
    const cost = along + (2 * aside * aside) / along;
    // Pictures round places to a tenth of a pixel: what costs as much is told by its number.
    if (along > 1 && Math.abs(aside) < 2 * along && cost < least - 0.5) [found, least] = [i, cost];
  });
  return found;
}

/** The sides that only one of the polygons has. @param {number[][][]} polygons their corners [x, y] @returns {number[][][]} [from, to] of each */
export function outerSides(polygons) {
  /** @type {Map<string, {side: number[][], isShared: boolean}>} by the middles of the sides, which lie some pixels apart */
  const found = new Map();
  for (const corners of polygons)
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length], [x, y] = from.map((place, k) => Math.round((place + to[k]) / 2));
      // Pictures round corners to a tenth of a pixel, which may lead to the next whole one.
      const near = [0, -1, 1].flatMap((dx) => [0, -1, 1].map((dy) => found.get(`${x + dx},${y + dy}`))).find((each) => each !== undefined);
      if (near) near.isShared = true;
      else found.set(`${x},${y}`, {side: [from, to], isShared: false});
    });
  return [...found.values()].filter(({isShared}) => !isShared).map(({side}) => side);
}

/** A board of any shape, in the picture that the program made of it (experiments/drawing/cell_shapes.hpp). */
export class OutlinedBoard extends Board {
  /**
   * @param {HTMLElement} parent
   * @param {ConstructorParameters<typeof Board>[1] & {nameOf?: (row: number, col: number) => string}} options nameOf: where
   *   cells are not named by a row and a column
   * @param {string} drawing
   */
  constructor(parent, options, drawing) {
    super(parent, options);
    this.nameOf = options.nameOf;
    this.drawing = drawing;
    /** @type {number[][]} of the cells */
    this.places = [];
    /** @type {any} what frames cells, above all of them: neighbours would cover half of its lines */
    this.frames = null;
  }

  /** @param {number} rows @param {number} cols */
  resize(rows, cols) {
    if (this.rows === rows && this.cols === cols) return;
    Object.assign(this, {rows, cols});
    this.grid.innerHTML = this.drawing;
    const svg = this.grid.firstElementChild, cells = [...svg.querySelectorAll('[role=gridcell]')];
    svg.setAttribute('role', 'presentation');
    svg.style.width = `calc(${svg.getAttribute('width') / kPictureSide} * var(--side))`;
    cells.forEach((cell, i) => {
      cell.setAttribute('data-row', String(Math.floor(i / cols)));
      cell.setAttribute('data-col', String(i % cols));
      cell.setAttribute('tabindex', i ? '-1' : '0');
    });
    this.nodes = Array.from({length: rows}, (_, row) => cells.slice(row * cols, (row + 1) * cols));
    this.places = cells.map(({lastElementChild: sign}) => ['x', 'y'].map((name) => Number(sign.getAttribute(name))));
    this.frames = svg.appendChild(document.createElementNS(svg.namespaceURI, 'g'));
    this.frames.setAttribute('aria-hidden', 'true');
    this.focused = [0, 0];
  }

  /** @param {Picture} picture */
  draw(picture) {
    this.frames?.replaceChildren();
    super.draw(picture);
    this.outline(picture.components ?? []);
    this.addFrame(this.focused, 'focus');
  }

  /** Below the frames of cells. @param {number[][][]} components */
  outline(components) {
    for (const cells of components) {
      // On a graph, whose cells are circles, each by itself.
      if (this.nodes[cells[0][0]][cells[0][1]].firstElementChild.localName === 'circle') {
        for (const cell of cells) this.addFrame(cell, 'component');
        continue;
      }
      const corners = cells.map(([row, col]) => this.nodes[row][col].firstElementChild.getAttribute('d').match(/[\d.]+,[\d.]+/g)
        .map((/** @type {string} */ corner) => corner.split(',').map(Number)));
      const path = document.createElementNS(this.frames.namespaceURI, 'path');
      path.setAttribute('d', outerSides(corners).map(([from, to]) => `M${from} L${to}`).join(' '));
      path.classList.add('frame', 'component');
      this.frames.prepend(path);
    }
  }

  /** @param {any} node @param {number} row @param {number} col */
  drawNode(node, row, col) {
    const {classes, text, colour, said} = /** @type {Look} */ (this.look).at(row, col), [shape, sign] = node.children, what = said.join(t('comma'));
    node.setAttribute('class', classes.join(' '));
    shape.style.fill = colour;
    sign.textContent = text;
    node.setAttribute('aria-label', this.nameOf ? t('namedCell', {cell: this.nameOf(row, col), what}) : t('cellAt', {row, col, what}));
    for (const kind of ['proof', 'region', 'dug']) if (classes.includes(kind)) this.addFrame([row, col], kind);
  }

  /** @param {number[]} cell @param {string} kind */
  addFrame([row, col], kind) {
    const frame = this.nodes[row][col].firstElementChild.cloneNode();
    frame.removeAttribute('style');
    frame.setAttribute('class', 'frame ' + kind);
    this.frames.append(frame);
  }

  /** @param {number[]} cell @param {boolean} moves */
  focus(cell, moves) {
    super.focus(cell, moves);
    this.frames.querySelector('.focus')?.remove();
    this.addFrame(cell, 'focus');
  }

  /** Arrows lead to what lies there. @param {string} key */
  cellBy(key) {
    if (!kArrows[key]) return super.cellBy(key);
    const [row, col] = this.focused, to = placeBy(this.places, row * this.cols + col, key);
    return [Math.floor(to / this.cols), to % this.cols];
  }
}

/** A board in place of what was there. @param {HTMLElement} parent @param {ConstructorParameters<typeof OutlinedBoard>[1]} options @param {string | undefined} drawing of a lattice */
export function boardIn(parent, options, drawing) {
  parent.replaceChildren();
  return drawing ? new OutlinedBoard(parent, options, drawing) : new Board(parent, options);
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
