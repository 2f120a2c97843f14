// The page in Chromium, opened from disk, on a desk and on a phone: `./dev page test`; skipped without chromium.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync, mkdtempSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';

const root = process.env.SAPPER_ROOT, folder = join(process.env.SAPPER_NPM, '..');
const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const skip = program ? false : 'needs chromium';
const scratch = mkdtempSync(join(tmpdir(), 'sapper-page-'));
const address = pathToFileURL(join(folder, 'sapper.html')).href;

/** @type {any} */
let browser;
test.after(() => browser?.close());

async function withPage(width, use, hash = '', file = address, locale = 'en-US', more = {}) {
  const {chromium} = createRequire(join(folder, 'package.json'))('playwright-core');
  browser ??= await chromium.launch({executablePath: program, args: ['--no-sandbox']});
  const context = await browser.newContext({viewport: {width, height: 800}, acceptDownloads: true, locale, ...more});
  try {
    const page = await context.newPage(), errors = [];
    // So that a test can end the worker.
    await page.addInitScript(() => {
      const all = /** @type {any} */ (globalThis), {Worker} = all;
      all.workers = [];
      all.Worker = class extends Worker {
        constructor(/** @type {any} */ script) {
          super(script);
          all.workers.push(this);
        }
      };
    });
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => /^https?:/.test(request.url()) && errors.push('a request to ' + request.url()));
    await page.goto(file + hash);
    await page.waitForSelector('[role=tab][aria-selected=true], #status.wrong, #played form');
    await use(page);
    assert.deepEqual(errors, []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
  } finally {
    await context.close();
  }
}
const told = (page, what) => page.waitForSelector(`text=${what}`);

for (const width of [1200, 360])
  test(`analyse, ${width} px wide`, {skip}, () =>
    withPage(width, async (page) => {
      await page.click('text=Paste or load a position or a board');
      await page.fill('#analyse textarea', readFileSync(join(root, 'data/positions/one_two_one.txt'), 'utf8'));
      await page.click('text=Use this text');
      await page.waitForSelector('#analyse [role=gridcell].safe');
      await page.click('#analyse [role=gridcell].safe');
      await told(page, 'is safe');
      assert.ok(await page.$('#analyse [role=gridcell].proof'));
      // The keyboard goes through the grid, each cell says what it is.
      await page.focus('#analyse [role=gridcell][tabindex="0"]');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^row \d+, column 1: /);
      // The address holds the position.
      const hash = await page.evaluate(() => location.hash);
      await withPage(width, async (other) => {
        await other.waitForSelector('#analyse [role=gridcell].safe');
        assert.equal(await other.inputValue('#analyse input[aria-label=rows]'), await page.inputValue('#analyse input[aria-label=rows]'));
      }, hash);
      await page.keyboard.press('8');
      await page.waitForSelector('#status.wrong');
      await page.click('#analyse >> text=Undo');
      await page.waitForSelector('#status:not(.wrong)');
      await page.fill('#analyse textarea', 'mines 2\n.1x\n');
      await page.click('text=Use this text');
      await told(page, "'x' is not a cell");
    }));

for (const width of [1200, 360])
  test(`play, lose and review, ${width} px wide`, {skip}, () =>
    withPage(width, async (page) => {
      await page.click('#tab-play');
      await page.waitForSelector('#play [role=gridcell]');
      await page.selectOption('#play select >> nth=0', 'Intermediate');
      if (width < 600) await page.click('#play summary');
      await page.selectOption('#play select >> nth=5', 'no_guess');
      await page.click('text=New game');
      await page.waitForSelector('#play [data-row="15"]');
      await page.click('#play [data-row="8"][data-col="8"]');
      await told(page, 'until one needed no guess');
      for (const step of ['is safe', /proves? it/, /(is|are) safe/]) {
        await page.click('#play >> text=Hint');
        await page.waitForFunction((text) => new RegExp(text).test(document.querySelector('#play .told p').textContent), step.source ?? step);
      }
      // The safe cell of the hint, and then mines, until one is hit.
      await page.click('#play .dug');
      const loseAndSave = async (name) => {
        for (let i = 0; i < 40 && !(await page.$('#play .exploded')); i++) {
          await page.click('#play > .columns [role=gridcell].hidden >> nth=0', {force: true});
          await page.waitForTimeout(50);
          await page.evaluate(() => document.querySelector('#play > .columns [role=gridcell].hidden')?.scrollIntoView());
        }
        await told(page, 'Your digs ran risks');
        const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#play >> text=Save the replay')]);
        const file = join(scratch, `${name}-${width}.json`);
        await saved.saveAs(file);
        return file;
      };
      const needsNoGuess = await loseAndSave('no-guess');
      await page.click('#tab-review');
      await page.setInputFiles('#review input[type=file]', needsNoGuess);
      await told(page, 'the layouts need no guess');
      await page.click('#tab-play');
      await page.selectOption('#play select >> nth=5', '');
      await page.click('text=New game');
      await page.waitForSelector('#play > .columns [role=gridcell].hidden');
      const random = await loseAndSave('replay');
      await page.click('#tab-review');
      await page.setInputFiles('#review input[type=file]', random);
      await page.waitForSelector('#review [role=gridcell]', {timeout: 60_000});
      await told(page, 'The chance to win was');
    }));

