// The npm package against the native program: `./dev page test`. SAPPER_NPM is the package's folder, SAPPER_PROGRAM the
// program, SAPPER_ROOT the repository.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';

const root = process.env.SAPPER_ROOT;
const sapper = await import(pathToFileURL(join(process.env.SAPPER_NPM, 'sapper.node.js')));
await sapper.init();
const [{kNotOnLattices}, {outerSides, placeBy}, {penrose}] = await Promise.all(['play.js', 'board.js', 'penrose.js'].map((name) => import(pathToFileURL(join(process.env.SAPPER_NPM, '..', name)))));
const scratch = mkdtempSync(join(tmpdir(), 'sapper-page-'));

function native(args, input = '') {
  return execFileSync(process.env.SAPPER_PROGRAM, args, {input, maxBuffer: 1 << 30, encoding: 'utf8', stdio: 'pipe'});
}
const lines = (text) => text.split('\n').filter((line) => line.trim());
function writeConfig(name, config) {
  const file = join(scratch, name);
  writeFileSync(file, JSON.stringify(config));
  return file;
}

// Equal, but for doubles, which may differ by 1e-12; what is certain is in lists besides.
function assertAlike(here, there, path = '') {
  if (typeof there === 'number' && typeof here === 'number') {
    assert.ok(Math.abs(here - there) <= 1e-12 * Math.max(1, Math.abs(there)), `${path}: ${here} here, ${there} there`);
  } else if (there !== null && typeof there === 'object') {
    assert.deepEqual(Object.keys(here), Object.keys(there), path);
    for (const key of Object.keys(there)) assertAlike(here[key], there[key], path + '/' + key);
  } else {
    assert.equal(here, there, path);
  }
}

test('reference positions', () => {
  for (const name of ['positions', 'hard_positions']) {
    const positions = lines(readFileSync(join(root, 'data/reference', name + '.jsonl'), 'utf8'));
    const there = lines(native(['analyze', '-', '--json', '--no-moves'], positions.join('\n') + '\n'));
    assert.equal(there.length, positions.length);
    positions.forEach((position, i) => {
      const {cells, rows, cols, mines, topology} = JSON.parse(position);
      const here = sapper.analyze(position, {moves: false});
      assertAlike(here, JSON.parse(there[i]));
      assertAlike(sapper.posterior({cells, rows, cols, mines, topology}), here.p_mine);
    });
  }
});

const kBoards = ['square', 'torus', 'hex'].map((topology) => ({rows: 9, cols: 12, mines: 22, topology}));
const kConfig = {schema: 'sapper-config/1', name: 'page', seed: 7, boards: kBoards, first_click: {rule: 'opening', cell: 'center'},
  strategies: ['min_risk'], games: 400};

test('random positions on three topologies, with all moves', () => {
  const file = writeConfig('config.json', kConfig), collected = join(scratch, 'positions.jsonl');
  native(['positions', file, '-o', collected, '--count', '500', '--where', 'all']);
  const positions = lines(readFileSync(collected, 'utf8'));
  assert.equal(positions.length, 500);
  assert.equal(new Set(positions.map((line) => JSON.parse(line).topology)).size, 3);
  const there = lines(native(['analyze', '-', '--json'], positions.join('\n') + '\n'));
  positions.forEach((position, i) => assertAlike(sapper.analyze(position), JSON.parse(there[i])));
});

// Whether the numbers at these cells prove it: no layout of the hidden cells next to them meets them with the cell the other
// way round. By trying all of them.
function isProof(position, proof) {
  const {rows, cols, cells} = position;
  const around = ([r, c]) => {
    const list = [];
    for (let dr = -1; dr <= 1; dr++)
      for (let dc = -1; dc <= 1; dc++)
        if ((dr || dc) && r + dr >= 0 && r + dr < rows && c + dc >= 0 && c + dc < cols) list.push([r + dr, c + dc]);
    return list;
  };
  const unknown = new Map(), numbers = proof.numbers.map((at) => {
    const hidden = around(at).filter(([r, c]) => '.F'.includes(cells[r][c])).map(String);
    hidden.forEach((cell) => unknown.set(cell, null));
    return {left: Number(cells[at[0]][at[1]]), hidden};
  });
  const names = [...unknown.keys()];
  const target = String(proof.cell);
  unknown.set(target, !proof.is_mine);
  const isPossible = (i) => {
    for (const {left, hidden} of numbers) {
      const mines = hidden.filter((cell) => unknown.get(cell) === true).length;
      const open = hidden.filter((cell) => unknown.get(cell) === null).length;
      if (mines > left || mines + open < left) return false;
    }
    while (i < names.length && unknown.get(names[i]) !== null) i++;
    if (i === names.length) return true;
    for (const value of [false, true]) {
      unknown.set(names[i], value);
      if (isPossible(i + 1)) {
        unknown.set(names[i], null);
        return true;
      }
    }
    unknown.set(names[i], null);
    return false;
  };
  return !isPossible(0);
}

