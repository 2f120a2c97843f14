// `sapper/worker` in Node: a worker thread.
import {Worker} from 'node:worker_threads';
import {pathToFileURL} from 'node:url';
import {Engine} from './client.js';
import {moduleOf} from './module_source.js';
import {readUrl, wasmUrl} from './package_node.js';
import {SapperWorker} from './sapper_worker.js';
export {SapperError} from './module_source.js';

/** @param {import('./client.js').Listener} listener @returns {import('./client.js').Port} */
function makeWorker({onMessage, onError}) {
  const worker = new Worker(new URL('./worker_thread.node.js', import.meta.url));
  worker.on('message', onMessage);
  worker.on('error', (error) => onError('the worker failed: ' + error.message));
  return worker;
}

/** Starts a worker. @param {import('./module_source.js').ModuleSource} [source] by default sapper.wasm of this package @returns {Promise<SapperWorker>} */
export async function startWorker(source) {
  const engine = new Engine(await moduleOf(source ?? {url: wasmUrl()}, readUrl, pathToFileURL('./').href), makeWorker);
  await engine.loaded;
  return new SapperWorker(engine);
}