test('any game of a report or config, and stored replays', {skip}, () =>
  withPage(1200, async (page) => {
    await page.click('#tab-games');
    const config = JSON.parse(readFileSync(join(root, 'data/experiments/classic.json'), 'utf8'));
    const report = join(scratch, 'report.json');
    writeFileSync(report, JSON.stringify({schema: 'sapper-report/2', config}));
    await page.setInputFiles('#games input[type=file]', report);
    await page.selectOption('#games select >> nth=1', '2');
    await page.fill('#games input[type=number]', '2');
    await page.selectOption('#games select >> nth=2', 'min_risk');
    await page.click('text=Show the game');
    await page.waitForSelector('#games .boards h2 >> text=min_risk');
    assert.match(await page.textContent('#games output'), /^\d+ of \d+$/);
    await page.setInputFiles('#games input[type=file]', {name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}')});
    await page.waitForSelector('#status.wrong');
    await page.setInputFiles('#games input[type=file]', writeReplay('rules'));
    await page.waitForSelector('#games .boards h2 >> text=rules');
    // On a lattice, and a stored game there, whose own drawing is not used; then squares again.
    const lattice = {schema: 'sapper-config/1', name: 'lattice', games: 9, boards: [{rows: 6, cols: 6, mines: 6, topology: 'triangle'}], strategies: ['min_risk', 'rules']};
    writeFileSync(join(scratch, 'lattice.json'), JSON.stringify(lattice));
    await page.setInputFiles('#games input[type=file]', join(scratch, 'lattice.json'));
    await told(page, 'lattice: 1 case');
    await page.selectOption('#games select >> nth=2', 'rules');
    await page.click('text=Show the game');
    await page.waitForSelector('#games svg [role=row]:nth-child(6) > [role=gridcell]:nth-child(6)');
    assert.match(await page.getAttribute('#games >> text=Analyse this position', 'href'), /^#p=6\/6\/6\/triangle\//);
    await page.selectOption('#games select >> nth=2', 'expert');
    await page.click('text=Show the game');
    await page.waitForSelector('#games .boards h2 >> text=expert');
    const stored = {...JSON.parse(native(['run', 'lattice.json', '--replay', '0:1', '--strategy', 'min_risk', '--json'])), drawing: '<img src="x" onerror="throw 1">', drawings: ['<img src="x" onerror="throw 2">']};
    stored.players[0].drawing = 0;
    await page.setInputFiles('#games input[type=file]', {name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(stored))});
    await page.waitForSelector('#games .boards h2 >> text=min_risk');
    assert.equal((await page.$$('#games svg [role=gridcell]')).length, 36);
    await page.click('#games .last');
    assert.ok((await page.$$('#games svg .shown, #games svg .exploded')).length > 0);
    await page.setInputFiles('#games input[type=file]', writeReplay('rules'));
    await page.waitForSelector('#games div[role=gridcell]');
    assert.equal((await page.$$('#games svg')).length, 0);
  }));

// The digs of the program's game, by touch, to the same end; numbers, names and the look back are the program's too.
for (const [topology, seed] of [['triangle', 3], ['triangle', 6], ['triangle3', 1], ['cairo', 2], ['snub', 1], ['kagome', 4]])
  test(`a game on ${topology} by touch, seed ${seed}`, {skip}, () => {
    const config = {schema: 'sapper-config/1', name: 'page', seed, games: 1, boards: [{rows: 8, cols: 8, mines: 10, topology}], first_click: {rule: 'opening', cell: 'strategy'}, strategies: ['min_risk']};
    writeFileSync(join(scratch, 'touch.json'), JSON.stringify(config));
    const [{digs, won, exploded}] = JSON.parse(native(['run', 'touch.json', '--replay', '0:0', '--json'])).players;
    return withPage(390, async (page) => {
      await page.waitForSelector('#play svg [role=gridcell]');
      const cell = (r, c) => `#play > .columns [data-row="${r}"][data-col="${c}"]`;
      const flagged = await page.$('#play [aria-pressed]');
      for (const {cell: [row, col], shown} of digs) {
        await page.tap(cell(row, col));
        for (const [r, c, number] of shown) {
          await page.waitForSelector(`${cell(r, c)}[aria-label="row ${r}, column ${c}: shows ${number}"]`);
          assert.equal(await page.textContent(cell(r, c)), number === 0 ? '' : String(number));
        }
      }
      await told(page, won ? 'Won.' : `Lost: a mine at ${exploded}`);
      await told(page, /Your digs ran risks/);
      assert.ok(flagged);
      assert.match(await page.getAttribute('text=Analyse this position', 'href'), new RegExp(`^#p=8/8/10/${topology}/`));
      await page.waitForSelector('#play .replay svg [role=gridcell]');
      await page.tap('text=Review this game');
      await told(page, 'The chance to win was');
      await page.waitForSelector('#review svg [role=gridcell]');
    }, `#g=8/8/10/${topology}//opening/strategy/flood/fixed/${seed}/`, address, 'en-US', {hasTouch: true});
  });

// The layers of cubes lie below one another; digs by number, to the program's end.
for (const topology of ['cube6', 'cube26'])
  test(`a game on ${topology}, hints and looking back`, {skip}, () => {
    const board = {rows: 3, cols: 4, layers: 5, mines: 4, topology};
    const config = {schema: 'sapper-config/1', name: 'page', seed: 2, games: 1, boards: [board], first_click: {rule: 'opening', cell: 'strategy'}, strategies: ['min_risk']};
    writeFileSync(join(scratch, 'cubes.json'), JSON.stringify(config));
    const [{digs, won, exploded}] = JSON.parse(native(['run', 'cubes.json', '--replay', '0:0', '--json'])).players;
    const link = `#g=5x3/4/4/${topology}//opening/strategy/flood/fixed/2/`;
    return withPage(390, async (page) => {
      await page.waitForSelector('#play svg [role=gridcell]');
      assert.equal((await page.$$('#play > .columns svg [role=gridcell]')).length, 60);
      const cell = ([layer, row, col]) => `#play > .columns [data-row="${3 * layer + row}"][data-col="${col}"]`;
      for (const [i, {cell: dug, shown}] of digs.entries()) {
        if (i === 1) {
          for (const step of [/dotted part/, /in every layout|No cell is certain/, /\d,\d,\d is (safe|the best guess)/]) {
            await page.click('#play >> text=Hint');
            await page.waitForFunction((text) => new RegExp(text).test(document.querySelector('#play .told p').textContent), step.source);
          }
        }
        await page.tap(cell(dug));
        for (const [layer, row, col, number] of shown) await page.waitForSelector(`${cell([layer, row, col])}[aria-label="cell ${layer},${row},${col}: shows ${number}"]`);
      }
      await told(page, won ? 'Won.' : `Lost: a mine at ${exploded}`);
      await told(page, /Your digs ran risks/);
      await page.waitForSelector('#play .replay svg [role=gridcell]');
      const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#play >> text=Save the replay')]);
      const file = join(scratch, `${topology}.json`);
      await saved.saveAs(file);
      const replay = JSON.parse(readFileSync(file, 'utf8'));
      assert.deepEqual(replay.board, {...board, layout: 'random'});
      const risk = (p) => (p === null ? null : p.toFixed(6)), [{digs: kept}] = replay.players;
      assert.deepEqual(kept.map((dig) => [dig.cell, dig.shown]), digs.map((dig) => [dig.cell, dig.shown]));
      assert.deepEqual(kept.slice(1).map(({p_mine}) => risk(p_mine)), digs.slice(1).map(({p_mine}) => risk(p_mine ?? 0)));
      // Another board in layers, and one without.
      await page.fill('#play >> text=layers >> input', '2');
      await page.click('#play >> text=New game');
      await page.waitForFunction(() => document.querySelectorAll('#play > .columns svg [role=gridcell]').length === 24);
      await page.click('#play summary');
      await page.selectOption('#play select >> nth=1', 'triangle3');
      assert.equal(await page.isVisible('#play >> text=layers'), false);
      await page.click('#play >> text=New game');
      await page.waitForFunction(() => document.querySelectorAll('#play > .columns svg [role=gridcell]').length === 12);
    }, link, address, 'en-US', {hasTouch: true});
  });

test('lattices: flags, chords, keys, hints, what they lack', {skip}, () =>
  withPage(390, async (page) => {
    await page.click('#tab-play');
    await page.waitForSelector('#play [role=gridcell]');
    await page.click('#play summary');
    await page.selectOption('#play select >> nth=2', 'safe_corners');
    await page.selectOption('#play select >> nth=1', 'triangle');
    assert.equal(await page.$eval('#play select >> nth=2', (select) => select.value), 'opening');
    await told(page, 'Lattices and graphs have no corners');
    await page.click('text=New game');
    await page.waitForSelector('#play svg [role=gridcell]');
    const at = (r, c) => `#play > .columns [data-row="${r}"][data-col="${c}"]`, label = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    // Keys: to what lies there; a flag; a dig, which a flag prevents.
    await page.focus(at(0, 0));
    for (const [key, says] of [['ArrowRight', 'row 0, column 1: hidden'], ['ArrowDown', 'row 1, column 1: hidden'], ['ArrowLeft', 'row 1, column 0: hidden'], ['f', 'row 1, column 0: hidden, flagged'],
      [' ', 'row 1, column 0: hidden, flagged'], ['f', 'row 1, column 0: hidden'], ['End', 'row 1, column 8: hidden'], ['PageDown', 'row 8, column 8: hidden']]) {
      await page.keyboard.press(key);
      assert.equal(await label(), says);
    }
    assert.equal(await page.$eval('#play svg .frame.focus', (node) => getComputedStyle(node).display), 'inline');
    await page.keyboard.press('d');
    await page.waitForSelector('#play .shown');
    assert.equal(await label(), 'row 8, column 8: shows 0');
    // Hints, to a dig of the cell that they name.
    for (const step of [/dotted part/, /in every layout|No cell is certain/, /is safe|is the best guess/]) {
      await page.click('#play >> text=Hint');
      await page.waitForFunction((text) => new RegExp(text).test(document.querySelector('#play .told p').textContent), step.source);
    }
    assert.equal(await page.$$eval('#play svg .frame.dug', (all) => all.length), 1);
    // A long touch flags; the flags around a number let a chord dig the rest.
    const touch = (place, kind) => page.dispatchEvent(place, kind, {bubbles: true, pointerType: 'touch', button: 0});
    const hidden = await page.$eval('#play > .columns .hidden', ({dataset}) => [dataset.row, dataset.col]);
    await touch(at(...hidden), 'pointerdown');
    await page.waitForSelector(`${at(...hidden)}[aria-label$="hidden, flagged"]`);
    await touch(at(...hidden), 'pointerup');
    await told(page, '9 mines left');
    // Another topology, and back to squares.
    for (const topology of ['cairo', 'hex', 'square']) {
      await page.selectOption('#play select >> nth=1', topology);
      await page.click('text=New game');
      await page.waitForSelector(topology === 'cairo' ? '#play > .columns svg [role=gridcell]' : '#play > .columns div[role=gridcell]');
      assert.equal(await page.$$eval('#play > .columns [role=gridcell]', (all) => all.length), 81);
    }
    assert.ok(!(await page.isVisible('text=Lattices and graphs have no corners')));
    // Without a guess, and with moving mines.
    await page.selectOption('#play select >> nth=1', 'cairo');
    await page.selectOption('#play select >> nth=5', 'no_guess');
    await page.click('text=New game');
    await page.waitForSelector('#play > .columns svg [role=gridcell]');
    await page.click(at(4, 4));
    await told(page, /layouts? w(as|ere) drawn until one needed no guess/);
    await page.selectOption('#play select >> nth=5', '');
    await page.selectOption('#play select >> nth=4', 'moving');
    await page.click('text=New game');
    await told(page, 'A new game');
    await page.click(at(4, 4));
    await page.waitForSelector('#play .shown');
  }));

// A wheel: cells see both beside them, and three steps on, which need not see them; of one file with places, and of one without.
const kWheel = {schema: 'sapper-graph/1', sees: Array.from({length: 24}, (_, i) => [1, 3, 23].map((step) => (i + step) % 24))};
for (const width of [1280, 390])
  test(`a graph of a file, ${width} px wide`, {skip}, async () => {
    writeFileSync(join(scratch, 'wheel of 24.json'), JSON.stringify(kWheel));
    writeFileSync(join(scratch, 'many.json'), JSON.stringify({schema: 'sapper-graph/1', sees: Array.from({length: 101}, (_, i) => [(i + 1) % 101])}));
    writeFileSync(join(scratch, 'wrong.json'), JSON.stringify({schema: 'sapper-graph/1', sees: [[1], [2]]}));
    await withPage(width, async (page) => {
      await page.click('#tab-play');
      await page.waitForSelector('#play [role=gridcell]');
      if (width < 600) await page.click('#play summary');
      const open = (name) => page.setInputFiles('#play input[type=file]', join(scratch, name)), at = (cell) => `#play > .columns [data-row="0"][data-col="${cell}"]`;
      await open('many.json');
      await told(page, 'The graph has 101 cells and no "places"');
      await open('wrong.json');
      await page.waitForSelector('#status.wrong >> text=/sees\\[1\\]\\[0\\] is 2/');
      assert.equal(await page.$$eval('#play > .columns div[role=gridcell]', (all) => all.length), 81, 'the game before is still there');
      await open('wheel of 24.json');
      await page.waitForFunction(() => document.querySelectorAll('#play > .columns svg [role=gridcell]').length === 24);
      assert.ok(!(await page.isVisible('#play input >> nth=0')), 'a graph has no rows');
      await page.fill('#play form label:has-text("mines") >> nth=0 >> input', '3');
      await page.selectOption('#play select >> nth=2', 'safe');
      await page.click('text=New game');
      await told(page, '3 mines left');
      // Keys: the cells that the focused one counts are marked; a flag; digs by space.
      const label = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
      await page.focus(at(0));
      await page.keyboard.press('ArrowRight');
      assert.match(await label(), /^cell \d+: hidden$/);
      await page.keyboard.press('Home');
      assert.equal(await label(), 'cell 0: hidden');
      const marked = () => page.$$eval('#play .region', (all) => all.filter((node) => node.dataset.col).map(({dataset}) => Number(dataset.col)));
      assert.deepEqual(await marked(), [1, 3, 23]);
      await page.keyboard.press('f');
      assert.equal(await label(), 'cell 0: hidden, flagged, in the dotted part'.replace(', in the dotted part', ''));
      await page.keyboard.press('f');
      await page.tap(at(7));
      await page.waitForSelector(`${at(7)}.shown`);
      assert.deepEqual(await marked(), [6, 8, 10]);
      for (const step of [/dotted part/, /in every layout|No cell is certain/, /is safe|is the best guess/]) {
        await page.click('#play >> text=Hint');
        await page.waitForFunction((text) => new RegExp(text).test(document.querySelector('#play .told p').textContent), step.source);
      }
      // To the end, by the hints.
      for (let i = 0; i < 40 && !(await page.isVisible('text=/^(Won|Lost)/')); i++) {
        while (!/^\d+ is (safe|the best guess)\.$/.test(await page.textContent('#play .told p'))) {
          await page.click('#play >> text=Hint');
          await page.waitForTimeout(30);
        }
        const [cell] = /\d+/.exec(await page.textContent('#play .told p'));
        await page.tap(at(cell));
        await page.waitForFunction(() => !/^\d+ is (safe|the best guess)\.$/.test(document.querySelector('#play .told p').textContent));
      }
      await told(page, /^(Won|Lost)/);
      assert.ok(!(await page.isVisible('text=Copy a link to this game')), 'a file does not fit into an address');
      await page.waitForSelector('#play .replay .boards circle');
      if (process.env.SAPPER_PICTURES) await page.screenshot({path: join(process.env.SAPPER_PICTURES, `graph-${width}.png`), fullPage: true});
      // The replay, which the program reviews, and this page too.
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#play >> text=Save the replay')]), file = join(scratch, `wheel${width}.json`);
      await download.saveAs(file);
      const {files, board, players: [{digs, won}]} = JSON.parse(readFileSync(file, 'utf8'));
      assert.deepEqual([board.graph, board.cells, files['wheel of 24.json'].sees], ['wheel of 24.json', 24, kWheel.sees]);
      const reviewed = JSON.parse(native(['review', file, '--json', '--effort', '0', '--layouts', '100']));
      assert.equal(reviewed.outcome, won ? 1 : 0);
      assert.ok(digs.every(({p_mine}, i) => i === 0 || reviewed.digs.find(({dig}) => dig === i + 1) === undefined || Math.abs(reviewed.digs.find(({dig}) => dig === i + 1).p_mine - p_mine) < 1e-9));
      await page.click('text=Review this game');
      await page.waitForSelector('#review .boards circle');
      // A stored game of it, a position of it by text, and squares again.
      await page.click('#tab-games');
      await page.setInputFiles('#games input[type=file]', file);
      await page.waitForFunction(() => document.querySelectorAll('#games .boards circle').length >= 24);
      await page.click('#tab-analyse');
      await page.click('text=Paste or load a position or a board');
      const position = {sees: kWheel.sees, mines: 5, shown: kWheel.sees.map((_, i) => (i === 4 ? 2 : i === 9 ? 0 : null))};
      await page.fill('#analyse textarea', JSON.stringify(position));
      await page.click('text=Use this text');
      await page.waitForFunction(() => document.querySelectorAll('#analyse svg circle').length >= 24 && document.querySelector('#analyse svg .safe'));
      const {p_mine, safe} = JSON.parse(execFileSync(process.env.SAPPER_PROGRAM, ['analyze', '-', '--json'], {input: JSON.stringify(position), encoding: 'utf8'}));
      assert.deepEqual(await page.$$eval('#analyse svg [role=gridcell].safe', (all) => all.map(({dataset}) => Number(dataset.col))), safe);
      await told(page, `Dig ${safe[0]}: certainly safe`);
      const other = p_mine.findIndex((p) => p > 0 && p < 1);
      await page.click(`#analyse [data-col="${other}"]`);
      await told(page, `${other}: ${(100 * p_mine[other]).toFixed(1)} % mine.`);
      await page.keyboard.press('1');
      await page.waitForSelector(`#analyse [data-col="${other}"][aria-label^="cell ${other}: shows 1"]`);
      if (process.env.SAPPER_PICTURES) await page.screenshot({path: join(process.env.SAPPER_PICTURES, `graph-analyse-${width}.png`), fullPage: true});
      await page.click('#analyse >> text=Undo');
      await page.waitForSelector(`#analyse [data-col="${other}"][aria-label^="cell ${other}: hidden"]`);
      await page.click('#analyse summary >> nth=0');
      await page.selectOption('#analyse select >> nth=1', 'square');
      await page.waitForSelector('#analyse div[role=gridcell]');
      assert.equal(await page.$$eval('#analyse div[role=gridcell]', (all) => all.length), 64);
      // Dropped and pasted; then a lattice.
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'dropped.json'));
        dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
      }, JSON.stringify({...kWheel, places: kWheel.sees.map((_, i) => [i % 6, Math.floor(i / 6)])}));
      await page.waitForFunction(() => /** @type {any} */ (document.querySelectorAll('#play select')[1]).value === 'file:dropped.json');
      await page.waitForFunction(() => document.querySelectorAll('#play > .columns svg [role=gridcell]').length === 24);
      await page.tap(at(3));
      await page.waitForSelector('#play > .columns .shown');
      await page.selectOption('#play select >> nth=1', 'file:penrose.json');
      assert.equal(await page.inputValue('#play form label:has-text("mines") >> nth=0 >> input'), '24');
      await page.click('text=New game');
      await page.waitForFunction(() => document.querySelectorAll('#play > .columns svg [role=gridcell]').length === 160);
      await page.tap(at(80));
      await page.waitForSelector('#play > .columns .shown');
      if (process.env.SAPPER_PICTURES) await page.screenshot({path: join(process.env.SAPPER_PICTURES, `penrose-${width}.png`), fullPage: true});
      await page.selectOption('#play select >> nth=1', 'triangle');
      await page.click('text=New game');
      await page.waitForFunction(() => document.querySelectorAll('#play > .columns svg path').length >= 81);
      await page.click('#play > .columns [data-row="4"][data-col="4"]');
      await page.waitForSelector('#play > .columns .shown');
    }, '', address, 'en-US', {hasTouch: true});
  });