test('proofs', () => {
  const positions = lines(readFileSync(join(scratch, 'positions.jsonl'), 'utf8'))
    .map((line) => JSON.parse(line))
    .filter(({topology, safe, mine}) => topology === 'square' && safe.length + mine.length > 0)
    .slice(0, 40);
  for (const position of positions) {
    const file = writeConfig('position.json', position);
    for (const certain of [...position.safe, ...position.mine].slice(0, 2)) {
      const cell = certain.slice(0, 2);
      const there = JSON.parse(native(['analyze', file, '--json', '--no-moves', '--explain', cell.join()])).explain;
      const here = sapper.explain(position, cell);
      const {numbers, words, component, argument, ...rest} = here;
      const {numbers: theirs, component: their, argument: steps, ...others} = there;
      assert.deepEqual(rest, others);
      assert.equal(numbers.length, theirs.length);
      if (String(numbers) === String(theirs)) assert.deepEqual(argument, steps);
      assert.ok(argument.length > 0);
      assert.ok(words.includes(numbers.length ? `${numbers.length} number` : 'mine count'));
      if (here.by !== 'mine_count') assert.ok(isProof(position, here), JSON.stringify(here));
    }
    const uncertain = position.p_mine.flatMap((row, r) => row.map((p, c) => [p, r, c])).find(([p]) => p > 0 && p < 1);
    if (uncertain) assert.equal(sapper.explain(position, uncertain.slice(1)), null);
  }
});

test('what-if', () => {
  for (const name of ['expert_midgame.txt', 'one_two_one.txt', 'fifty_fifty.txt']) {
    const file = join(root, 'data/positions', name), text = readFileSync(file, 'utf8');
    sapper.analyze(text, {moves: false}).p_mine.forEach((row, r) =>
      row.forEach((p, c) => {
        if (p === null || p === 1) return assert.equal(sapper.whatIf(text, [r, c]), null);
        if ((r + c) % 7) return;
        assertAlike(
          sapper.whatIf(text, [r, c]),
          JSON.parse(native(['analyze', file, '--json', '--no-moves', '--what-if', `${r},${c}`])).what_if,
        );
      }),
    );
  }
});

// What a replay says except which of several proofs it names.
function withoutProofs(replay) {
  for (const player of replay.players)
    for (const dig of player.digs)
      if (dig.proved_by) {
        dig.proved_by = dig.proved_by.length;
        delete dig.reason;
      }
  return replay;
}

test('games by number, dig by dig', () => {
  const config = {...kConfig, strategies: ['min_risk', 'progress', 'rules', 'pseq', 'pinv', 'expert'], boards: [...kBoards,
    {level: 'Beginner', layout: 'no_guess'}]};
  const file = writeConfig('games.json', config);
  let games = 0;
  for (let caseNumber = 0; caseNumber < 4; caseNumber++)
    for (let game = 0; game < 9; game++, games += config.strategies.length) {
      const there = JSON.parse(native(['run', file, '--replay', `${caseNumber}:${game}`, '--json']));
      assertAlike(withoutProofs(sapper.replay(config, caseNumber, game)), withoutProofs(there));
      // A person who makes the same digs meets the same game.
      const [{digs, mines, exploded, won}] = there.players, play = new sapper.Game(config, caseNumber, game);
      for (const {cell, shown} of digs) {
        play.dig(...cell);
        for (const [r, c, number] of shown) assert.equal(play.state.cells[r][c], String(number));
      }
      assert.equal(play.state.status, won ? 'won' : 'lost');
      assert.deepEqual(play.state.exploded, exploded);
      assert.deepEqual(play.state.mines_at, mines);
    }
  assert.ok(games > 200);
});

// A board on each lattice that is shipped, and one of large numbers.
const kLatticeBoards = [...sapper.list().lattices.map(({name, layered}) => layered ? {rows: 3, cols: 4, layers: 4, mines: 6, topology: name} : {rows: 8, cols: 9, mines: 11, topology: name}),
  {rows: 8, cols: 9, mines: 48, topology: 'triangle'}];

