// Makes the page and the npm package of what CMake built: `./dev page`, which calls this with the repository and
// build/page, where copies of the sources beside this file and npm's packages lie.
import {createRequire} from 'node:module';
import {execFileSync} from 'node:child_process';
import {chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const [root, folder] = process.argv.slice(2);
const at = (...parts) => join(folder, ...parts);
const sources = join(root, 'experiments/browser');
const {build} = createRequire(at('package.json'))('esbuild');

// Types of names, from the schema of configs.
const {definitions} = JSON.parse(readFileSync(join(root, 'data/schema/config.schema.json'), 'utf8'));
const namesType = (type, {enum: names}) => `export type ${type} = ${names.map((name) => `'${name}'`).join(' | ')};\n`;
writeFileSync(at('names.d.ts'), namesType('Topology', definitions.topology) + namesType('FirstClickRule', definitions.first_click_rule));

execFileSync('node', [at('node_modules/typescript/bin/tsc'), '-p', folder], {stdio: 'inherit'});

// The package: for browsers and bundlers, for Node, and for Node's require() in cjs/. All find sapper.wasm and the workers in
// the package's folder.
const options = {bundle: true, format: 'esm', target: 'es2022', external: ['node:*'], mainFields: ['module', 'main'], charset: 'utf8', logLevel: 'warning'};
rmSync(at('npm'), {recursive: true, force: true});
const entries = {'sapper.js': 'package_web', 'worker.js': 'package_worker_web', 'worker_thread.js': 'worker_web', 'sapper.node.js': 'package_node',
  'worker.node.js': 'package_worker_node', 'worker_thread.node.js': 'worker_node'};
for (const [name, entry] of Object.entries(entries)) await build({...options, entryPoints: [at(entry + '.js')], outfile: at('npm', name)});
const address = "const address = require('node:url').pathToFileURL(require('node:path').join(__dirname, '../package.json')).href;";
for (const [name, entry] of [['sapper.js', 'package_node'], ['worker.js', 'package_worker_node']])
  await build({...options, format: 'cjs', platform: 'node', define: {'import.meta.url': 'address'}, banner: {js: address}, entryPoints: [at(entry + '.js')], outfile: at('npm/cjs', name)});
writeFileSync(at('npm/cjs/package.json'), '{"type": "commonjs"}\n');
for (const folder of ['npm/types', 'npm/cjs/types']) {
  mkdirSync(at(folder));
  for (const name of ['package_web', 'package_node', 'package_worker_web', 'package_worker_node', 'sapper', 'sapper_worker', 'client', 'module_source'])
    copyFileSync(at('types', name + '.d.ts'), at(folder, name + '.d.ts'));
  for (const name of ['results.d.ts', 'names.d.ts']) copyFileSync(at(name), at(folder, name));
}
copyFileSync(at('module/sapper.wasm'), at('npm/sapper.wasm'));
chmodSync(at('npm/sapper.wasm'), 0o644);
cpSync(join(sources, 'examples'), at('npm/examples'), {recursive: true});
copyFileSync(join(root, 'LICENSE'), at('npm/LICENSE'));
copyFileSync(at('node_modules/@bjorn3/browser_wasi_shim/LICENSE-MIT'), at('npm/LICENSE-browser_wasi_shim'));
copyFileSync(join(sources, 'npm.md'), at('npm/README.md'));

// The page: everything in one file, of which the pages of `sapper report` hold what is between the comments
// `engine VERSION COMMIT` and `end of engine` (experiments/pages/played_games.cpp). Zopfli saves a twentieth of what gzip -9
// leaves of scripts, LZMA a fifth of what Zopfli leaves of the module. Thirteen bits of what is compressed become two characters of 91 that HTML leaves as they are (packed.js): all that are
// visible but &, < and ].
const kDigits = Array.from({length: 94}, (_, i) => String.fromCharCode(33 + i)).filter((sign) => !'&<]'.includes(sign));
function textOf(bytes, unpackedSize) {
  let text = '', bits = 0, count = 0;
  for (const byte of [...bytes, 0, 0]) {
    bits = (bits << 8) | byte;
    count += 8;
    if (count < 13) continue;
    count -= 13;
    const word = bits >> count;
    text += kDigits[Math.floor(word / 91)] + kDigits[word % 91];
    bits &= (1 << count) - 1;
  }
  return `${bytes.length} ${unpackedSize} ${text}`;
}
const packed = (file, program, ...words) => textOf(execFileSync(program, [...words, '-c', file], {maxBuffer: 2 ** 24}), statSync(file).size);
function packedScript(script) {
  writeFileSync(at('script.js'), script);
  const text = packed(at('script.js'), 'zopfli');
  rmSync(at('script.js'));
  return text;
}
async function scriptOf(name) {
  const page = {...options, format: 'iife', minify: true, write: false, define: {'import.meta.url': 'location.href'}};
  const {outputFiles} = await build({...page, entryPoints: [at(name)]});
  return outputFiles[0].text.trim();
}
// The version and the commit as the program names its own (experiments/support/write_commit.cmake).
function buildName() {
  const [, version] = /^project\(sapper VERSION (\S+)/m.exec(readFileSync(join(root, 'CMakeLists.txt'), 'utf8'));
  try {
    const words = ['describe', '--always', '--dirty', '--tags'], stdio = ['ignore', 'pipe', 'ignore'];
    return `${version} ${execFileSync('git', words, {cwd: root, encoding: 'utf8', stdio}).trim()}`;
  } catch {
    return `${version} unknown`;  // outside a repository
  }
}
const parts = {
  '/* BUILD */': buildName(),
  '/* STYLE */': readFileSync(at('board.css'), 'utf8') + readFileSync(at('page.css'), 'utf8'),
  '<!-- MODULE -->': packed(at('module/sapper.wasm'), 'xz', '--format=raw', '--lzma1=preset=9e,lc=4,lp=0,pb=0'),
  '<!-- WORKER -->': packedScript(await scriptOf('worker_web.js')),
  '<!-- PROGRAM -->': packedScript(await scriptOf('page.js')),
  '/* SCRIPT */': await scriptOf('loader.js'),
};
let html = readFileSync(at('page.html'), 'utf8');
for (const [place, text] of Object.entries(parts)) {
  if (/<\/script|<!--|\]\]>/i.test(text)) throw new Error(`${place} would end its element`);
  html = html.replace(place, () => text);
}
const kMostBytes = 750_000;
const bytes = Buffer.byteLength(html);
if (bytes > kMostBytes) throw new Error(`the page has ${bytes} bytes; at most ${kMostBytes} are wanted`);
writeFileSync(at('sapper.html'), html);

const {devDependencies, ...manifest} = JSON.parse(readFileSync(at('package.json'), 'utf8'));
writeFileSync(at('npm/package.json'), JSON.stringify(manifest, null, 2) + '\n');
rmSync(at('types'), {recursive: true});