// Numbers are entered by keys, touch and text; P(mine) is the program's, and the address holds the position.
test('analyse on a lattice', {skip}, () =>
  withPage(390, async (page) => {
    await page.waitForSelector('#analyse .safe');
    await page.click('#analyse summary >> nth=0');
    await page.selectOption('#analyse select >> nth=1', 'triangle');
    await page.waitForSelector('#analyse svg [role=gridcell]');
    await told(page, 'On lattices and graphs P(mine) alone is computed');
    await page.click('#analyse >> text=Empty board');
    for (const [i, value] of [4, 5, 12].entries()) {
      await page.fill(`#analyse .controls >> nth=0 >> input >> nth=${i}`, String(value));
      await page.keyboard.press('Tab');
    }
    await page.waitForFunction(() => document.querySelectorAll('#analyse svg [role=gridcell]').length === 20);
    const at = (r, c) => `#analyse [data-row="${r}"][data-col="${c}"]`, label = (r, c) => page.getAttribute(at(r, c), 'aria-label');
    await page.tap(at(1, 2));
    await page.keyboard.press('9');
    await page.keyboard.press('5');
    assert.match(await label(1, 3), /^row 1, column 3: shows 5/);
    await page.keyboard.press('ArrowLeft');
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^row 1, column 3: shows 5/);
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await page.keyboard.press('-');
    await page.waitForSelector(`${at(1, 3)}[aria-label^="row 1, column 3: shows 6"]`);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('+');
    await page.waitForSelector(`${at(1, 2)}[aria-label^="row 1, column 2: shows 10"]`);
    await page.keyboard.press('-');
    // By a brush, which a second touch raises.
    await page.click('#analyse [aria-pressed] >> text="6"');
    await page.tap(at(2, 1));
    await page.tap(at(2, 1));
    await page.waitForSelector(`${at(2, 1)}[aria-label^="row 2, column 1: shows 7"]`);
    await page.waitForSelector('#status.wrong, #analyse svg .black, #analyse svg .white');
    assert.equal(await page.$$eval('#analyse svg .frame.component', (all) => all.length), 1);
    const position = {rows: 4, cols: 5, mines: 12, topology: 'triangle', cells: ['.....', '..96.', '.7...', '.....']};
    const hash = await page.evaluate(() => location.hash);
    assert.equal(hash, '#p=4/5/12/triangle/unprotected/(7)96..7(8)');
    const {p_mine} = JSON.parse(execFileSync(process.env.SAPPER_PROGRAM, ['analyze', '-', '--json'], {input: JSON.stringify(position), encoding: 'utf8'}));
    const percents = p_mine.flat().map((p) => (p === null ? '' : p === 0 ? '○' : p === 1 ? '●' : p < 0.005 ? '<1' : p > 0.995 ? '>99' : String(Math.round(100 * p))));
    const shown = (other) => other.$$eval('#analyse svg [role=gridcell]', (all) => all.map((cell) => (cell.classList.contains('shown') ? '' : cell.textContent)));
    await page.waitForFunction(() => [...document.querySelectorAll('#analyse svg .hidden')].every((cell) => cell.textContent));
    assert.deepEqual(await shown(page), percents);
    await told(page, /^Dig \d,\d: /);
    await page.click('#analyse [aria-pressed] >> text=look');
    await page.tap('#analyse svg .hidden');
    await told(page, /^\d,\d: \d+\.\d % mine\.$/);
    await withPage(390, async (other) => {
      await other.waitForSelector('#analyse svg .black, #analyse svg .white');
      await other.waitForFunction(() => [...document.querySelectorAll('#analyse svg .hidden')].every((cell) => cell.textContent));
      assert.deepEqual(await shown(other), percents);
    }, hash);
    // A number that cannot be met; a text; squares again.
    await page.focus(at(1, 3));
    await page.click('#analyse summary >> nth=1');
    await page.fill('#analyse textarea', 'mines 2\ntopology triangle\n12\n..\n');
    await page.click('text=Use this text');
    await page.waitForSelector('#status.wrong');
    assert.match(await page.textContent('#status'), /0,1/);
    assert.equal((await page.$$('#analyse svg .frame.dug')).length, 1);
    await page.selectOption('#analyse select >> nth=1', 'square');
    await page.waitForSelector('#analyse div[role=gridcell]');
    assert.equal(await page.isVisible('text=On lattices and graphs'), false);
  }, '', address, 'en-US', {hasTouch: true}));