test('games and positions on lattices', () => {
  const config = {...kConfig, boards: kLatticeBoards, strategies: ['min_risk'], first_click: {rule: 'safe', cell: 'center'}}, file = writeConfig('lattices.json', config);
  const positions = [];
  let largest = 0;
  kLatticeBoards.forEach(({rows, layers}, caseNumber) => {
    const placeOf = layers ? ([layer, row, col]) => [layer * rows + row, col] : (cell) => cell;
    for (let game = 0; game < 4; game++) {
      const there = JSON.parse(native(['run', file, '--replay', `${caseNumber}:${game}`, '--json']));
      assertAlike(sapper.replay(config, caseNumber, game), there);
      const [{digs, mines, exploded, won}] = there.players, play = new sapper.Game(config, caseNumber, game);
      for (const {cell, shown} of digs) {
        play.dig(...placeOf(cell));
        for (const [...place] of shown) {
          const number = place.pop(), [row, col] = placeOf(place);
          assert.equal(parseInt(play.state.cells[row][col], 36), number);
          largest = Math.max(largest, number);
        }
        if (play.state.status === 'playing') positions.push(play.state);
      }
      assert.equal(play.state.status, won ? 'won' : 'lost');
      assert.deepEqual(play.state.exploded, exploded && placeOf(exploded));
      assert.deepEqual(play.state.mines_at, mines.map(placeOf));
    }
  });
  assert.ok(largest > 7, `${largest}`);
  const asked = positions.map(({first_click, ...position}) => JSON.stringify(position));
  const there = lines(native(['analyze', '-', '--json', '--no-moves'], asked.join('\n') + '\n')).map((line) => JSON.parse(line));
  assert.equal(there.length, positions.length);
  positions.forEach((position, i) => {
    assertAlike(sapper.analyze(position), there[i]);
    assertAlike(sapper.posterior(position), position.layers ? there[i].p_mine.flat() : there[i].p_mine);
    const numbers = position.cells.map((row) => [...row].map((sign) => (sign === '.' ? null : parseInt(sign, 36))));
    assert.deepEqual(sapper.posterior({...position, cells: numbers}), sapper.posterior(position));
  });
  // Whatever a number may be.
  const single = Array.from({length: 8}, (_, i) => ({rows: 4, cols: 5, mines: 12, topology: 'triangle', cells: ['.....', `..${(i + 5).toString(36)}..`, '.....', '.....']}));
  const counts = lines(native(['analyze', '-', '--json'], single.map((position) => JSON.stringify(position)).join('\n'))).map((line) => JSON.parse(line).solutions);
  assert.deepEqual(single.map((position) => sapper.analyze(position).solutions), counts);
  // Files are read to the same positions; flags stay.
  for (const position of positions.filter(({layers}) => !layers).slice(0, 20)) {
    const {rows, cols, mines, topology, cells} = position, flagged = cells.map((row) => row.replace('.', 'F')), read = {rows, cols, mines, topology, first_click: 'unprotected', cells: flagged};
    assert.deepEqual(sapper.read(JSON.stringify({...read, first_click: undefined})), read);
    assert.deepEqual(sapper.read(`mines ${mines}\ntopology ${topology}\n${flagged.join('\n')}\n`), read);
  }
  assert.throws(() => sapper.read('mines 1\ntopology cube6\n....\n....\n....\n....\n'), /layers/);
  assert.throws(() => sapper.read('{"rows": 1, "cols": 4, "mines": "*", "topology": "cairo", "cells": ["...."]}'), /number of mines/);
  assert.throws(() => sapper.explain(positions[0], [0, 0]), /not on lattices/);
  assert.throws(() => sapper.posterior({mines: 1, topology: 'triangle', cells: ['d.', '..']}), /^SapperError: position: a 13 at 0,0 .*0 to 3 is possible/);
  assert.throws(() => sapper.posterior({mines: 1, topology: 'triangle', cells: ['12', '..']}), (error) => error.index === 1 && /no layout/.test(error.message));
  assert.throws(() => sapper.posterior({mines: 1, topology: 'round', cells: ['..']}), /topology is "round".*triangle/);
});

// A number above 9 stands in a cell, and files that a config holds are lattices too; graphs are refused.
test('lattices of a config', () => {
  const cube = new sapper.Game({boards: [{rows: 3, cols: 3, layers: 3, mines: 26, topology: 'cube26'}], seed: 1, first_click: {rule: 'safe', cell: 'strategy'}});
  assert.equal(cube.dig(4, 1).cells[4], '.q.');
  assert.equal(cube.state.status, 'won');
  const lattice = {...JSON.parse(readFileSync(join(root, 'data/lattices/cairo.json'), 'utf8')), name: 'own'};
  const config = {boards: [{rows: 4, cols: 4, mines: 3, topology: {file: 'own.json'}}], files: {'own.json': lattice}, strategies: ['rules'], seed: 3};
  assert.equal(sapper.replay(config, 0, 0).players.length, 1);
  assert.deepEqual(sapper.shape(config), sapper.shape({...config, boards: [{...config.boards[0], topology: 'cairo'}], files: undefined}));
  assert.equal(sapper.shape(kConfig), null);
  assert.throws(() => sapper.describe({...config, boards: [{rows: 4, cols: 4, mines: 3, topology: {file: 'other.json'}}], files: undefined}), /a page reads no files/);
  assert.throws(() => sapper.describe({boards: [{graph: 'g.json', mines: 1}]}), /a page reads no files; expected what it says, in "files"/);
});

// As sapper.graphs.penrose of the Python module makes it.
test('a Penrose tiling', () => {
  for (const [deflations, cells] of [10, 20, 60, 160, 430].entries()) assert.equal(penrose(deflations + 1).sees.length, cells);
  const {sees, places} = penrose(4);
  assert.equal(createHash('sha256').update(JSON.stringify([sees, places])).digest('hex'), '719d8fe29a33b7cac651b886d6b6377398984ef714b8bb59feaaaef91411eb06');
  sees.forEach((cells, cell) => assert.ok(cells.every((other) => other !== cell && sees[other].includes(cell))));
  const config = {boards: [{graph: 'penrose.json', mines: 24}], files: {'penrose.json': penrose(4)}, strategies: ['csp'], seed: 4};
  assert.equal(sapper.shape(config).drawing.match(/role="gridcell"/g).length, 160);
});

// A directed graph in which some zeros open less than they see is one of the largest that are drawn on a circle.
const kGraph = {schema: 'sapper-graph/1', sees: Array.from({length: 60}, (_, i) => [1, 2, 9, 30].map((step) => (i + step) % 60)), places: Array.from({length: 60}, (_, i) => [i % 8, Math.floor(i / 8)])};
const kTwoWays = {schema: 'sapper-graph/1', sees: Array.from({length: 40}, (_, i) => [1, 3, 37, 39].map((step) => (i + step) % 40)), opens: Array.from({length: 40}, (_, i) => [1, 39].map((step) => (i + step) % 40))};

