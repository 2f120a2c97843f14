// Reads positions as people have them: copied from games, solvers, spreadsheets and chats. What can be meant in two ways is
// returned as a question. The program's own formats are read by the engine (sapper.js, `read`).

import {t} from './texts.js';

/**
 * @typedef {{mines?: number, meaning?: Record<string, string>, lastIsCount?: boolean, isTall?: boolean}} Answers
 *   meaning: `0` or `.` (hidden), by sign; lastIsCount: whether the last line is the mine count, and not a row; isTall:
 *   whether the first number of `16x30x99` counts the rows
 * @typedef {{rows: number, cols: number, mines: number, cells: string[]}} Pasted
 * @typedef {{question: string, choices?: {label: string, answers: Answers}[], needsCount?: boolean, rows?: number, cols?: number}} Question
 * @typedef {{position?: Pasted, board?: string, understood?: string, question?: Question, error?: string}} Reading
 *   one of position, board (a map of `*` and `.`), question or error
 */

const kMostCells = 1 << 20;
const kFlags = new Set(['F', 'f', '⚑', '⚐', '🚩', '🏁', '🏴']);
const kMines = new Set(['*', '💣', '💥', '✹', '☀']);
const kHidden = new Set(['?', '#', 'H', 'h']);
// Signs of hidden cells in some texts and of zeros in others.
const kEither = new Set(['.', '-', '_', '·', '⬜', '⬛', '◻', '◼', '◽', '◾', '▫', '▪', '□', '■', '▢', '▣', '░', '▒', '▓', '█', '🟦', '🟩', '🟨', '🟧', '🟥', '🟪', '🟫', '🔲', '🔳']);
// Levels whose sizes are written either way round.
const kExpert = {rows: 16, cols: 30, mines: 99};

/** Full-width signs and keycaps as the signs that they stand for. @param {string} text */
function plain(text) {
  return text.replace(/\r\n?/g, '\n').replace(/([0-9])\ufe0f?\u20e3/gu, '$1').replace(/[\ufe0e\ufe0f\u200b\ufeff]/g, '')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/[\u3000\u00a0\u2002\u2003]/g, ' ')
    .replace(/[−–—]/g, '-').replace(/…/g, '...');
}

/** The map of a board in an address of JSMinesweeper: `b` is the size, `m` five cells in each digit of base 32. @param {string} size @param {string} digits @returns {Reading} */
function boardOfAddress(size, digits) {
  const known = {1: [9, 9], 2: [16, 16], 3: [30, 16]}[size], half = size.length / 2;
  const [cols, rows] = known ?? [Number(size.slice(0, half)), Number(size.slice(half))];
  if (!(cols >= 1 && rows >= 1 && rows * cols <= kMostCells) || (!known && size.length % 2))
    return {error: t('badSize', {size})};
  const bits = [...digits].map((digit) => parseInt(digit, 32).toString(2).padStart(5, '0')).join('');
  if (bits.length < rows * cols) return {error: t('cutOff', {count: bits.length, cells: rows * cols})};
  const signs = bits.slice(0, rows * cols).replace(/./g, (bit) => (bit === '1' ? '*' : '.')), map = rowsOf(signs, cols);
  return {board: map.join('\n') + '\n', understood: t('jsBoard', {rows, cols, mines: signs.replaceAll('.', '').length})};
}

/** @param {string} signs @param {number} cols */
function rowsOf(signs, cols) {
  return Array.from({length: signs.length / cols}, (_, row) => signs.slice(row * cols, (row + 1) * cols));
}