// A chord digs what the flags leave: on the program's layout, all mines around a number are flagged.
test('a chord on a lattice, with a number above 8', {skip}, () => {
  const board = {rows: 6, cols: 6, mines: 20, topology: 'triangle'}, config = {schema: 'sapper-config/1', name: 'page', seed: 6, games: 1, boards: [board], first_click: {rule: 'safe', cell: 'strategy'}, strategies: ['min_risk']};
  writeFileSync(join(scratch, 'chord.json'), JSON.stringify(config));
  const {players: [{mines}]} = JSON.parse(native(['run', 'chord.json', '--replay', '0:0', '--json']));
  return withPage(1280, async (page) => {
    await page.waitForSelector('#play svg [role=gridcell]');
    const at = (r, c) => `#play > .columns [data-row="${r}"][data-col="${c}"]`;
    const [first] = JSON.parse(native(['run', 'chord.json', '--replay', '0:0', '--json'])).players[0].digs;
    await page.click(at(...first.cell));
    await page.waitForSelector(`${at(...first.cell)}.shown`);
    for (const [r, c] of mines) await page.click(at(r, c), {button: 'right'});
    await told(page, /^0 mines left$/);
    const before = await page.$$eval('#play > .columns .shown', (all) => all.length);
    await page.click(at(...first.cell));
    await page.waitForFunction((count) => document.querySelectorAll('#play > .columns .shown').length > count, before);
    for (let i = 0; i < 20 && !(await page.isVisible('text=Won.')); i++) {
      await page.click('#play > .columns .hidden:not([aria-label$=flagged]) >> nth=0');
      await page.waitForTimeout(50);
    }
    await told(page, 'Won.');
    const numbers = await page.$$eval('#play > .columns svg .shown text', (all) => all.map((node) => Number(node.textContent)));
    assert.ok(Math.max(...numbers) > 8, String(numbers));
  }, '#g=6/6/20/triangle//safe/strategy/flood/fixed/6/');
});