test('graphs: games, positions, replays and reviews are those of the program', () => {
  for (const [name, graph] of [['a graph.json', kGraph], ['\u56fe.json', kTwoWays]])
    for (const more of [{}, {motion: 'moving'}, {reveal: 'ring'}, {layout: 'no_guess'}, {layout: 'no_guess_repaired'}]) {
      const {layout, ...rules} = more, count = graph.sees.length;
      const config = {schema: 'sapper-config/1', name: 'graphs', seed: 11, games: 9, boards: [{graph: name, mines: 7, ...(layout ? {layout} : {})}], files: {[name]: graph},
        first_click: {rule: 'safe', cell: 5}, strategies: ['min_risk'], ...rules};
      const file = writeConfig('graphs.json', config);
      for (const number of [0, 1, 2]) {
        const there = JSON.parse(native(['run', file, '--replay', `0:${number}`, '--json']));
        assertAlike(sapper.replay(config, 0, number), there);
        const [{digs, won, mines, exploded}] = there.players, game = new sapper.Game(config, 0, number);
        assert.deepEqual([game.state.graph, game.state.rows, game.state.cols, game.state.cells], [name, 1, count, ['.'.repeat(count)]]);
        for (const {cell} of digs) {
          const {cells: [signs], status} = game.state, shown = [...signs].map((sign) => (sign === '.' ? null : parseInt(sign, 36)));
          if (status === 'playing' && /\d/.test(signs)) {
            const position = {sees: graph.sees, mines: 7, shown}, told = JSON.parse(native(['analyze', '-', '--json', '--no-moves'], JSON.stringify(position) + '\n'));
            assertAlike(sapper.analyze(position), told);
            assertAlike(sapper.posterior(position), told.p_mine);
          }
          game.dig(0, cell);
        }
        assert.equal(game.state.status, won ? 'won' : 'lost');
        assert.deepEqual(game.state.mines_at, mines.map((cell) => [0, cell]));
        assert.deepEqual(game.state.exploded, exploded === null ? null : [0, exploded]);
        assert.equal(game.state.tries >= 1, true);
        if (Object.keys(more).length === 0) {
          const reviewed = sapper.review(JSON.stringify(there), 'game.json', {effort: 0, layouts: 50});
          assert.equal(reviewed.review.graph, name);
          assert.ok(Math.abs(reviewed.review.outcome - reviewed.review.w_start + reviewed.review.given_away - reviewed.review.luck) < 1e-9);
        }
      }
      assert.equal(sapper.describe(config).cases.length, 1);
      assert.deepEqual(sapper.shape(config).sees.map((cells) => cells.length), graph.sees.map((cells) => cells.length));
      assert.equal(sapper.shape(config).drawing?.match(/role="gridcell"/g).length ?? null, graph.places ? count : null);
    }
  // A position of a file, and what is wrong with others.
  const small = {sees: [[1], [2], [0]], mines: 1, shown: [1, null, null]};
  assert.deepEqual(sapper.read(JSON.stringify(small)), {rows: 1, cols: 3, mines: 1, graph: {schema: 'sapper-graph/1', sees: small.sees}, first_click: 'unprotected', cells: ['1..']});
  assert.throws(() => sapper.analyze({...small, shown: [1, null]}), /shown has 2 values, but the graph has 3 cells/);
  assert.throws(() => sapper.analyze({...small, shown: [0, null, 1]}), (error) => /no layout/.test(error.message));
  assert.throws(() => sapper.analyze({...small, sees: [[1], [2], [3]]}), /sees\[2\]\[0\] is 3/);
  assert.throws(() => sapper.analyze({...small, rows: 1}), /unknown member "rows"/);
  assert.throws(() => sapper.explain(small, [0, 1]), /not on lattices and graphs/);
  const many = Array.from({length: 40}, (_, i) => Array.from({length: 40}, (_, k) => k).filter((k) => k !== i));
  assert.throws(() => new sapper.Game({boards: [{graph: 'many.json', mines: 3}], files: {'many.json': {schema: 'sapper-graph/1', sees: many}}, first_click: {rule: 'safe'}}), /many.json, 40 cells, 3 mines: a cell sees 39 others/);
  // Another board after it.
  assert.equal(new sapper.Game(kConfig).dig(4, 6).cells.length, 9);
});

// What the page does not offer on lattices is what the engine refuses there.
test('rules that lattices lack', () => {
  const {first_clicks, motions} = sapper.list(), board = {rows: 8, cols: 8, mines: 8, topology: 'triangle'};
  const isAccepted = (config) => !isRefused(() => sapper.describe({boards: [board], ...config}), JSON.stringify(config));
  const lacks = [...first_clicks.filter(({name}) => !isAccepted({first_click: {rule: name, cell: 'strategy'}})), ...motions.filter(({name}) => !isAccepted({motion: name}))].map(({name}) => name);
  if (!isAccepted({boards: [{...board, layout: 'no_guess'}]})) lacks.push('no_guess');
  assert.deepEqual(kNotOnLattices, lacks);
});