/** Takes the lines that say the size and the count from the text. @param {string[]} lines */
function takeFacts(lines) {
  /** @type {{size: number[] | null, mines: number | null, left: number | null}} */
  const facts = {size: null, mines: null, left: null};
  const word = '(?:mines?|bombs?|minen|地雷数?|雷数?)';
  const rest = lines.filter((line) => {
    const size = /^\s*(\d+)\s*[x×*]\s*(\d+)(?:\s*[x×*/,]\s*(\d+))?\s*$/i.exec(line);
    if (size) {
      facts.size = [Number(size[1]), Number(size[2])];
      if (size[3]) facts.mines = Number(size[3]);
      return false;
    }
    const left = new RegExp(`^\\W*${word}\\s*(?:left|remaining|剩余)\\s*[:=]?\\s*(\\d+)\\W*$`, 'iu').exec(line) ?? new RegExp(`^\\W*(\\d+)\\s*${word}\\s*(?:left|remaining)\\W*$`, 'iu').exec(line);
    if (left) facts.left = Number(left[1]);
    const mines = new RegExp(`^\\W*(?:(?:total|number of|all)\\s+)?${word}\\s*(?:count)?\\s*[:=]?\\s*(\\d+)\\W*$`, 'iu').exec(line) ?? new RegExp(`^\\W*(\\d+)\\s*${word}\\W*$`, 'iu').exec(line);
    if (mines) facts.mines = Number(mines[1]);
    return !left && !mines;
  });
  return {facts, rest};
}