const native = (args) => execFileSync(process.env.SAPPER_PROGRAM, args, {encoding: 'utf8', stdio: 'pipe', cwd: scratch});
// A game of Intermediate of the classic sweep.
function writeReplay(strategy, game = 2) {
  const name = `${strategy}${game === 2 ? '' : game}.json`;
  native(['run', join(root, 'data/experiments/classic.json'), '--replay', `1:${game}`, '--strategy', strategy, '-o', name, '--force']);
  return join(scratch, name);
}

// The page of `sapper report` plays game 2:2 of classic as the program does, dig by dig.
for (const width of [1200, 360])
  test(`the page of a report opens any game, ${width} px wide`, {skip}, async () => {
    const classic = join(root, 'data/experiments/classic.json');
    if (!existsSync(join(scratch, 'classic.html'))) {
      native(['run', classic, '--games', '100', '-o', 'classic.report.json', '--quiet']);
      native(['report', 'classic.report.json', '-o', 'classic.html']);
    }
    const [{digs, end}] = JSON.parse(native(['run', classic, '--replay', '2:2', '--strategy', 'min_risk', '--json'])).players;
    await withPage(width, async (page) => {
      await page.waitForSelector('#played .boards h2 >> text=min_risk');
      const seen = await page.evaluate((count) => {
        const one = (selector) => document.querySelector('#played ' + selector), texts = [];
        one('.first').click();
        for (let i = 0; i <= count; i++, one('.forward').click()) texts.push(one('output').textContent + ' ' + one('.boards p[aria-live]').textContent);
        return texts;
      }, digs.length);
      digs.forEach((dig, i) => {
        const place = `${i + 1} of ${digs.length}`;
        assert.ok(seen[i].startsWith(`${place} Dig ${place}: ${dig.cell.join()}, ${dig.why}`), seen[i]);
      });
      assert.ok(seen[digs.length].startsWith('the end ' + end));
      // By hand: another case, game and strategy.
      await page.selectOption('#played select >> nth=1', '1');
      await page.fill('#played input[type=number]', '17');
      await page.selectOption('#played select >> nth=2', 'csp');
      await page.click('text=Show the game');
      await page.waitForSelector('#played .boards h2 >> text=csp');
      await page.fill('#played input[type=number]', '-1');
      await page.evaluate(() => /** @type {any} */ (document.querySelector('#played form')).noValidate = true);
      await page.click('text=Show the game');
      await page.waitForSelector('#status.wrong');
    }, '#game=2:2:min_risk', pathToFileURL(join(scratch, 'classic.html')).href);
  });