test('the drawing of a lattice, and the arrows', () => {
  kLatticeBoards.forEach((board) => {
    const {drawing, sees} = sapper.shape({boards: [board]}), cells = board.rows * board.cols * (board.layers ?? 1);
    const places = [...drawing.matchAll(/<text x="([^"]+)" y="([^"]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
    assert.equal(drawing.match(/role="gridcell"/g).length, cells);
    assert.equal(drawing.match(/role="row"/g).length, cells / board.cols);
    assert.deepEqual([places.length, sees.length], [cells, cells]);
    // Each cell is reached, and there is a way back from it; an arrow to the right leads there.
    const reached = (step) => {
      const found = new Set([0]);
      for (const cell of found) for (const next of step(cell)) found.add(next);
      return found.size;
    };
    const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], steps = places.map((_, cell) => arrows.map((arrow) => placeBy(places, cell, arrow)));
    assert.equal(reached((cell) => steps[cell]), cells, board.topology);
    assert.equal(reached((cell) => places.flatMap((_, from) => (steps[from].includes(cell) ? [from] : []))), cells, board.topology);
    steps.forEach(([up, down, left, right], cell) => {
      assert.ok(places[up][1] < places[cell][1] || up === cell);
      assert.ok(places[down][1] > places[cell][1] || down === cell);
      assert.ok(places[left][0] < places[cell][0] || left === cell);
      assert.ok(places[right][0] > places[cell][0] || right === cell);
    });
  });
});

// Every third cell, and all of them: the sides to which no other of these cells has one that ends at the same places.
test('the sides around cells of a lattice', () => {
  const isNear = ([x, y], [a, b]) => Math.hypot(x - a, y - b) < 0.5, inOrder = (sides) => sides.map(String).sort();
  kLatticeBoards.forEach((board) => {
    const {drawing} = sapper.shape({boards: [board]});
    const polygons = [...drawing.matchAll(/ d="([^"]+)"/g)].map(([, path]) => [...path.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]));
    for (const some of [polygons, polygons.filter((_, cell) => cell % 3 === 0)]) {
      const sides = some.flatMap((corners) => corners.map((from, i) => [from, corners[(i + 1) % corners.length]]));
      const outer = sides.filter(([from, to]) => sides.filter(([a, b]) => (isNear(a, from) && isNear(b, to)) || (isNear(a, to) && isNear(b, from))).length === 1);
      assert.ok(outer.length > 0 && (some !== polygons || outer.length < sides.length), board.topology);
      assert.deepEqual(inOrder(outerSides(some)), inOrder(outer), board.topology);
    }
  });
});

test('small boards, by exact best play', () => {
  const boards = ['square', 'torus', 'hex'].map((topology) => ({rows: 4, cols: 5, mines: 5, topology}));
  const config = {...kConfig, boards, first_click: {rule: 'safe', cell: 'strategy'}, strategies: ['optimal', 'min_risk']};
  const file = writeConfig('small.json', config), collected = join(scratch, 'small.jsonl');
  native(['positions', file, '-o', collected, '--count', '60', '--where', 'all']);
  const positions = lines(readFileSync(collected, 'utf8')), there = lines(native(['analyze', '-', '--json'], positions.join('\n') + '\n'));
  let moves = 0;
  positions.forEach((position, i) => {
    const here = sapper.analyze(position);
    assertAlike(here, JSON.parse(there[i]));
    moves += here.moves.optimal ? 1 : 0;
  });
  assert.ok(moves > 20, `${moves} moves of optimal`);
  for (let caseNumber = 0; caseNumber < boards.length; caseNumber++)
    for (let game = 0; game < 5; game++)
      assertAlike(withoutProofs(sapper.replay(config, caseNumber, game)),
        withoutProofs(JSON.parse(native(['run', file, '--replay', `${caseNumber}:${game}`, '--json']))));
});

test('play-outs', () => {
  // Two cells, one mine, no information: even odds, exactly, and nothing more to come.
  const values = [...sapper.chances({mines: 1, cells: ['.1', '.1']})];
  assert.deepEqual(values, [{layouts: 2, exact: true, candidates: 2, digs: [[0, 0], [1, 0]].map((cell) => ({cell, p_mine: 0.5, win: 0.5, standard_error: 0}))}]);
  // More layouts than are searched: all candidates are played on the same ones, and what is estimated gets more precise.
  const position = {mines: 14, cells: ['........', '........', '..3211..', '..10011.', '..1000..', '..21111.', '........', '...1....']};
  const p_mine = sapper.posterior(position), wins = [];
  for (const {layouts, exact, digs} of sapper.chances(position)) {
    assert.equal(exact, false);
    digs.forEach(({cell: [r, c], ...dig}) => assert.equal(dig.p_mine, p_mine[r][c]));
    wins.push(digs[0]);
    if (layouts >= 200) break;
  }
  assert.ok(wins.at(-1).standard_error < wins[0].standard_error && wins.at(-1).win > 0 && wins.at(-1).win < 1, JSON.stringify(wins));
  assert.throws(() => sapper.chances(position, -5).next(), /layouts/);
  // A safe dig that wins, and a game that is won.
  assert.equal(sapper.chances({mines: 1, cells: ['.1.0']}).next().value.digs[0].win, 1);
  assert.deepEqual(sapper.chances({mines: 1, cells: ['.1']}).next().value.digs, []);
});

// A file is read as the program reads it.
test('files of positions and boards', () => {
  const board = (format, count = '1') => {
    const file = join(scratch, 'board.' + format);
    native(['boards', '--rows', '7', '--cols', '9', '--mines', '12', '--rule', 'safe', '--cell', '3,3', '--count', count, '--seed', '4', '-o', file, '--format', format, '--force']);
    return readFileSync(file);
  };
  const jsonl = board('jsonl'), {mines, first} = JSON.parse(jsonl);
  const expected = Array.from({length: 7}, (_, r) => Array.from({length: 9}, (_, c) => {
    const isMine = ([row, col]) => mines.some((mine) => mine[0] === row && mine[1] === col);
    let count = 0;
    for (let dr = -1; dr <= 1; dr++) for (let dc = -1; dc <= 1; dc++) count += isMine([r + dr, c + dc]) ? 1 : 0;
    return isMine([r, c]) ? '*' : String(count);
  }).join(''));
  assert.deepEqual(sapper.read(jsonl), {rows: 7, cols: 9, mines: 12, topology: 'square', first_click: 'unprotected', layout: expected, first});
  for (const content of [board('text'), board('mbf'), board('text').toString()]) assert.deepEqual(sapper.read(content).layout, expected);
  const list = mines.map((cell) => cell.join()).join('\n') + '\n';
  assert.deepEqual(sapper.read('# mines\n' + list, {rows: 7, cols: 9}).layout, expected);
  assert.throws(() => sapper.read(list, {rows: 2, cols: 2}), /of this board/);
  assert.deepEqual(sapper.read(board('jsonl', '3'), {number: 1}).layout, expected);
  assert.notDeepEqual(sapper.read(board('jsonl', '3'), {number: 2}).layout, expected);
  assert.throws(() => sapper.read(board('jsonl', '3'), {number: 4}), /no line 4/);
  const text = readFileSync(join(root, 'data/positions/expert_midgame.txt'), 'utf8'), position = sapper.read(text);
  assertAlike(sapper.posterior(position), sapper.posterior(text));
  assert.deepEqual(sapper.read(JSON.stringify({...position, topology: 'hex'})), {...position, topology: 'hex'});
  assert.deepEqual(sapper.read('mines 1\nfirst_click safe_corners\n. F 1 # flagged\n'),
    {rows: 1, cols: 3, mines: 1, topology: 'square', first_click: 'safe_corners', cells: ['.F1']});
});

// The inputs of the tests of readers, the repository's own files, and damaged copies of them.
const readers = {
  position: (text) => sapper.analyze(text, {moves: false}),
  file: (text) => sapper.read(text, {rows: 9, cols: 9}),
  config: (text) => sapper.describe(text),
  replay: (text) => sapper.recordings(text, 'x.json'),
};
function corpus(kind) {
  const files = (folder, ending) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder), {recursive: true}) : [])
    .filter((name) => name.endsWith(ending)).map((name) => readFileSync(join(root, folder, name), 'latin1')).filter((text) => text.length < 20_000);
  const wrong = ['', ' ', 'mines', '{', '[]', '{}', 'mines 1\n1x\n', 'mines 1\n9\n', '{"mines": -1, "cells": ["."]}', '{"mines": 1}', '\0', '\xff\xfe',
    'mines 99999999999999999999\n.\n', 'mines 1\n..\n.\n', 'mines 2\n3.\n..\n', '{"rows": 1e9, "cols": 1, "mines": 1, "cells": []}', '[' .repeat(5000)];
  const positions = [...files('data/positions', '.txt'), ...lines(readFileSync(join(root, 'data/reference/positions.jsonl'), 'utf8')).slice(0, 20)];
  const boards = [...files('data/boards', ''), '0,0\n8,8\n', '*..\n.*.\n\n**\n', '\x03\x02\x00\x01\x01\x01'];
  const configs = files('data/experiments', '.json'), replays = lines(native(['run', writeConfig('tiny.json', {...kConfig, boards: [{rows: 4, mines: 3}]}), '--replay', '0:1', '--json']).replaceAll('\n', ''));
  return [...wrong, ...files('data/fuzz/' + kind, ''), ...{position: positions, file: [...positions, ...boards], config: configs, replay: replays}[kind]];
}
function* damagedCopies(texts, count) {
  let state = 7;
  const random = (most) => Math.floor(((state = (state * 1103515245 + 12345) % 2147483648) / 2147483648) * most);
  const letters = '"{}[],:.-0129eE \n#\\/truenaF*\xff\x80\0';
  for (let i = 0; i < count; i++) {
    let text = texts[random(texts.length)].slice(0, 4096);
    for (let times = 1 + random(4); times > 0; times--) {
      const at = random(text.length + 1), letter = letters[random(letters.length)];
      text = [() => text.slice(0, at) + letter + text.slice(at + 1), () => text.slice(0, at) + letter + text.slice(at), () => text.slice(0, at) + text.slice(at + 1 + random(8)),
        () => text.slice(0, at), () => text.slice(0, at) + text.slice(random(text.length + 1)).slice(0, 40) + text.slice(at)][random(5)]();
    }
    yield text;
  }
}

