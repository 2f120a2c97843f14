// Pasted texts, as people have them (experiments/browser/paste.js).
import assert from 'node:assert/strict';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';

const {readPaste} = await import(pathToFileURL(join(process.env.SAPPER_NPM, '../paste.js')));
const cells = ['1..', '12F'];

// Each is the position of 2 mines with these cells.
const kForms = {
  'full stops': 'mines: 2\n1..\n12F',
  'tabs': 'Mines: 2\n1\t?\t?\n1\t2\tF',
  'tabs, and a count below': '1\t?\t?\n1\t2\tF\n02',
  'commas': '2 mines\n1,-,-\n1,2,F',
  'quoted semicolons': 'bombs = 2\n"1";"#";"#"\n"1";"2";"F"',
  'question marks': 'Mines: 2\n1??\n12F',
  'hyphens': 'Mines: 2\n1--\n12F',
  'underscores': 'Mines: 2\n1__\n12F',
  'hashes': 'Mines: 2\n1##\n12F',
  'H': 'Mines: 2\n1HH\n12F',
  'spaces': 'Mines: 2\n1 . .\n1 2 F\n',
  'wide spaces': 'Mines: 2\n  1  .  .\n  1  2  F',
  'a frame of lines': 'Mines: 2\n+---+\n|1..|\n|12F|\n+---+',
  'a table': 'Mines: 2\n+---+---+---+\n| 1 | . | . |\n+---+---+---+\n| 1 | 2 | F |\n+---+---+---+',
  'a double frame': 'Mines: 2\n╔═══╗\n║1..║\n║12F║\n╚═══╝',
  'box lines': 'Mines: 2\n┌─┬─┬─┐\n│1│.│.│\n├─┼─┼─┤\n│1│2│F│\n└─┴─┴─┘',
  'full-width signs': '雷数：２\n１？？\n１２Ｆ',
  'keycaps and squares': 'Mines: 2\n1️⃣⬜⬜\n1️⃣2️⃣🚩',
  'green squares': '💣 mines: 2\n1️⃣🟩🟩\n1️⃣2️⃣🚩',
  'the count below': '1..\n12F\n2',
  'a size': '2x3x2\n1..\n12F',
  'JSMinesweeper, which has columns first': '3x2x2\n1HH\n12F\n',
  'JSMinesweeper, compressed': '3x2x2\n1IH\n12O\n',
  'lines of Windows': 'Mines: 2\r\n1..\r\n12F\r\n',
};
for (const [name, text] of Object.entries(kForms))
  test('a paste with ' + name, () => {
    const {position, understood} = readPaste(text);
    assert.deepEqual(position, {rows: 2, cols: 3, mines: 2, cells});
    assert.match(understood, /^2 x 3, 2 mines/);
  });

test('blanks are zeros in rows of one length', () => {
  assert.deepEqual(readPaste('Mines: 1\n.1 \n11 \n   ').position.cells, ['.10', '110', '000']);
  assert.deepEqual(readPaste('Mines: 1\n|.1 |\n|11 |\n|   |').position?.cells, ['.10', '110', '000']);
  assert.deepEqual(readPaste('Mines: 1\n?\t1\t\n1\t1\t\n').position.cells, ['.1', '11']);
  assert.deepEqual(readPaste('Mines: 1\n?,1,,0\n1,1,,0'.replaceAll('0', '1')).position.cells, ['.101', '1101']);
  assert.match(readPaste('Mines: 1\n..1 2\n.. 1\n').error, /one length/);
});

test('boards', () => {
  assert.equal(readPaste('*..\n.💣.').board, '*..\n.*.\n');
  // Five cells in a digit, columns before rows.
  assert.equal(readPaste('https://example.org/index.html?b=32&m=h0').board, '*..\n.*.\n');
  assert.equal(readPaste('?b=1&m=' + '0'.repeat(17)).board, ('.'.repeat(9) + '\n').repeat(9));
  assert.match(readPaste('?b=1&m=00').error, /cut off/);
  assert.match(readPaste('?b=123&m=00').error, /not a size/);
});

test('sizes alone', () => {
  for (const text of ['16x30x99', '30x16x99', '30 × 16 × 99']) assert.deepEqual(readPaste(text).position, {rows: 16, cols: 30, mines: 99, cells: Array(16).fill('.'.repeat(30))});
  const {question} = readPaste('5x7x9');
  assert.deepEqual(question.choices.map(({answers}) => readPaste('5x7x9', answers).position.rows), [5, 7]);
});

test('what can be meant in two ways is asked', () => {
  const asked = (text) => readPaste(text).question;
  const answered = (text) => asked(text).choices.map(({answers}) => readPaste(text, answers).position?.cells.join('/'));
  assert.ok(asked('1..\n12F').needsCount);
  assert.deepEqual(readPaste('1..\n12F', {mines: 2}).position.cells, cells);
  assert.deepEqual(answered('Mines: 1\n#1.\n11.'), ['.10/110', '.1./11.']);
  assert.deepEqual(answered('Mines: 1\n⬜1⬛\n11⬛'), ['.10/110', '01./11.', '.1./11.']);
  assert.deepEqual(answered('Mines: 1\n\t1\n1\t1'), ['.1/11', '01/11']);
  assert.equal(asked('..\n..\n11').choices.length, 2);
  // With zeros as 0, a full stop is hidden beside another sign for that.
  assert.deepEqual(readPaste('Mines: 1\n#10\n.10').position.cells, ['.10', '.10']);
  assert.equal(readPaste('Mines left: 1\n1..\n12F').position.mines, 2);
});

test('what is wrong is said', () => {
  for (const [text, message] of [['Mines: 1\n.1\n.', /row 2 has 1 cell/], ['Mines: 1\n.9', /“9” is not a cell/], ['Mines: 9\n.1', /9 mines do not fit/], ['3x3x1\n.1\n11', /says 3 x 3 and holds 2 rows of 2/],
    ['', /no row/], ['Mines: 3\n...\n...\n12', /two mine counts, 3 and 12/]])
    assert.match(readPaste(text).error ?? 'no error', message, text);
});