// An address that names no game says so; what the form shows stays a game that there is. A wrong file does not hide it.
test('the page of a report tells what it cannot open', {skip}, async () => {
  writeFileSync(join(scratch, 'small.json'), JSON.stringify({schema: 'sapper-config/1', games: 10, boards: [{rows: 5, mines: [4, 6]}], strategies: ['rules']}));
  native(['run', 'small.json', '-o', 'small.report.json', '--quiet', '--force']);
  native(['report', 'small.report.json', '-o', 'small.html', '--force']);
  await withPage(1200, async (page) => {
    await told(page, /The address names no game/);
    const follow = (hash) => page.evaluate((to) => void (location.hash = to), hash);
    for (const [hash, message] of [['#game=99:2', /case/], ['#game=0:x', /The address names no game/], ['#game=0:2:nobody', /nobody/],
      ['#game=0:99999999999999999999', /game/]]) {
      await follow('#game=1:2');
      await page.waitForSelector('#status:not(.wrong)', {state: 'attached'});
      await follow(hash);
      await page.waitForSelector('#status.wrong');
      assert.match(await page.textContent('#status'), message);
      assert.ok(await page.$$eval('#played form select', (all) => all.every((select) => select.selectedIndex >= 0)));
    }
    await page.setInputFiles('#played input[type=file]', {name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"config": {}}')});
    await told(page, /That is not a report/);
    await page.fill('#played input[type=number]', '3');
    await page.click('text=Show the game');
    await page.waitForSelector('#status:not(.wrong)', {state: 'attached'});
    await page.waitForSelector('#played .boards h2 >> text=rules');
  }, '#game=%', pathToFileURL(join(scratch, 'small.html')).href);
});

test('two players side by side', {skip}, () =>
  withPage(1200, async (page) => {
    await page.click('#tab-review');
    await page.selectOption('#review select.effort', {index: 0});
    await page.setInputFiles('#review input[type=file]', [writeReplay('rules'), writeReplay('min_risk')]);
    await page.waitForSelector('#review .boards section:nth-child(2) [role=gridcell]', {timeout: 60_000});
    assert.deepEqual(await page.$$eval('#review .boards h2', (heads) => heads.map((head) => head.textContent)), ['rules', 'min_risk']);
    assert.equal((await page.$$('#review svg polyline')).length, 2);
  }));

test('all games as a series', {skip}, () =>
  withPage(390, async (page) => {
    await page.click('#tab-review');
    await page.selectOption('#review select.effort', {index: 0});
    await page.setInputFiles('#review input[type=file]', Array.from({length: 20}, (_, game) => writeReplay('rules', game)));
    await page.waitForSelector('#review [role=gridcell]', {timeout: 60_000});
    await page.click('text=Review all games');
    await page.waitForSelector('#review tbody tr:nth-child(20)', {timeout: 60_000});
    assert.match(await page.textContent('#review strong'), /^Skill \d+ \(\d+ to \d+\).*Luck \d+/);
    assert.match(await page.getAttribute('#review svg', 'aria-label'), /^skill over the games: 1-10: \d+ \(\d+ to \d+\); 11-20: /);
    assert.equal(await page.isVisible('#review [role=gridcell]'), false);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await page.click('#review tbody tr:nth-child(7) button');
    await page.waitForSelector('#review [role=gridcell]', {timeout: 60_000});
    assert.equal(await page.$eval('#review form select', (select) => select.value), '6');
  }));

test('boards: files, more cells than elements', {skip}, () =>
  withPage(1200, async (page) => {
    native(['boards', '--rows', '80', '--cols', '100', '--mines', '900', '--rule', 'opening', '--cell', '20,30', '-o', 'large.jsonl', '--force']);
    await page.click('text=Paste or load a position or a board');
    await page.setInputFiles('#analyse input[type=file]', join(scratch, 'large.jsonl'));
    await page.waitForSelector('#analyse canvas');
    await told(page, 'The mines of the board that was loaded stay hidden');
    const label = () => page.getAttribute('#analyse canvas', 'aria-label');
    await page.focus('#analyse canvas');
    await page.keyboard.press('Home');
    await page.keyboard.press('PageUp');
    assert.match(await label(), /^row 0, column 0: hidden, P\(mine\)/);
    // The cell that is clicked, at its place.
    const box = await (await page.$('#analyse canvas')).boundingBox();
    await page.click('#analyse canvas', {position: {x: (30.5 * box.width) / 100, y: (20.5 * box.height) / 80}});
    assert.equal(await label(), 'row 20, column 30: shows 0');
    await page.fill('#analyse textarea', '0,0\n2,2\n');
    await page.fill('#analyse input[aria-label=rows]', '3');
    await page.fill('#analyse input[aria-label=columns]', '4');
    await page.click('text=Use this text');
    await page.click('#analyse [data-row="1"][data-col="3"]');
    await page.waitForSelector('#analyse [aria-label^="row 1, column 3: shows 1"]');
    await page.click('#analyse [data-row="2"][data-col="2"]');
    await told(page, '2,2 is a mine');
  }));

// A number that cannot be met is named and framed; hovering says what a dig would show; play-outs go on by themselves.
test('impossible positions, what-if, chance to win', {skip}, () =>
  withPage(1200, async (page) => {
    const use = async (text) => {
      await page.fill('#analyse textarea', text);
      await page.click('text=Use this text');
    };
    await page.click('text=Paste or load a position or a board');
    await use('mines 2\n.11.\n.11.\n');
    await page.waitForSelector('#analyse [role=gridcell].hidden.black');
    await page.hover('#analyse [data-row="0"][data-col="0"]');
    await told(page, /If 0,0 is dug: \d in/);
    // Every candidate has one chance to win; here it is exact. What a dig would show goes on changing.
    await told(page, /exact, over the \d+ layouts left/);
    await told(page, /^Dig \d,\d: \d+ % mine, \d+ % to win\.$/);
    await page.hover('#analyse [data-row="1"][data-col="3"]');
    await told(page, /If 1,3 is dug: \d in/);
    await page.click('text="View"');
    await page.selectOption('#naming', 'letters');
    await told(page, /^Dig [A-E][12]: \d+ % mine, \d+ % to win\.$/);
    await page.selectOption('#naming', 'numbers');
    await use('mines 1\n.1.\n111\n...\n.1.\n111\n');
    await page.waitForSelector('#status.wrong');
    assert.match(await page.textContent('#status'), /\d,\d/);
    await page.waitForSelector('#analyse .dug');
  }));

// Sampled play-outs rank the candidates while one looks.
test('the answer', {skip}, () =>
  withPage(1200, async (page) => {
    await told(page, /^Dig \d,\d: certainly safe, \d+ % to win\.$/);
    await page.evaluate(() => void (location.hash = '#p=6/6/8/square/unprotected/(14)11(4)11(14)'));
    await told(page, /^Dig \d,\d: \d+ % mine, \d+ % to win\.$/);
    await told(page, /of \d+ sampled layouts/);
    const rows = await page.$$eval('#analyse .told table >> nth=0 >> tbody tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.ok(rows.length > 4);
    assert.equal(rows[0][3], 'best');
    assert.equal(new Set(rows.map(([cell]) => cell)).size, rows.length);
    for (const [, , win] of rows) assert.match(win, /^[<>]? ?\d+\.\d % ± \d+\.\d$/);
    assert.ok(!(await page.isVisible('text=csp')));
  }));

test('entry by keys, mouse and paste', {skip}, () =>
  withPage(1200, async (page) => {
    const cellsOf = () => page.$$eval('#analyse [role=row]', (all) => all.map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => (cell.classList.contains('shown') ? cell.textContent || '0' : /flagged/.test(cell.getAttribute('aria-label') ?? '') ? 'F' : '.')).join('')));
    for (const [name, value] of [['rows', '16'], ['columns', '30']]) {
      await page.fill(`#analyse input[aria-label=${name}]`, value);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('99');
    await page.keyboard.press('Tab');
    await page.waitForSelector('#analyse [data-row="15"][data-col="29"]');
    assert.equal(await page.inputValue('#analyse [aria-label=level]'), 'Expert');
    await page.selectOption('#analyse [aria-label=level]', 'Beginner');
    await page.waitForSelector('#analyse [data-row="8"][data-col="8"]');
    await page.waitForFunction(() => !document.querySelector('#analyse [data-row="9"]'));
    // Digits advance, and go on in the next row.
    await page.focus('#analyse [data-row="0"][data-col="7"]');
    await page.click('#analyse [data-row="0"][data-col="7"]');
    await page.keyboard.type('111');
    assert.equal(await page.textContent('#analyse [data-row="1"][data-col="0"]'), '1');
    // A drag paints, a second click and the wheel change the number, the right button flags.
    const at = async (row, col) => {
      const box = await (await page.$(`#analyse [data-row="${row}"][data-col="${col}"]`)).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const text = (row, col) => page.textContent(`#analyse [data-row="${row}"][data-col="${col}"]`);
    await page.click('#analyse [role=group] >> text=2');
    await page.mouse.move(...await at(4, 2));
    await page.mouse.down();
    await page.mouse.move(...await at(4, 5), {steps: 12});
    await page.mouse.up();
    for (let col = 2; col <= 5; col++) assert.equal(await text(4, col), '2');
    await page.mouse.click(...await at(4, 2));
    assert.equal(await text(4, 2), '3');
    await page.mouse.move(...await at(4, 4));
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() => document.querySelector('#analyse [data-row="4"][data-col="4"]')?.textContent === '1');
    await page.mouse.click(...await at(8, 8), {button: 'right'});
    assert.match(await page.getAttribute('#analyse [data-row="8"][data-col="8"]', 'aria-label'), /flagged/);
    // A paste anywhere, and a question about it.
    const paste = (data) => page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true}));
    }, data);
    await page.click('#tab-play');
    await paste('Mines: 2\n┌───┐\n│１⬜⬜│\n│１２🚩│\n└───┘');
    await told(page, '2 x 3, 2 mines; hidden: “⬜”; 1 flag.');
    assert.deepEqual((await cellsOf()).filter(Boolean), ['1..', '12F']);
    await paste('.1.1.\n.1.1.');
    await told(page, '2 rows of 5 cells. How many mines has the board?');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await told(page, '2 x 5, 2 mines');
    await paste('what?');
    await page.waitForSelector('#status.wrong');
  }));