/** The signs of each row, the empty text for a blank. @param {string[]} lines @returns {string[][] | string} or why not */
function signsOf(lines) {
  const isFrame = (/** @type {string} */ line) => /^[\s+=|\u2500-\u257f-]+$/.test(line) && /[+=\u2500\u2501\u2504-\u257f]/.test(line) && !/^[\s|│║┃]*$/.test(line);
  const hasBars = lines.some((line) => /[|│┃║]/.test(line));
  const rows = lines.filter((line) => !isFrame(line) && !(hasBars && /^\s*-[\s-]*$/.test(line)));
  if (rows.length === 0) return t('noRow');
  const separator = rows.some((row) => row.includes('\t')) ? '\t' : rows.some((row) => row.includes(',')) ? ',' : rows.some((row) => row.includes(';')) ? ';' : null;
  if (separator) {
    const cells = rows.map((row) => row.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
    if (cells.every((row) => row.length > 1 && row[row.length - 1] === '')) cells.forEach((row) => row.pop());
    return cells;
  }
  const bar = /\s*[|│┃║]\s*/u;
  if (rows.every((row) => (row.match(/[|│┃║]/g) ?? []).length > 2))
    return rows.map((row) => row.trim().replace(/^[|│┃║]/, '').replace(/[|│┃║]$/, '').split(bar).map((cell) => cell.trim()));
  const inner = rows.map((row) => (hasBars ? row.trim().replace(/^[|│┃║]/, '').replace(/[|│┃║]$/, '') : row)).map((row) => [...row]);
  // What stands before every row is no cell.
  const margin = hasBars ? 0 : Math.min(...inner.map((row) => row.findIndex((sign) => sign !== ' ')).filter((at) => at >= 0));
  const rowsOfSigns = inner.map((row) => row.slice(margin)), trimmed = rowsOfSigns.map((row) => [...row.join('').trimEnd()]);
  const areAlike = trimmed.every(({length}) => length === trimmed[0].length);
  if (areAlike && !hasBars && trimmed.every((row) => !row.includes(' '))) return trimmed;
  if (rowsOfSigns.every((row) => !row.includes(' '))) return rowsOfSigns;
  // Cells at every second (third, ...) place are separated by blanks; one that is blank itself is a cell.
  const places = trimmed.flatMap((row) => row.flatMap((sign, i) => (sign === ' ' ? [] : [i]))), period = Math.max(places.reduce(greatestDivisor, 0), 1);
  const isSame = rowsOfSigns.every((row) => Math.ceil(row.length / period) === Math.ceil(rowsOfSigns[0].length / period));
  if (isSame) return blanks(rowsOfSigns.map((row) => row.filter((_, i) => i % period === 0)));
  const words = trimmed.map((row) => row.join('').split(/ +/));
  if (words.every((row) => row.length === words[0].length && row.every((sign) => [...sign].length === 1))) return words;
  const widest = Math.max(...rowsOfSigns.map((row) => row.length));
  const row = rowsOfSigns.findIndex(({length}) => length !== widest);
  return t('blanksAlike', {row: row + 1, count: rowsOfSigns[row].length, widest});
}
/** @param {number} a @param {number} b @returns {number} */
const greatestDivisor = (a, b) => (b === 0 ? a : greatestDivisor(b, a % b));
/** @param {string[][]} rows */
const blanks = (rows) => rows.map((row) => row.map((sign) => (sign === ' ' ? '' : sign)));

/** @param {string} sign */
const named = (sign) => (sign === '' ? t('blank') : t('sign', {sign}));

/** @param {string} given @param {Answers} [answers] to the questions so far @returns {Reading} */
export function readPaste(given, answers = {}) {
  const address = /[?&]b=(\w+)&m=([0-9a-v]+)/i.exec(given);
  if (address) return boardOfAddress(address[1], address[2]);
  const written = plain(given).split('\n'), lengths = new Set(written.filter((line) => line.trim()).map(({length}) => length));
  // A line of blanks as long as another is a row of them.
  const {facts, rest} = takeFacts(written.filter((line) => line.trim() || (line.length > 0 && lengths.has(line.length))));
  if (rest.length === 0) return facts.size ? emptyBoard(facts, answers) : {error: t('noRow')};

  // A count below the rows.
  let lines = rest;
  const last = rest[rest.length - 1].trim(), width = [...(rest[0] ?? '').replace(/\s/g, '')].length;
  if (rest.length > 1 && /^\d+$/.test(last) && !rest.some((line) => /[\t,;]/.test(line))) {
    const canBeRow = last.length === width && /^[0-8]+$/.test(last);
    if (canBeRow && facts.mines === null && answers.lastIsCount === undefined && width < 4 && Number(last) > 0)
      return {question: {question: t('lastLine', {last}),
        choices: [{label: t('aRow'), answers: {...answers, lastIsCount: false}}, {label: t('theCount'), answers: {...answers, lastIsCount: true}}]}};
    if (answers.lastIsCount ?? !canBeRow) {
      if (facts.mines !== null && facts.mines !== Number(last)) return {error: t('twoCounts', {first: facts.mines, second: last})};
      facts.mines = Number(last);
      lines = rest.slice(0, -1);
    }
  } else if (rest.length > 1 && /^[\t,;\s]*\d{2,}[\t,;\s]*$/.test(rest[rest.length - 1])) {
    facts.mines = Number(last.replace(/\D/g, ''));
    lines = rest.slice(0, -1);
  }

  const signs = signsOf(lines);
  if (typeof signs === 'string') return {error: signs};
  const cols = signs[0].length, odd = signs.findIndex((row) => row.length !== cols);
  if (odd >= 0) return {error: t('ragged', {row: odd + 1, count: signs[odd].length, cols})};
  const rows = signs.length;
  if (rows * cols > kMostCells) return {error: t('tooMany', {cells: rows * cols, most: kMostCells})};
  if (facts.size && String([rows, cols]) !== String(facts.size) && String([cols, rows]) !== String(facts.size))
    return {error: t('otherSize', {size: facts.size.join(' x '), rows, cols})};

  // I and O are JSMinesweeper's: a hidden cell and a flag in compressed boards.
  const isOther = facts.size !== null, found = new Set(signs.flat());
  for (const sign of found)
    if (!(/^[0-8]?$/.test(sign) || kFlags.has(sign) || kMines.has(sign) || kHidden.has(sign) || kEither.has(sign) || (isOther && /^[IO]$/.test(sign))))
      return {error: t('notACell', {sign: named(sign)})};
  if ([...found].some((sign) => kMines.has(sign))) return boardOf(signs, found);

  const either = [...found].filter((sign) => kEither.has(sign)), isCertain = [...found].some((sign) => kHidden.has(sign) || (isOther && sign === 'I'));
  /** @type {Record<string, string>} */
  const meaning = {...answers.meaning};
  const open = either.filter((sign) => meaning[sign] === undefined);
  if (open.length > 0) {
    // Zeros are written as 0, or there is no other sign for a hidden cell.
    if (found.has('0') || (either.length === 1 && !isCertain)) for (const sign of open) meaning[sign] = '.';
    else return {question: hiddenQuestion(open, isCertain, answers)};
  }
  if (found.has('') && meaning[''] === undefined) {
    if (found.has('0') || (!isCertain && !either.some((sign) => meaning[sign] === '.')))
      return {question: {question: t('blankIs'), choices: [{label: t('hiddenChoice'), answers: {...answers, meaning: {...meaning, '': '.'}}},
        {label: t('zeroChoice'), answers: {...answers, meaning: {...meaning, '': '0'}}}]}};
    meaning[''] = '0';
  }
  const cells = signs.map((row) => row.map((sign) => (/^[0-8]$/.test(sign) ? sign : kFlags.has(sign) || sign === 'O' ? 'F' : meaning[sign] ?? '.')).join(''));
  const flags = cells.join('').replace(/[^F]/g, '').length;
  if (facts.mines === null && facts.left !== null) facts.mines = facts.left + flags;
  const mines = facts.mines ?? answers.mines ?? null;
  if (mines === null) return {question: {question: t('howMany', {rows, cols}), needsCount: true, rows, cols}};
  if (mines > rows * cols) return {error: t('noRoom', {mines, rows, cols})};
  return {position: {rows, cols, mines, cells}, understood: described(rows, cols, mines, found, meaning, flags)};
}

/** @param {number} rows @param {number} cols @param {number} mines @param {Set<string>} found @param {Record<string, string>} meaning @param {number} flags */
function described(rows, cols, mines, found, meaning, flags) {
  const hidden = [...found].filter((sign) => kHidden.has(sign) || meaning[sign] === '.').map(named), zeros = [...found].filter((sign) => meaning[sign] === '0').map(named);
  return t('understood', {rows, cols, mines}) + (hidden.length ? t('understoodHidden', {signs: hidden.join(t('comma'))}) : '') +
    (zeros.length ? t('understoodZeros', {signs: zeros.join(t('comma'))}) : '') + (flags ? t('understoodFlags', {count: flags}) : '');
}

/** @param {string[]} open @param {boolean} isCertain @param {Answers} answers @returns {Question} */
function hiddenQuestion(open, isCertain, answers) {
  const choose = (/** @type {string[]} */ hidden) => ({...answers, meaning: {...answers.meaning, ...Object.fromEntries(open.map((sign) => [sign, hidden.includes(sign) ? '.' : '0']))}});
  const all = {label: open.length === 1 ? t('isHidden', {sign: named(open[0])}) : t('allHidden'), answers: choose(open)};
  return {question: t('whichHidden'), choices: isCertain
    ? [{label: t('areZero', {signs: open.map(named).join(t('comma')), count: open.length}), answers: choose([])}, all]
    : [...open.map((sign) => ({label: t('onlyHidden', {sign: named(sign)}), answers: choose([sign])})), all]};
}

/** A map of mines. @param {string[][]} signs @param {Set<string>} found @returns {Reading} */
function boardOf(signs, found) {
  if ([...found].some((sign) => kHidden.has(sign)) || ([...found].some((sign) => /^[1-8]$/.test(sign)) && [...found].some((sign) => kEither.has(sign))))
    return {error: t('mixed')};
  const map = signs.map((row) => row.map((sign) => (kMines.has(sign) ? '*' : '.')).join(''));
  return {board: map.join('\n') + '\n', understood: t('aBoard', {rows: map.length, cols: map[0].length, mines: map.join('').replaceAll('.', '').length})};
}

/** A size alone. @param {{size: number[] | null, mines: number | null}} facts @param {Answers} answers @returns {Reading} */
function emptyBoard({size, mines}, answers) {
  const [a, b] = /** @type {number[]} */ (size), isExpert = mines === kExpert.mines && Math.min(a, b) === kExpert.rows && Math.max(a, b) === kExpert.cols;
  const isTall = isExpert ? a < b : answers.isTall ?? (a === b ? true : undefined);
  if (isTall === undefined)
    return {question: {question: t('whichSize', {size: `${a}x${b}`}), choices: [{label: t('sizeChoice', {rows: a, cols: b}), answers: {...answers, isTall: true}},
      {label: t('sizeChoice', {rows: b, cols: a}), answers: {...answers, isTall: false}}]}};
  const [rows, cols] = isTall ? [a, b] : [b, a], count = mines ?? answers.mines;
  if (rows < 1 || cols < 1 || rows * cols > kMostCells) return {error: t('notASize', {size: `${a}x${b}`, most: kMostCells})};
  if (count === undefined) return {question: {question: t('howMany', {rows, cols}), needsCount: true, rows, cols}};
  if (count > rows * cols) return {error: t('noRoom', {mines: count, rows, cols})};
  return {position: {rows, cols, mines: count, cells: Array(rows).fill('.'.repeat(cols))}, understood: t('anEmptyBoard', {rows, cols, mines: count})};
}
