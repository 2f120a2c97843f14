// `sapper/worker` in browsers: a module worker, whose file stands beside this one, or where a bundler puts it.
import {Engine} from './client.js';
import {fetched, moduleOf} from './module_source.js';
import {wasmUrl} from './package_web.js';
import {SapperWorker} from './sapper_worker.js';
export {SapperError} from './module_source.js';

const kPrepared = /\/\.vite\/deps\/[^/]*$/;

/** @param {import('./client.js').Listener} listener @returns {import('./client.js').Port} */
function makeWorker({onMessage, onError}) {
  const here = String(import.meta.url);
  const worker = kPrepared.test(here) ? new Worker(here.replace(kPrepared, '/sapper/worker_thread.js'), {type: 'module'})
    : new Worker(new URL('./worker_thread.js', import.meta.url), {type: 'module'});
  worker.onmessage = ({data}) => onMessage(data);
  worker.onerror = (event) => onError('the worker failed: ' + (event.message ?? 'its script cannot be loaded'));
  return worker;
}

/** Starts a worker. @param {import('./module_source.js').ModuleSource} [source] by default sapper.wasm of this package @returns {Promise<SapperWorker>} */
export async function startWorker(source) {
  const engine = new Engine(await moduleOf(source ?? {url: wasmUrl()}, fetched, globalThis.location?.href), makeWorker);
  await engine.loaded;
  return new SapperWorker(engine);
}
