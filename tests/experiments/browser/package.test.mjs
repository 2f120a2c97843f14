// The npm package as people use it: from its packed tarball, by each bundler, opened in Chromium; in Node and by TypeScript.
// The bundlers are of npm; without it their tests are skipped.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {extname, join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';

const root = process.env.SAPPER_ROOT, npm = process.env.SAPPER_NPM, scratch = mkdtempSync(join(tmpdir(), 'sapper-package-'));
test.after(() => rmSync(scratch, {recursive: true, force: true}));
const run = (command, args, cwd) => execFileSync(command, args, {cwd, encoding: 'utf8', stdio: 'pipe', timeout: 300_000});

// The tools, installed once for a list of versions.
const kTools = {vite: '8.0.0', webpack: '5.99.0', 'webpack-cli': '6.0.1', rollup: '4.40.0', '@rollup/plugin-node-resolve': '16.0.1'};
const tools = join(npm, '../bundlers');
function toolsMissing() {
  const wanted = JSON.stringify({name: 'bundlers', private: true, devDependencies: kTools}), done = join(tools, 'installed.json');
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return false;
  mkdirSync(tools, {recursive: true});
  writeFileSync(join(tools, 'package.json'), wanted);
  try {
    run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--no-package-lock'], tools);
  } catch {
    return 'npm cannot be reached for the bundlers';
  }
  writeFileSync(done, wanted);
  return false;
}
const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const skip = program ? toolsMissing() : 'needs chromium';

// An application that has the package and the tools.
const [tarball] = run('npm', ['pack', '--silent', '--pack-destination', scratch, npm], scratch).trim().split('\n').slice(-1);
let apps = 0;
function makeApp() {
  const folder = join(scratch, `app${apps++}`), own = join(folder, 'node_modules/sapper');
  cpSync(join(npm, 'examples'), folder, {recursive: true});
  mkdirSync(own, {recursive: true});
  run('tar', ['xzf', join(scratch, tarball), '-C', own, '--strip-components=1'], scratch);
  writeFileSync(join(folder, 'package.json'), '{"name": "app", "private": true}');
  symlinkSync(join(tools, 'node_modules/@rollup'), join(folder, 'node_modules/@rollup'));
  return folder;
}
const tool = (name) => join(tools, 'node_modules/.bin', name);