// A worker that ends, as by Stop, takes no game with it.
test('a game in play outlives a stop; then it can be reviewed', {skip}, () =>
  withPage(1200, async (page) => {
    await page.click('#tab-play');
    await page.waitForSelector('#play [role=gridcell]');
    await page.click('#play [data-row="4"][data-col="4"]');
    await page.waitForSelector('#play .shown');
    const before = await page.$$eval('#play .shown', (all) => all.length);
    await page.evaluate(() => /** @type {any} */ (globalThis).workers.at(-1).onerror(new ErrorEvent('error', {message: 'ended'})));
    for (let i = 0; i < 60 && !(await page.isVisible('#play >> text=Review this game')); i++) {
      await page.evaluate(() => document.querySelector('#play > .columns [role=gridcell].hidden')?.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'mouse', button: 0})));
      await page.waitForTimeout(50);
    }
    assert.ok((await page.$$eval('#play > .columns .shown, #play > .columns .mine, #play > .columns .exploded', (all) => all.length)) > before);
    // The link opens the same game.
    await page.evaluate(() => void (navigator.clipboard.writeText = () => Promise.reject()));
    await page.click('text=Copy a link to this game');
    const link = await page.textContent('#status'), end = await page.textContent('#play .told p');
    await withPage(1200, async (other) => {
      await other.waitForSelector('#play >> text=Review this game');
      assert.equal(await other.textContent('#play .told p'), end);
    }, link.slice(link.indexOf('#')));
    await page.click('text=Review this game');
    await told(page, 'The chance to win was');
  }));

test('addresses and forms that name nothing', {skip}, async () => {
  for (const hash of ['#p=%', '#p=9/9/10/square/safe/(3'])
    await withPage(1200, async (page) => {
      await told(page, 'The address holds no position');
      await page.waitForSelector('#analyse .safe');
      await told(page, 'The address holds no position');
      await page.click('#tab-games');
      assert.ok(!(await page.isVisible('text=Show the game')));
    }, hash);
  // Addresses of no game, and lattices that there are not, or not of this size.
  for (const [board, message] of [['2/4/4/4/cairo', 'The address holds no game'], ['20x20/20/9/cube6', 'A board here has at most 4,096 cells.'], ['100/100/9/triangle', 'A board here has at most 4,096 cells.'], ['4/4/4/round', 'topology is "round"']])
    await withPage(390, async (page) => {
      await told(page, message);
      await page.click('#play summary');
      await page.selectOption('#play select >> nth=1', 'cairo');
      for (const side of [0, 1]) await page.fill(`#play input >> nth=${side}`, '6');
      await page.click('text=New game');
      await page.waitForSelector('#play svg [role=row]:nth-child(6) > [role=gridcell]:nth-child(6)');
    }, `#g=${board}//safe/strategy/flood/fixed/1/`);
});

