// The page's texts in its languages (experiments/browser/texts_*.js).
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';

const root = process.env.SAPPER_ROOT, folder = join(process.env.SAPPER_NPM, '..'), load = (name) => import(pathToFileURL(join(folder, name)));
const [{kLanguages, t, useLanguage}, sapper] = await Promise.all([load('texts.js'), load('npm/sapper.node.js')]);
await sapper.init();
const source = (name) => readFileSync(join(root, /^(board|replay_view)/.test(name) ? 'experiments/pages' : 'experiments/browser', name), 'utf8');
const kScripts = ['analyse.js', 'board.js', 'games.js', 'graphs.js', 'heaps.js', 'page.js', 'paste.js', 'penrose.js', 'play.js', 'replay_view.js', 'review.js'];
const {en, ...others} = kLanguages;
// Names of rows of the engine's lists, whose English is the engine's.
const lists = sapper.list(), kinds = {level: lists.levels, topology: [...lists.topologies, ...lists.lattices], rule: lists.first_clicks, reveal: lists.reveals, motion: lists.motions};
const names = Object.entries(kinds).flatMap(([kind, rows]) => rows.map(({name}) => `${kind}_${name}`));

test('every language has every text, with the same values', () => {
  const values = (text) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name);
  for (const [tag, {texts}] of Object.entries(others)) {
    assert.deepEqual(Object.keys(texts).sort(), [...Object.keys(en.texts), ...names].sort(), tag);
    for (const [key, text] of Object.entries(en.texts)) {
      // What only chooses between a singular and a plural may be left out.
      const needed = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)), known = new Set(values(text)), own = new Set(values(texts[key]));
      for (const name of needed) assert.ok(own.has(name), `${tag}: ${key} lacks {${name}}`);
      for (const name of own) assert.ok(known.has(name), `${tag}: ${key} has the unknown {${name}}`);
      assert.equal(texts[key].trim() === '', text.trim() === '', `${tag}: ${key}`);
    }
  }
});

test('singulars, plurals and values', () => {
  assert.equal(t('understoodFlags', {count: 1}), '; 1 flag');
  assert.equal(t('understoodFlags', {count: 2}), '; 2 flags');
  useLanguage('zh');
  assert.equal(t('understoodFlags', {count: 2}), '；2 面旗');
  useLanguage('en');
});

