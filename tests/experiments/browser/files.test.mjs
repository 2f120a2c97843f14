// What the page makes of addresses and files before the engine sees them (experiments/browser).
import assert from 'node:assert/strict';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';

const load = (name) => import(pathToFileURL(join(process.env.SAPPER_NPM, '..', name)));
const [{addressOf, positionOf}, {checkReplay}, {partsOf}, {gameOf, linkOf, lowestOf}, board] = await Promise.all(['analyse.js', 'games.js', 'review.js', 'play.js', 'board.js'].map(load));

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
  for (const address of ['#g=', '#g=%', '#g=3/5/2/square/', linkOf(config, [[3, 0]]), linkOf({...config, boards: [{...config.boards[0], rows: 9999, cols: 9999}]}, [])])
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

test('names of cells', () => {
  const told = '3,4 is safe: 0,27 (1), 12,0. 10,000 layouts, 1,234.5';
  assert.equal(board.cellName([3, 4]), '3,4');
  assert.equal(board.engineText(told), told);
  board.nameCellsByLetters(true);
  assert.deepEqual([[3, 4], [0, 25], [9, 26], [0, 701], [0, 702]].map(board.cellName), ['E4', 'Z1', 'AA10', 'ZZ1', 'AAA1']);
  assert.equal(board.engineText(told), 'E4 is safe: AB1 (1), A13. 10,000 layouts, 1,234.5');
  board.nameCellsByLetters(false);
});