// A computer that makes no mistake is beaten by the moves that the page explains; the keyboard does, and names say what a press takes.
for (const width of [1200, 390])
  test(`Nim and the tablet, ${width} px wide`, {skip}, () =>
    withPage(width, async (page) => {
      await page.click('#tab-heaps');
      await page.waitForSelector('#heaps .object');
      for (const summary of await page.$$('#heaps details:has(> summary) > summary')) if (await summary.isVisible()) await summary.click();
      const nim = page.locator('#heaps section').first(), tablet = page.locator('#heaps section').nth(1);
      for (let i = 0; i < 20 && !/You have won/.test(await nim.locator('.told > p').textContent()); i++) {
        const [, take, heap] = /: take (\d+) from heap (\d+)\./.exec(await nim.locator('details > div').textContent());
        const object = nim.getByRole('group', {name: `heap ${heap}:`}).getByRole('button', {name: `take ${take} from heap ${heap}`, exact: true});
        await object.focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => /won|nim-sum was 0|It is your turn/.test(document.querySelector('#heaps .told > p').textContent));
        await page.waitForTimeout(100);
      }
      assert.match(await nim.locator('.told > p').textContent(), /You have won/);
      for (let i = 0; i < 30 && !/You have won/.test(await tablet.locator('.told > p').textContent()); i++) {
        const [, line] = /best play: (cut before (?:column|row) \d+) makes it 0/.exec(await tablet.locator('details > div').first().textContent());
        await tablet.getByRole('button', {name: line, exact: true}).click();
        await page.waitForTimeout(150);
      }
      assert.match(await tablet.locator('.told > p').textContent(), /You have won/);
      // A mistake loses, and is told at the end.
      await nim.getByRole('textbox').fill('1 2');
      await nim.getByRole('button', {name: 'New game'}).click();
      await nim.getByRole('button', {name: 'take 2 from heap 2'}).click();
      await told(page, 'With the heaps 1 2 you could have won: the nim-sum was 3');
      await nim.getByRole('textbox').fill('99 x');
      await nim.getByRole('button', {name: 'New game'}).click();
      await told(page, 'Expected 1 to 8 heaps');
    }));

// In Chinese by the browser's language, and in English once that is chosen; no word is left in the other one.
test('languages', {skip}, () =>
  withPage(1200, async (page) => {
    await page.waitForSelector('#analyse .answer >> text=必定安全');
    assert.equal(await page.getAttribute('html', 'lang'), 'zh-Hans');
    await page.click('#analyse [role=gridcell].safe');
    await page.waitForSelector('#analyse .proof');
    await page.click('#tab-play');
    await page.click('#play [data-row="4"][data-col="4"]');
    await page.click('#play >> text=提示');
    await page.selectOption('#play select >> nth=1', 'snub');
    await page.click('#play >> text=新游戏');
    await page.click('#play svg [data-row="4"][data-col="4"]');
    await page.waitForSelector('#play svg .shown');
    await page.click('#play >> text=提示');
    await page.click('#tab-review');
    await page.selectOption('#review select.effort', {index: 0});
    await page.setInputFiles('#review input[type=file]', writeReplay('rules'));
    await page.waitForSelector('#review [role=gridcell]', {timeout: 60_000});
    await page.click('#tab-heaps');
    await page.click('#heaps .object >> nth=0');
    await page.waitForTimeout(300);
    const words = await page.evaluate(() => {
      const texts = [];
      for (const node of document.querySelectorAll('body *')) {
        if (node.closest('script, noscript, [lang=en]')) continue;
        for (const child of node.childNodes) if (child.nodeType === 3) texts.push(child.data);
        for (const name of ['aria-label', 'title', 'placeholder']) texts.push(node.getAttribute(name) ?? '');
      }
      return [...new Set(texts.join(' ').match(/[A-Za-z]{2,}/g))];
    });
    // Names: of the program, of formats, of strategies.
    const endings = await page.getAttribute('#review input[type=file]', 'accept');
    const {strategies} = JSON.parse(native(['list', '--json']));
    const known = [endings, ...strategies.map(({name}) => name)].join(' ').match(/[a-z]{2,}/g);
    const names = new RegExp(`^(sapper|JSON|mines|${known.join('|')})$`);
    assert.deepEqual(words.filter((word) => !names.test(word)), []);
    await page.selectOption('#language', 'en');
    await told(page, 'Press an object to take it');
    assert.equal(await page.evaluate(() => localStorage.getItem('sapper-language')), 'en');
  }, '', address, 'zh-CN'));

// While the engine computes, the page draws frames.
test('a hard position does not freeze the page', {skip}, () =>
  withPage(1200, async (page) => {
    const hard = readFileSync(join(root, 'data/reference/hard_positions.jsonl'), 'utf8').split('\n')[0];
    await page.click('text=Paste or load a position or a board');
    await page.fill('#analyse textarea', hard);
    await page.waitForSelector('#analyse .told details');
    const frames = await page.evaluate(([rows]) => new Promise((done) => {
      const one = (selector) => /** @type {any} */ (document.querySelector('#analyse ' + selector));
      let count = 0;
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Use this text')?.click();
      const next = () => (one('[aria-label=rows]').value === rows && one('.told details') ? done(count) : (++count, requestAnimationFrame(next)));
      requestAnimationFrame(next);
    }), [String(JSON.parse(hard).rows)]);
    assert.ok(frames > 0, `${frames} frames`);
  }));

// Every text has a contrast of at least 4.5 with what is behind it, in the light, in the dark and on paper.
test('contrast', {skip}, async () => {
  for (const media of [{colorScheme: 'light'}, {colorScheme: 'dark'}, {media: 'print', colorScheme: 'dark'}])
    for (const hash of ['#analyse', '#play', '#review', '#games', '#heaps'])
      await withPage(1200, async (page) => {
        if (hash === '#analyse') {
          await page.click('#analyse [role=gridcell].safe');
          await page.waitForSelector('#analyse .proof');
        }
        if (hash === '#review') {
          await page.selectOption('#review select.effort', {index: 0});
          await page.setInputFiles('#review input[type=file]', writeReplay('rules'));
          await page.waitForSelector('#review [role=gridcell]', {timeout: 60_000});
          await page.click('#review .last');
        }
        await page.emulateMedia(media);
        const faint = await page.evaluate(() => {
          const channels = (text) => text.match(/[\d.]+/g).map(Number);
          const luminance = (colour) => channels(colour).slice(0, 3).map((value) => value / 255)
            .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
          const behind = (node) => {
            for (; node; node = node.parentElement) if ((channels(getComputedStyle(node).backgroundColor)[3] ?? 1) > 0) return getComputedStyle(node).backgroundColor;
            return 'rgb(255, 255, 255)';
          };
          const found = [];
          for (const node of document.querySelectorAll('body *')) {
            const isText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) || node.matches('input, textarea');
            if (!isText || node.getClientRects().length === 0 || node.matches('option, script, svg *')) continue;
            const [a, b] = [luminance(getComputedStyle(node).color), luminance(behind(node))].sort((x, y) => y - x);
            if ((a + 0.05) / (b + 0.05) < 4.5) found.push(`${node.className || node.tagName} ${getComputedStyle(node).color} on ${behind(node)}`);
          }
          return found;
        });
        assert.deepEqual(faint, [], JSON.stringify(media) + hash);
      }, hash);
});