test('the glossary keeps terms equal', () => {
  const terms = JSON.parse(source('glossary.json'));
  for (const [key, text] of Object.entries(en.texts))
    for (const {en: pattern, zh} of terms)
      if (new RegExp(pattern, 'i').test(text.replace(/\{\w+\}|`[^`]*`/g, ' '))) assert.match(others.zh.texts[key], new RegExp(zh), `${key}, ${pattern}: ${text}`);
});

test('every text is used, and every text that is used exists', () => {
  const all = kScripts.map(source).join('\n') + source('page.html'), literals = new Set([...all.matchAll(/['"](\w+)['"]/g)].map(([, word]) => word));
  for (const key of Object.keys(en.texts)) assert.ok(literals.has(key) || key.startsWith('why_') || new RegExp(`data-(text|label)="${key}"`).test(all), `${key} is not used`);
  for (const [, key] of all.matchAll(/\bt\('(\w+)'[,)]/g)) assert.ok(key in en.texts, key);
  for (const [, key] of all.matchAll(/data-(?:text|label)="(\w+)"/g)) assert.ok(key in en.texts, key);
});


// Texts of the page's HTML are empty, and scripts hold none: no literal of several words, and none that an element shows.
test('no text outside the table', () => {
  const body = source('page.html').replace(/<script[^]*?<\/script>|<noscript>.*?<\/noscript>|<title>.*?<\/title>|<!--[^]*?-->|<style>[^]*?<\/style>/g, '');
  assert.deepEqual(body.replace(/<[^>]*>/g, ' ').match(/[A-Za-z]\w*/g), ['sapper', 'E4']);
  assert.doesNotMatch(body, /\s(aria-label|title|placeholder|alt)=/);
  const ts = createRequire(join(folder, 'package.json'))('typescript'), found = [];
  for (const name of kScripts) {
    const file = ts.createSourceFile(name, source(name), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    const say = (node, why) => found.push(`${name}:${file.getLineAndCharacterOfPosition(node.pos).line + 1} ${why}: ${node.getText()}`);
    const hasWords = (node) => ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node) ? /[A-Za-z]{2,}/.test(node.text) : false;
    const isNoText = (node) => {
      for (let at = node; at; at = at.parent) {
        if (ts.isPropertyAssignment(at) && /^'?(class|style|accept|d|viewBox|points|href|end)'?$/.test(at.name.getText())) return true;
        if (ts.isVariableDeclaration(at) && at.name.getText() === 'kBoardTexts') return true;
        if (ts.isBinaryExpression(at) && /\.font$/.test(at.left.getText())) return true;
        if (ts.isCallExpression(at) && /\.(querySelector(All)?|closest|matches|includes|test|exec|replace|addEventListener|setProperty)$|classList\.\w+$|^(Object\.assign|getPropertyValue)$/.test(at.expression.getText())) return true;
        if (ts.isImportDeclaration(at)) return true;
      }
      return false;
    };
    const visit = (node) => {
      if (hasWords(node) && /[A-Za-z]{2,} [A-Za-z]{2,}/.test(node.text) && !isNoText(node)) say(node, 'words');
      if (ts.isCallExpression(node)) {
        const called = node.expression.getText();
        if (called === 'make') for (const child of node.arguments.slice(2)) if (hasWords(child)) say(child, 'shown');
        if (/\.tell$/.test(called)) for (const argument of node.arguments) if (hasWords(argument)) say(argument, 'told');
      }
      if (ts.isPropertyAssignment(node) && /^'?(aria-label|title|placeholder|label|question|error|understood)'?$/.test(node.name.getText()) && (hasWords(node.initializer) || ts.isTemplateExpression(node.initializer))) say(node, 'named');
      if (ts.isBinaryExpression(node) && /\.textContent$/.test(node.left.getText()) && hasWords(node.right)) say(node, 'written');
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  assert.deepEqual(found, []);
});

// What the engine says of reference positions, of games and of their reviews.
test('the engine in Chinese', () => {
  const told = new Set(), lines = (name) => readFileSync(join(root, 'data/reference', name), 'utf8').split('\n').filter((line) => line.trim());
  for (const line of lines('positions.jsonl').slice(0, 60)) {
    const {rows, cols, mines, topology, cells} = JSON.parse(line), position = {rows, cols, mines, topology, cells}, {safe, mine, moves} = sapper.analyze(position, {moves: rows < 10});
    for (const cell of [...safe.slice(0, 3), ...mine.slice(0, 2)]) {
      const proof = sapper.explain(position, cell);
      for (const sentence of [...proof.argument, proof.argument.join(' '), proof.words, proof.words + '.']) told.add(sentence);
    }
    for (const {why} of Object.values(moves)) if (why) told.add(why);
  }
  const config = {boards: [{level: 'Beginner'}, {rows: 4, cols: 5, mines: 6}], strategies: ['rules', 'pinv', 'expert'], seed: 9};
  for (let number = 0; number < 4; number++)
    for (const strategy of config.strategies) {
      const replay = sapper.replay(config, number % 2, number, strategy), {players} = sapper.review(JSON.stringify(replay), 'x.json', {effort: 0, layouts: 20});
      for (const {end, digs} of [...replay.players, ...players]) for (const text of [end, ...digs.flatMap(({mistake, reason}) => [mistake, reason])]) if (text) told.add(text);
    }
  for (const list of ['first_clicks', 'reveals', 'motions']) for (const {description} of sapper.list()[list]) told.add(description);
  for (const {description} of kinds.topology) told.add(description);
  for (const position of [{mines: 50, cells: ['..']}, {mines: 3, cells: ['.1.', '111']}]) assert.throws(() => sapper.posterior(position), ({message}) => Boolean(told.add(message)));
  assert.ok(told.size > 150, String(told.size));
  const english = [...told].filter((text) => /[A-Za-z]{2,}/.test(others.zh.ofEngine(text)));
  assert.deepEqual(english.slice(0, 10), [], `${english.length} of ${told.size}`);
  assert.equal(others.zh.ofEngine('1,1 shows 1: 2,0 is its mine, so 2,1 and 2,2 are safe. So 2,1 is safe.'), '1,1 是 1：它的雷就是 2,0，所以 2,1、2,2 安全。所以 2,1 安全。');
  assert.equal(others.zh.ofEngine('an unknown sentence'), 'an unknown sentence');
});