const good = {mines: 2, cells: ['.1.1.', '.1.1.']};
// Whether the input was refused, in one sentence; the engine goes on in any case.
function isRefused(use, what) {
  try {
    use();
    return false;
  } catch (error) {
    assert.equal(error.name, 'SapperError', `${error} of ${JSON.stringify(what)}`);
    assert.match(error.message, /^[^\n]{10,}$/);
    assert.doesNotMatch(error.message, /RuntimeError|unreachable|engine failed/, JSON.stringify(what));
    assert.equal(sapper.posterior(good)[0][0], 0.5);
    return true;
  }
}

for (const [kind, use] of Object.entries(readers))
  test(`a ${kind} of the corpora, whole or damaged, is read or refused in a sentence`, () => {
    const texts = corpus(kind);
    let refused = 0;
    for (const text of [...texts, ...damagedCopies(texts, 250)]) refused += isRefused(() => use(Buffer.from(text, 'latin1').toString('latin1')), text) ? 1 : 0;
    assert.ok(refused > 40, `${refused} of ${texts.length + 250}`);
  });

test('bad input gets a sentence, and the engine goes on', () => {
  for (const value of [undefined, null, 7, Symbol.iterator]) assert.throws(() => sapper.posterior(value), {name: 'SapperError'});
  assert.throws(() => sapper.explain(good, [5, 0]), /not on the board/);
  assert.throws(() => sapper.explain(good, ['a', 0]), /whole numbers/);
  assert.throws(() => sapper.replay(kConfig, 9, 0), /case 9 does not exist/);
  assert.throws(() => sapper.replay(kConfig, 0, -1), /whole number/);
  // WebAssembly would take 2^32 for 0.
  for (const number of [2 ** 32, 2 ** 32 + 1, 0.5, NaN, '0']) {
    assert.throws(() => sapper.replay(kConfig, number, 0), /case's number is not a whole number/);
    assert.throws(() => new sapper.Game(kConfig, number), /case's number is not a whole number/);
  }
  assert.throws(() => sapper.replay(kConfig, 0, 0, 'optimal'), /optimal.* cells/);
  assert.throws(() => sapper.analyze({mines: 1, cells: ['.1.', '111', '...', '.1.', '111']}, {moves: false}), (error) => error.index !== null && /no layout/.test(error.message));
});

test('a game outlives a failed instance', () => {
  const play = new sapper.Game(kConfig, 0, 0), other = new sapper.Game(kConfig, 0, 0);
  const before = play.dig(4, 5);
  assert.throws(() => sapper.posterior('nonsense'));
  const hidden = before.cells.flatMap((row, r) => [...row].map((sign, c) => [sign, r, c])).filter(([sign]) => sign === '.');
  const [, r, c] = hidden[0];
  other.dig(4, 5);
  assert.deepEqual(play.dig(r, c), other.dig(r, c));
});

test('reviews', () => {
  const config = {...kConfig, boards: [{level: 'Beginner'}], strategies: ['rules']}, file = writeConfig('reviewed.json', config);
  for (let game = 0; game < 4; game++) {
    const replay = join(scratch, `${game}.replay.json`);
    native(['run', file, '--replay', `0:${game}`, '-o', replay]);
    const content = readFileSync(replay);
    assert.equal(sapper.recordings(content, 'replay.json').length, 1);
    const {review, players} = sapper.review(content, 'replay.json', {effort: 0, layouts: 50});
    const {clicks, ...there} = JSON.parse(native(['review', replay, '--json', '--effort', '0', '--layouts', '50', '--quiet']));
    assert.ok(clicks.lower > 0, 'which the page does not count');
    assertAlike({...review, file: ''}, {...there, file: ''});
    assert.ok(Math.abs(review.outcome - (review.w_start - review.given_away + review.luck)) < 1e-9);
    assert.equal(players[0].digs.filter((dig) => dig.w_best !== undefined).length, review.digs.length);
  }
  assert.throws(() => sapper.review('nonsense', 'x.avf'), {name: 'SapperError'});
});

test('reviews series of games, each call another', () => {
  const file = writeConfig('series.json', {...kConfig, boards: [{level: 'Beginner'}], strategies: ['rules', 'csp']});
  const names = Array.from({length: 21}, (_, game) => join(scratch, `series${game}.replay.json`));
  names.forEach((name, game) => native(['run', file, '--replay', `0:${game}`, '--strategy', game < 20 ? 'rules' : 'csp', '-o', name]));
  native(['review', ...names, '--effort', '0', '--layouts', '20', '--series', join(scratch, 'series.out.json'), '--quiet']);
  const expected = JSON.parse(readFileSync(join(scratch, 'series.out.json'), 'utf8'));
  assert.deepEqual(expected.players.map(({games, steps}) => [games, steps.length]), [[20, 2], [1, 0]]);
  const files = names.map((name) => ({content: readFileSync(name), name: 'replay.json'})), done = [];
  for (const all of [files.slice(0, 3), files]) {
    sapper.review(all[0].content, 'replay.json', {effort: 0, layouts: 20});  // which is not of the series
    const {games, ...series} = sapper.reviewSeries(all, {effort: 0, layouts: 20, onProgress: (...counts) => done.push(counts)});
    assert.equal(games.length, all.length);
    assert.equal(games[0].schema, 'sapper-review/1');
    if (all === files) assertAlike(series, expected);
  }
  assert.deepEqual(done.at(-1), [21, 21]);
  assert.throws(() => sapper.reviewSeries(files, {game: 1}), /options has an unknown member "game"/);
});

// Files of other programs, written by the tests of their readers (tests/support/replay_files.hpp).
test('replays of other programs', {skip: existsSync('/usr/bin/g++') ? false : 'needs g++'}, () => {
  const writer = join(scratch, 'write_replays');
  execFileSync('g++', ['-std=c++20', '-x', 'c++', '-I', root, '-o', writer, '-'], {input: `
    #include <fstream>
    #include "tests/support/replay_files.hpp"
    int main(int, char** words) {
      int number = 0;
      for (const auto& [ending, bytes] : sapper::tests::files_of_every_format(sapper::tests::sample_replay()))
        std::ofstream(words[1] + std::string("/recorded") + std::to_string(number++) + ending, std::ios::binary) << bytes;
    }`});
  execFileSync(writer, [scratch]);
  const names = readdirSync(scratch).filter((name) => name.startsWith('recorded'));
  assert.equal(names.length, 13);
  for (const name of names) {
    const content = readFileSync(join(scratch, name));
    const {review, players: [player]} = sapper.review(content, name, {effort: 0, layouts: 20});
    const {clicks, ...there} = JSON.parse(native(['review', join(scratch, name), '--json', '--effort', '0', '--layouts', '20', '--quiet']));
    assert.ok(clicks.lower > 0, 'which the page does not count');
    // All of it, but for the name of the file and the clicks: on so few cells the values are exact.
    assertAlike({...review, file: ''}, {...there, file: ''});
    assert.ok(review.digs.every(({exact}) => exact), name);
    assert.ok(player.won && player.digs.length > 3, name);
    // Names in other encodings than UTF-8.
    if (name.endsWith('.rawvf'))
      for (const bytes of [[0xc0, 0xd7, 0xcd, 0xf5], [0x4a, 0xf6, 0x72, 0x67]]) {
        const text = content.toString('latin1').replace(/^Player: .*$/m, () => 'Player: ' + String.fromCharCode(...bytes));
        const file = join(scratch, 'named.rawvf'), named = Buffer.from(text, 'latin1');
        writeFileSync(file, named);
        const expected = JSON.parse(native(['review', file, '--json', '--effort', '0', '--layouts', '20', '--quiet'])).player;
        assert.ok(['雷王', 'Jörg'].includes(expected), expected);
        assert.equal(sapper.recordings(named, 'named.rawvf')[0].player, expected);
      }
    // Cut off or damaged.
    const damaged = [0, 1, 5, 20, content.length >> 1, content.length - 1].map((size) => content.subarray(0, size));
    for (let at = 0; at < content.length; at += Math.ceil(content.length / 12)) {
      damaged.push(Buffer.from(content));
      damaged.at(-1)[at] ^= 0xa5;
    }
    for (const bytes of damaged) isRefused(() => sapper.recordings(bytes, name), bytes.toString('latin1'));
  }
});

// The page reads the games of a collection one by one.
test('a damaged game leaves the others of its collection', {skip: existsSync('/usr/bin/g++') ? false : 'needs g++'}, async () => {
  const {partsOf} = await import(pathToFileURL(join(process.env.SAPPER_NPM, '../review.js')));
  const whole = readFileSync(join(scratch, readdirSync(scratch).find((name) => /^recorded.*\.evfs$/.test(name)))), head = whole.subarray(0, 3), game = whole.subarray(3);
  const damaged = Buffer.from(game);
  damaged.fill(0xff, game.indexOf(0) + 5, game.indexOf(0) + 30);
  const parts = partsOf(new Uint8Array(Buffer.concat([head, game, damaged, game])), 'three.evfs');
  assert.equal(parts.length, 3);
  assert.throws(() => sapper.recordings(parts[1].content, parts[1].name), /three\.evfs#2\.evf/);
  for (const {content, name} of [parts[0], parts[2]]) assert.equal(sapper.recordings(content, name).length, 1);
});

// Printed, as no test depends on times: `sapper_bench` of the release build, where it is built, beside Node.
test('speed of 39 Expert positions', (t) => {
  const positions = lines(readFileSync(join(root, 'data/reference/positions.jsonl'), 'utf8')).filter((line) => {
    const {rows, cols, mines} = JSON.parse(line);
    return rows === 16 && cols === 30 && mines === 99;
  });
  assert.equal(positions.length, 39);
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const time = (position, times) => {
    const begin = performance.now();
    sapper.repeat(position, times);
    return performance.now() - begin;
  };
  // The least of several leaves interruptions out.
  const kTimes = 100, least = (position, times) => Math.min(...Array.from({length: 15}, () => time(position, times)));
  const here = median(positions.map((position) => (1000 * (least(position, kTimes) - least(position, 0))) / kTimes));
  const bench = join(process.env.SAPPER_PROGRAM, '../sapper_bench');
  const there = existsSync(bench) ? JSON.parse(execFileSync(bench, ['--benchmark_filter=^posterior/expert', '--benchmark_format=json'], {encoding: 'utf8', stdio: 'pipe'}))
    .benchmarks[0].median_us : null;
  t.diagnostic(`median of a posterior: ${here.toFixed(2)} us in Node` + (there ? `, ${there.toFixed(2)} us in the program: ${(here / there).toFixed(2)} times` : ''));
});