const kTypes = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm'};
function serve(folder) {
  return createServer((request, answer) => {
    const file = join(folder, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (!existsSync(file)) return answer.writeHead(404).end();
    answer.writeHead(200, {'Content-Type': kTypes[extname(file)] ?? 'application/octet-stream'}).end(readFileSync(file));
  });
}

/** @type {any} */
let browser;
test.after(() => browser?.close());
// What the page says in the end, opened through this server.
async function said(server, path) {
  const {chromium} = createRequire(join(npm, '../package.json'))('playwright-core');
  browser ??= await chromium.launch({executablePath: program, args: ['--no-sandbox']});
  if (!server.listening) await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const page = await browser.newPage(), errors = [];
  try {
    // Vite's client looks for the server of its socket, which is off here.
    const add = (text) => !/websocket/i.test(text) && errors.push(text);
    page.on('pageerror', (error) => add(String(error)));
    page.on('console', (message) => message.type() === 'error' && add(message.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/${path}`);
    await page.waitForFunction(() => document.body?.textContent.includes('P(mine)'), null, {timeout: 60_000}).catch((error) => {
      throw new Error(`${error.message}: ${errors.join('; ')}`);
    });
    assert.deepEqual(errors, []);
    return await page.textContent('body');
  } finally {
    await page.close();
    server.close();
    server.closeAllConnections();
  }
}
const kSaid = 'P(mine): [[0.5,null,0,null,0.5],[0.5,null,0,null,0.5]]; expert digs 0,2; chance to win 0.25';

test('a module of a page', {skip}, async () => assert.equal(await said(serve(makeApp()), 'plain.html'), kSaid));

test('vite build', {skip}, async () => {
  const app = makeApp();
  run(tool('vite'), ['build', '--logLevel', 'error'], app);
  assert.equal(await said(serve(join(app, 'dist')), 'index.html'), kSaid);
});

test('vite dev', {skip}, async () => {
  const {createServer: createVite} = await import(pathToFileURL(join(tools, 'node_modules/vite/dist/node/index.js')));
  const vite = await createVite({root: makeApp(), logLevel: 'error', server: {middlewareMode: true, hmr: false, ws: false}});
  try {
    assert.equal(await said(createServer(vite.middlewares), 'index.html'), kSaid);
  } finally {
    await vite.close();
  }
});

test('webpack', {skip}, async () => {
  const app = makeApp();
  run(tool('webpack'), ['--config', 'webpack.config.cjs'], app);
  assert.equal(await said(serve(app), 'built.html'), kSaid);
});

test('Rollup', {skip}, async () => {
  const app = makeApp();
  run(tool('rollup'), ['-c', '--silent'], app);
  assert.equal(await said(serve(app), 'built.html'), kSaid);
});

const esbuild = join(npm, '../node_modules/.bin/esbuild');
test('esbuild', {skip}, async () => {
  const app = makeApp();
  run(esbuild, ['app.js', '--bundle', '--format=esm', '--outdir=dist', '--log-level=error'], app);
  for (const name of ['sapper.wasm', 'worker_thread.js']) cpSync(join(app, 'node_modules/sapper', name), join(app, 'dist', name));
  assert.equal(await said(serve(app), 'built.html'), kSaid);
});

test('esbuild, all in one script', {skip}, async () => {
  const app = makeApp();
  run(esbuild, ['inlined.js', '--bundle', '--loader:.wasm=binary', '--outfile=dist/app.js', '--log-level=error'], app);
  assert.equal(await said(serve(app), 'built.html'), kSaid.split('; ')[0]);
});

test('Node: import, require, bundled', () => {
  const app = makeApp();
  assert.match(run(process.execPath, ['many.mjs'], app), /^480000 0\.\d+\n$/);
  const required = '[[0.5,null,0,null,0.5],[0.5,null,0,null,0.5]]\n0,2\n';
  assert.equal(run(process.execPath, ['required.cjs'], app), required);
  run(esbuild, ['many.mjs', '--bundle', '--platform=node', '--format=esm', '--outfile=dist/many.mjs', '--log-level=error'], app);
  cpSync(join(app, 'node_modules/sapper/sapper.wasm'), join(app, 'dist/sapper.wasm'));
  assert.match(run(process.execPath, ['dist/many.mjs'], app), /^480000 0\.\d+\n$/);
});

// Deno reads file: addresses by fetch, and has none of Node's modules unless it is asked.
test('without anything of Node', () => {
  const app = makeApp();
  for (const name of ['sapper.js', 'worker.js', 'worker_thread.js']) assert.doesNotMatch(readFileSync(join(npm, name), 'utf8'), /node:/);
  writeFileSync(join(app, 'web.mjs'), `import {readFileSync} from 'node:fs';
    globalThis.fetch = async (url) => new Response(readFileSync(url));
    const {init, posterior} = await import('./node_modules/sapper/sapper.js');
    await init();
    console.log(posterior({mines: 1, cells: ['.1.']})[0][0]);`);
  assert.equal(run(process.execPath, ['web.mjs'], app), '0.5\n');
});

const sapper = await import(pathToFileURL(join(npm, 'sapper.node.js'))), {startWorker} = await import(pathToFileURL(join(npm, 'worker.node.js')));

test('where the engine comes from', async () => {
  const file = join(npm, 'sapper.wasm'), bytes = readFileSync(file), module = await WebAssembly.compile(bytes);
  assert.throws(() => sapper.list(), /await init/);
  await Promise.all([sapper.init(), sapper.init()]);
  for (const source of [{module}, {bytes}, {bytes: new Uint8Array(bytes).buffer}, {url: pathToFileURL(file)}, {url: String(pathToFileURL(file))}, module, bytes]) {
    await sapper.init(source);
    assert.equal(sapper.posterior({mines: 1, cells: ['.1.']})[0][0], 0.5);
  }
  for (const [source, message] of [[{}, /with one of these/], [{modul: module}, /with one of these/], [{module, bytes}, /with one of these/], [7, /with one of these/],
    [{module: bytes}, /module is not a WebAssembly.Module/], [{bytes: 'x'}, /bytes is not an ArrayBuffer/], [{url: 7}, /url is not an address/],
    [{bytes: new Uint8Array([1, 2, 3])}, /bytes is not sapper.wasm/], [{url: pathToFileURL(join(npm, 'README.md'))}, /README.md is not sapper.wasm.*init\({url}\)/]])
    await assert.rejects(sapper.init(source), (error) => error.name === 'SapperError' && message.test(error.message));
});

test('typed cells give the numbers of rows', async () => {
  await sapper.init();
  const positions = readFileSync(join(root, 'data/reference/positions.jsonl'), 'utf8').split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line));
  const typed = ({cells}) => Int8Array.from(cells.join(''), (sign) => ({'.': sapper.HIDDEN, F: sapper.FLAGGED})[sign] ?? Number(sign));
  const same = (numbers, rows) => rows.flat().forEach((p, i) => assert.ok(p === null ? Number.isNaN(numbers[i]) : Object.is(p, numbers[i]), `${p} and ${numbers[i]}`));
  const expert = [];
  for (const {rows, cols, mines, topology, cells} of positions) {
    const position = {rows, cols, mines, topology, cells}, numbers = sapper.posterior({...position, cells: typed(position)});
    assert.ok(numbers instanceof Float64Array);
    same(numbers, sapper.posterior(position));
    same(numbers, sapper.posterior(JSON.stringify(position)));
    if (rows === 16 && cols === 30 && topology !== 'torus') expert.push(position);
  }
  // Many at once, each with its own count, into an array that exists.
  const cells = Int8Array.from(expert.flatMap((position) => [...typed(position)])), out = new Float64Array(cells.length);
  assert.equal(sapper.posterior({rows: 16, cols: 30, mines: expert.map(({mines}) => mines), cells}, out), out);
  expert.forEach((position, i) => same(out.subarray(480 * i, 480 * (i + 1)), sapper.posterior({...position, topology: 'square'})));
  // On other boards between, after a failure, with flags and by a first-click rule.
  assert.throws(() => sapper.analyze('nonsense'));
  const corner = sapper.posterior({rows: 3, cols: 3, mines: 1, cells: Uint8Array.from([255, 254, 255, 255, 255, 255, 255, 255, 255]), first_click: 'safe_corners'});
  assert.deepEqual([...corner], [0, 0.2, 0, 0.2, 0.2, 0.2, 0, 0.2, 0]);
});

test('what is wrong is told of the argument', async () => {
  await sapper.init();
  const good = {mines: 2, cells: ['.1.1.', '.1.1.']}, typed = {rows: 1, cols: 3, mines: 1, cells: Int8Array.of(-1, 1, -1)};
  const config = {boards: [{level: 'Beginner'}], strategies: ['rules']};
  for (const [use, message] of [
    [() => sapper.posterior({...good, mine_count: 2}), /^position has an unknown member "mine_count"/],
    [() => sapper.posterior({cells: good.cells}), /^position\.mines is not a whole number/],
    [() => sapper.posterior({mines: 2, cells: ['.1', '.']}), /^position\.cells\[1\] has 1 cells, but cells\[0\] has 2/],
    [() => sapper.posterior({...good, cols: 4}), /^position\.cells\[0\] has 5 cells, but cols is 4/],
    [() => sapper.posterior({...good, rows: 4}), /^position\.cells has 2 rows, but rows is 4/],
    [() => sapper.posterior({mines: 2, cells: ['.1.', '.9.']}), /^position\.cells\[1\] has "9" in column 1/],
    [() => sapper.posterior({...good, topology: 'round'}), /^position: topology is "round"/],
    [() => sapper.posterior({...good, mines: 50}), /^position: 50 mines on a board of 10 cells/],
    [() => sapper.posterior({mines: 1, cells: ['8.']}), /^position: .*where a cell has 1 neighbour/],
    [() => sapper.posterior({mines: 3, cells: ['.1.', '111']}), /^position: 3 mines, but 2 hidden cells/],
    [() => sapper.posterior({mines: 1, cells: ['.2.1.']}), /no layout of mines is consistent/],
    [() => sapper.posterior({...typed, cells: Int8Array.of(-1, 9, -1)}), /^cell 1 is 9; a cell is/],
    [() => sapper.posterior({...typed, cells: Int8Array.of(-1, 1, -1, -1, 2, 0)}), /^position 1: no layout/],
    [() => sapper.posterior({...typed, cells: Int8Array.of(-1, 1)}), /^position\.cells has 2 cells; expected rows x cols, 3/],
    [() => sapper.posterior({...typed, mines: [1, 1]}), /^position\.mines has 2 counts for 1 position$/],
    [() => sapper.posterior({...typed, mines: -1}), /^position\.mines is not/],
    [() => sapper.posterior({...typed, id: 1}), /unknown member "id"/],
    [() => sapper.posterior({...typed, cells: new Float64Array(3)}), /^position\.cells is not an Int8Array/],
    [() => sapper.posterior({...typed, topology: 'ring'}), /^position: topology/],
    [() => sapper.posterior(typed, new Float64Array(4)), /^out is not/],
    [() => sapper.analyze(good, {move: false}), /^options has an unknown member "move"; known: moves/],
    [() => sapper.read('mines 1\n.1\n', {row: 1}), /^options has an unknown member "row"/],
    [() => sapper.chances(good, -5), /^layouts is not a whole number/],
    [() => sapper.chances(good, 0), /^layouts is not at least 1/],
    [() => sapper.replay(config, 0, 0, 'nobody'), /^strategy is "nobody"/],
    [() => sapper.replay(config, 0, 0.5), /^game is not a whole number/],
    [() => sapper.review('{}', 'x.json', {layout: 5}), /^options has an unknown member "layout"/],
    [() => sapper.nim({heaps: [1], most: 0}), /^nim: most is 0/],
    [() => sapper.nim({heap: [1]}), /^nim has an unknown member "heap"/],
    [() => sapper.tablet({cols: 2, rows: 2, poison_col: 2, poison_row: 0}), /^tablet: poison_col is 2/],
  ])
    assert.throws(use, (error) => {
      assert.equal(error.name, 'SapperError');
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /--|sapper_/);
      return true;
    });
});

test('Nim and the tablet as the program solves them', () => {
  const solved = (...args) => JSON.parse(run(process.env.SAPPER_PROGRAM, ['solve', ...args.map(String), '--json'], scratch));
  for (const heaps of [[3, 4, 5], [1, 1], [7], [0, 0], [9, 5, 3, 2]]) {
    const {nim_sum, best_move, nim_values} = sapper.nim({heaps}), there = solved('nim', ...heaps);
    assert.equal(nim_sum, there.nim_sum);
    assert.equal(nim_sum === 0, best_move === null);
    if (best_move) assert.equal(sapper.nim({heaps: best_move.leaves}).nim_sum, 0);
    assert.deepEqual(nim_values, heaps);
  }
  assert.deepEqual(sapper.nim({heaps: [21], most: 3}).best_move, {heap: 0, take: 1, leaves: [20]});
  for (const [cols, rows, poison_col, poison_row] of [[5, 4, 1, 2], [3, 3, 1, 1], [1, 1, 0, 0], [8, 5, 0, 0]]) {
    const {value, moves, best_move} = sapper.tablet({cols, rows, poison_col, poison_row});
    assert.equal(value, solved('tablet', cols, rows, poison_col, poison_row).value);
    assert.equal(moves.length, cols - 1 + rows - 1);
    if (moves.length) assert.equal(best_move.value, value > 0 ? Math.min(...moves.map((move) => move.value).filter((each) => each > 0)) : Math.min(...moves.map((move) => move.value)));
  }
});

test('a worker: progress, stops, what waits goes on', async () => {
  await sapper.init();
  const worker = await startWorker(), good = {mines: 2, cells: ['.1.1.', '.1.1.']};
  try {
    assert.deepEqual(await worker.posterior(good), sapper.posterior(good));
    const wide = {mines: 40, cells: ['................', '.......11.......', ...Array(14).fill('................')]};
    // A call that takes long is ended by its signal; those that wait are answered.
    const stop = new AbortController(), seen = [];
    const long = worker.chances(wide, {layouts: 1e9, signal: stop.signal, onProgress: ({layouts}) => seen.push(layouts) === 2 && stop.abort()});
    const other = worker.explain(good, [0, 2]);
    await assert.rejects(long, {name: 'AbortError'});
    assert.ok(seen.length >= 2 && seen[1] > seen[0]);
    assert.deepEqual(await other, sapper.explain(good, [0, 2]));
    const replay = JSON.stringify(sapper.replay({boards: [{level: 'Beginner'}], strategies: ['rules'], seed: 3}, 0, 1)), digs = [];
    assert.deepEqual(await worker.nim({heaps: [3, 4, 5]}), sapper.nim({heaps: [3, 4, 5]}));
    const tablet = {cols: 8, rows: 5, poison_col: 2, poison_row: 1};
    assert.deepEqual(await worker.tablet(tablet), sapper.tablet(tablet));
    const reviewed = await worker.review(replay, 'a.json', {effort: 0, layouts: 50, onProgress: (done, of) => digs.push([done, of])});
    assert.deepEqual(reviewed, sapper.review(replay, 'a.json', {effort: 0, layouts: 50}));
    assert.deepEqual(digs, reviewed.players[0].digs.map((_, i, all) => [i + 1, all.length]));
    // One that has not begun leaves the one that has.
    const late = new AbortController(), first = worker.analyze(good), second = worker.analyze(good, {signal: late.signal});
    late.abort();
    await assert.rejects(second, {name: 'AbortError'});
    assert.deepEqual(await first, sapper.analyze(good));
    await assert.rejects(worker.posterior(good, {signal: AbortSignal.abort()}), {name: 'AbortError'});
    await assert.rejects(worker.posterior({mines: 1}), {name: 'SapperError', message: /position\.cells/});
    const two = [worker.chances(wide, {layouts: 50}), worker.chances({...wide, mines: 41}, {layouts: 50})];
    assert.ok((await Promise.all(two)).every(({layouts}) => layouts >= 50));
    const list = worker.list();
    worker.close();
    await assert.rejects(list, /closed/);
    await assert.rejects(worker.list(), /closed/);
  } finally {
    worker.close();
  }
});

// Object literals may have no member that a type lacks, so that results written as such prove that their types are complete.
test('types of all results', () => {
  const app = makeApp(), position = {mines: 8, cells: ['........', '...11...', '........', '........']};
  const config = {boards: [{rows: 6, cols: 6, mines: 8}], strategies: ['expert', 'rules'], seed: 5}, played = sapper.replay(config, 0, 2);
  const results = {Analysis: sapper.analyze(position), Proof: sapper.explain({mines: 2, cells: ['.1.1.', '.1.1.']}, [0, 2]), WhatIf: sapper.whatIf(position, [0, 0]),
    Position: {mines: 1, topology: 'triangle', cells: ['.2', [null, 2]]}, Shape: sapper.shape({boards: [{rows: 2, cols: 2, mines: 0, topology: 'triangle'}]}),
    Chances: sapper.chances(position).next().value, Lists: sapper.list(), Experiment: sapper.describe(config), Replay: played, GameState: new sapper.Game(config).dig(3, 3),
    ReviewedReplay: sapper.review(JSON.stringify(played), 'a.json', {effort: 0, layouts: 20}), ReadFile: sapper.read('*..\n...\n'), NimAnswer: sapper.nim({heaps: [3, 4]}),
    TabletAnswer: sapper.tablet({cols: 3, rows: 2, poison_col: 0, poison_row: 1})};
  // On lattices, in layers and on graphs cells are named by more numbers, or by one.
  const ring = {sees: [[1, 4], [0, 2], [1, 3], [2, 4], [3, 0]]}, onRing = {...ring, mines: 1, shown: [1, null, null, null, null]};
  const ringConfig = {boards: [{graph: 'g.json', mines: 1}], files: {'g.json': {schema: 'sapper-graph/1', ...ring, places: ring.sees.map((_, i) => [i, 0])}}, strategies: ['csp'], seed: 5};
  const cubes = {boards: [{rows: 2, cols: 3, layers: 2, mines: 2, topology: 'cube6'}], strategies: ['csp'], seed: 5};
  const more = [['Analysis', sapper.analyze({mines: 2, topology: 'triangle', cells: ['.2', '.2']})], ['LayeredAnalysis', sapper.analyze({mines: 1, layers: 2, topology: 'cube6', cells: ['1.', '..', '..', '..']})],
    ['GraphAnalysis', sapper.analyze(onRing)], ['GraphPosition', onRing], ['ReadFile', sapper.read(JSON.stringify(onRing))],
    ...[ringConfig, cubes].flatMap((each) => [['Replay', sapper.replay(each, 0, 1)], ['Shape', sapper.shape(each)], ['GameState', new sapper.Game(each).dig(0, 1)],
      ['ReviewedReplay', sapper.review(JSON.stringify(sapper.replay(each, 0, 1)), 'a.json', {effort: 0, layouts: 20})]])];
  const kUse = `import {init, analyze, posterior, chances, SapperError, type Position} from 'sapper';
    import {startWorker} from 'sapper/worker';
    export async function use(position: Position, signal: AbortSignal) {
      await init({url: 'x'});
      const rows: (number | null)[][] = posterior(position), numbers: Float64Array = posterior({rows: 1, cols: 2, mines: 1, cells: new Int8Array(2)});
      for (const {layouts} of chances(position)) if (layouts > 400) break;
      const worker = await startWorker(), {review} = await worker.review('x', 'y', {signal, onProgress: (done, of) => done / of}), luck: number = review.luck;
      // @ts-expect-error: results are no \`any\`
      review.lack;
      const ofGraph: (number | null)[] = posterior({sees: [[1], [0]], mines: 1, shown: [1, null]}), {cells, safe} = analyze({sees: [[1], [0]], mines: 1, shown: [1, null]}), [cell]: number[] = safe;
      const [[layer, row, col]]: [number, number, number][] = analyze({mines: 1, layers: 1, topology: 'cube6', cells: ['1.']}).mine, [[r, c]]: [number, number][] = analyze(position).mine;
      // @ts-expect-error: a cell of a replay may be one of a graph
      const [first] = review.digs[0].cell!;
      return [rows, numbers, luck, ofGraph, cells, cell, layer, row, col, r, c, first, new SapperError('x').index];
    }\n`;
  writeFileSync(join(app, 'use.ts'), kUse + Object.entries(results).map(([type, value]) => `const a${type}: import('sapper').${type} = ${JSON.stringify(value)};\n`).join('') +
    more.map(([type, value], i) => `const b${i}: import('sapper').${type} = ${JSON.stringify(value)};\n`).join(''));
  writeFileSync(join(app, 'use.cts'), kUse);
  const tsc = join(npm, '../node_modules/typescript/bin/tsc'), check = (...options) => {
    try {
      run(process.execPath, [tsc, '--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', ...options], app);
    } catch (error) {
      assert.fail(error.stdout.slice(0, 2000));
    }
  };
  check('--module', 'esnext', '--moduleResolution', 'bundler', 'use.ts');
  check('--module', 'node16', '--moduleResolution', 'node16', 'use.cts');
});

// Printed, as no test depends on times.
test('speed of typed cells', async (t) => {
  await sapper.init();
  const positions = readFileSync(join(root, 'data/reference/positions.jsonl'), 'utf8').split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line))
    .filter(({rows, cols, mines}) => rows === 16 && cols === 30 && mines === 99), out = new Float64Array(480);
  const timed = (use) => Math.min(...Array.from({length: 9}, () => {
    const begin = performance.now();
    for (let i = 0; i < 20; i++) use();
    return (performance.now() - begin) * 50;
  }));
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const [typed, rows] = [Int8Array, Array].map((kind) => median(positions.map(({cells}) => {
    const position = {rows: 16, cols: 30, mines: 99, cells: kind === Array ? cells : Int8Array.from(cells.join(''), (sign) => (sign === '.' ? -1 : Number(sign)))};
    return timed(() => sapper.posterior(position, kind === Array ? undefined : out));
  })));
  t.diagnostic(`median of an Expert position: ${typed.toFixed(1)} us by typed cells, ${rows.toFixed(1)} us by rows of texts`);
});
