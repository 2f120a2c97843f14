// What the page makes of addresses and files before the engine sees them (experiments/browser).
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';

const load = (name) => import(pathToFileURL(join(process.env.SAPPER_NPM, '..', name)));
const [{addressOf, positionOf}, {checkReplay}, {partsOf}, {gameOf, linkOf, lowestOf}, board, {lzmaDecoded}] = await Promise.all(['analyse.js', 'games.js', 'review.js', 'play.js', 'board.js', 'packed.js'].map(load));

test('addresses of positions', () => {
  const position = {rows: 3, cols: 5, mines: 2, topology: 'square', first_click: 'unprotected', cells: ['.....', '.1F1.', '.....']};
  assert.equal(addressOf(position), '#p=3/5/2/square/unprotected/(6)1F1(6)');
  assert.deepEqual(positionOf(addressOf(position)), position);
  for (const address of ['#p=%', '#p=', '#p=3/5/2/square/unprot', '#p=3/5/2/square/unprotected/(6)1F1(5)', '#p=3/5/2/square/unprotected/(6', '#p=0/5/2/square/unprotected/',
    '#p=2/2/1/square/unprotected/' + '(4096)'.repeat(100_000), '#p=2/2/1/square/unprotected/(' + '9'.repeat(400) + ')', '#p=2/2/1/square/unprotected/)4('])
    assert.equal(positionOf(address), null, address.slice(0, 60));
});

test('addresses of games', () => {
  const config = {schema: 'sapper-config/1', name: 'page', seed: 77, games: 1, boards: [{rows: 3, cols: 5, mines: 2, topology: 'hex', layout: 'no_guess'}],
    first_click: {rule: 'opening', cell: 'center'}, reveal: 'opening', motion: 'still', strategies: ['min_risk']};
  const digs = [[1, 2], [2, 4]];
  for (const each of [config, {...config, first_click: {rule: 'safe_corners'}}]) assert.deepEqual(gameOf(linkOf(each, digs)), {config: each, digs});
  const layered = {...config, boards: [{rows: 3, cols: 5, layers: 2, mines: 2, topology: 'cube6'}]};
  assert.deepEqual(gameOf(linkOf(layered, [[5, 4]])), {config: layered, digs: [[5, 4]]});
  for (const address of ['#g=', '#g=%', '#g=3/5/2/square/', linkOf(layered, [[6, 0]]), linkOf(config, [[3, 0]]), linkOf({...config, boards: [{...config.boards[0], rows: 9999, cols: 9999}]}, [])])
    assert.equal(gameOf(address), null);
});

test('replays that cannot be shown are refused', () => {
  const dig = {cell: [0, 0], shown: [[0, 0, 1]]}, shown = {rows: 2, cols: 2};
  const replay = (player) => ({board: shown, players: [{digs: [dig]}, player]});
  checkReplay(replay({digs: [dig], board: {rows: 3, cols: 1}}));
  for (const [player, message] of [[{digs: [dig], board: {rows: 1e9, cols: 1e9}}, /at most/], [{digs: [dig], board: {rows: 1}}, /no size/], [{}, /no digs/],
    [{digs: [{cell: [0, 0], shown: [['__proto__', 0, 1]]}]}, /not on the board/], [{digs: [{cell: [0, 0], shown: [[5, 0, 1]]}]}, /not on the board/],
    [{digs: [{cell: [0, 0], shown: [[0, 0, '<']]}]}, /not on the board/], [{digs: [{cell: 'x', shown: []}]}, /not on the board/], [{digs: [null]}, /not on the board/]])
    assert.throws(() => checkReplay(replay(player)), message);
  assert.throws(() => checkReplay({players: []}), /no player/);
  // In layers, and with numbers above 8.
  const layered = {rows: 2, cols: 1, layers: 3, topology: 'cube26'};
  checkReplay(replay({digs: [{cell: [2, 1, 0], shown: [[2, 1, 0, 12]]}], board: layered}));
  for (const cell of [[3, 0, 0], [0, 0, 1], [0, 0]]) assert.throws(() => checkReplay(replay({digs: [{cell, shown: []}], board: layered})), /not on the board/);
  assert.throws(() => checkReplay(replay({digs: [], board: {...layered, layers: 1e9}})), /at most/);
});

test('a collection is divided into its games', () => {
  const game = (name, ...bytes) => [...Buffer.from(name), 0, 0, 0, 0, bytes.length, ...bytes, 7, 7];
  const bytes = new Uint8Array([0, 0, 2, ...game('a', 1, 2, 3), ...game('b', 4)]);
  assert.deepEqual(partsOf(bytes, 'x.EVFS').map(({content, name}) => [name, ...content]), [['x.EVFS#1.evf', 1, 2, 3], ['x.EVFS#2.evf', 4]]);
  // What is no collection, or is cut off, is left to the engine, which says why.
  for (const [content, name] of [[bytes, 'x.evf'], [bytes.slice(0, -1), 'x.evfs'], [bytes.slice(0, 5), 'x.evfs'], [new Uint8Array([1, 0, 0]), 'x.evfs']])
    assert.deepEqual(partsOf(content, name), [{content, name}]);
});

test('the lowest risk of a large board', () => {
  assert.equal(lowestOf(Array.from({length: 500}, (_, row) => Array(500).fill(row === 300 ? 0.25 : null))), 0.25);
});

// As the page's module is packed (build.mjs): whatever is in it, up to the last byte.
test('what xz compresses is decoded', () => {
  const noise = Uint8Array.from({length: 5000}, (_, i) => (i * i * 2654435761) >>> 24), text = readFileSync(join(process.env.SAPPER_ROOT, 'CONTRIBUTING.md'));
  for (const bytes of [noise, text, readFileSync(join(process.env.SAPPER_NPM, 'sapper.wasm')), new Uint8Array(100_000), Buffer.from('a'), Buffer.concat([text, noise, text])]) {
    const packed = execFileSync('xz', ['--format=raw', '--lzma1=preset=9e,lc=4,lp=0,pb=0', '-c'], {input: bytes, maxBuffer: 2 ** 24});
    assert.equal(Buffer.compare(lzmaDecoded(packed, bytes.length), bytes), 0);
  }
});

test('names of cells', () => {
  const told = '3,4 is safe: 0,27 (1), 12,0. 10,000 layouts, 1,234.5';
  assert.equal(board.cellName([3, 4]), '3,4');
  assert.equal(board.engineText(told), told);
  board.nameCellsByLetters(true);
  assert.deepEqual([[3, 4], [0, 25], [9, 26], [0, 701], [0, 702]].map(board.cellName), ['E4', 'Z1', 'AA10', 'ZZ1', 'AAA1']);
  assert.equal(board.engineText(told), 'E4 is safe: AB1 (1), A13. 10,000 layouts, 1,234.5');
  board.nameCellsByLetters(false);
});
