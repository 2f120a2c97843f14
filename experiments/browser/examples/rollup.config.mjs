// npx rollup -c: what the package loads is copied beside the script.
import {copyFileSync} from 'node:fs';
import resolve from '@rollup/plugin-node-resolve';

const copy = {name: 'copy', writeBundle: () => {
  for (const name of ['sapper.wasm', 'worker_thread.js']) copyFileSync(`node_modules/sapper/${name}`, `dist/${name}`);
}};
export default {input: 'app.js', output: {dir: 'dist', format: 'es'}, plugins: [resolve({browser: true}), copy]};
