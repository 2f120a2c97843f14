// The page in Chromium, opened from disk, on a desk and on a phone: `./dev page test`; skipped without chromium.
import assert from 'node:assert/strict';
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

async function withPage(width, use, hash = '') {
  const {chromium} = createRequire(join(folder, 'package.json'))('playwright-core');
  const browser = await chromium.launch({executablePath: program, args: ['--no-sandbox']});
  try {
    const page = await browser.newPage({viewport: {width, height: 800}, acceptDownloads: true}), errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => /^https?:/.test(request.url()) && errors.push('a request to ' + request.url()));
    await page.goto(address + hash);
    await page.waitForSelector('[role=tabpanel]:not([hidden]) [role=gridcell], #status.wrong');
    await use(page);
    assert.deepEqual(errors, []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
  } finally {
    await browser.close();
  }
}
const told = (page, what) => page.waitForSelector(`text=${what}`);

for (const width of [1200, 360])
  test(`analyse, ${width} px wide`, {skip}, () =>
    withPage(width, async (page) => {
      await page.click('text=Paste or load a position');
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
      await page.selectOption('#play select >> nth=5', 'no_guess');
      await page.click('text=New game');
      await page.waitForSelector('#play [data-row="15"]');
      await page.click('#play [data-row="8"][data-col="8"]');
      await told(page, 'until one needed no guess');
      for (const step of ['is safe', ' sees ', /is safe/]) {
        await page.click('#play >> text=Hint');
        await page.waitForFunction((text) => new RegExp(text).test(document.querySelector('#play .told p').textContent), step.source ?? step);
      }
      // The safe cell of the hint, and then mines, until one is hit.
      await page.click('#play .dug');
      for (let i = 0; i < 40 && !(await page.$('#play .exploded')); i++) {
        await page.click('#play > .columns [role=gridcell].hidden >> nth=0', {force: true});
        await page.waitForTimeout(50);
        await page.evaluate(() => document.querySelector('#play > .columns [role=gridcell].hidden')?.scrollIntoView());
      }
      await told(page, 'Your digs ran risks');
      const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#play >> text=Save the replay')]);
      const file = join(scratch, `replay-${width}.json`);
      await saved.saveAs(file);
      await page.click('#tab-review');
      await page.setInputFiles('#review input[type=file]', file);
      await page.waitForSelector('#review [role=gridcell]', {timeout: 60_000});
      await told(page, 'The chance to win was');
    }));

test('any game of a report', {skip}, () =>
  withPage(1200, async (page) => {
    await page.click('#tab-games');
    const config = JSON.parse(readFileSync(join(root, 'data/experiments/classic.json'), 'utf8'));
    const report = join(scratch, 'report.json');
    writeFileSync(report, JSON.stringify({schema: 'sapper-report/2', config}));
    await page.setInputFiles('#games input[type=file]', report);
    await page.selectOption('#games select >> nth=0', '2');
    await page.fill('#games input[type=number]', '2');
    await page.selectOption('#games select >> nth=1', 'min_risk');
    await page.click('text=Show the game');
    await page.waitForSelector('#games .boards h2 >> text=min_risk');
    assert.match(await page.textContent('#games output'), /^\d+ of \d+$/);
    await page.setInputFiles('#games input[type=file]', {name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}')});
    await page.waitForSelector('#status.wrong');
  }));
