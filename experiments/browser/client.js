// Calls the engine in a worker: one call at a time, which can be stopped; then the worker is started anew and the calls that
// wait go on.
import {SapperError} from './module_source.js';

/** @typedef {{postMessage: (message: any) => void, terminate: () => void, ref?: () => void, unref?: () => void}} Port */
/** @typedef {{onMessage: (data: any) => void, onError: (message: string) => void}} Listener */
/** @typedef {{signal?: AbortSignal, onProgress?: (done: number, of: number) => void}} CallOptions */
/** @typedef {{id: number, name: string, values: any[], done: (value: any) => void, failed: (error: any) => void, onProgress?: (...values: any[]) => void}} Call */

export class Engine {
  /** @param {WebAssembly.Module} module @param {(listener: Listener) => Port} makeWorker */
  constructor(module, makeWorker) {
    this.module = module;
    this.makeWorker = makeWorker;
    /** @type {Call[]} the first is computed, unless the worker is loading */
    this.waiting = [];
    this.calls = 0;
    this.start();
  }

  start() {
    this.isBusy = this.isLoaded = false;
    const port = this.makeWorker({
      onMessage: (data) => this.port === port && this.take(data),
      onError: (message) => this.port === port && this.fail(message),
    });
    this.port = port;
    /** @type {Promise<void>} */
    this.loaded = new Promise((done, failed) => this.waiting.unshift({id: ++this.calls, name: 'load', values: [this.module], done, failed}))
      .then(() => void (this.isLoaded = true));
    this.loaded.catch(() => {});  // told by the calls that follow
    this.sendNext();
  }

  sendNext() {
    const [next] = this.waiting;
    if (!next) this.port?.unref?.();
    if (this.isBusy || !next) return;
    this.isBusy = true;
    this.port?.ref?.();
    const {id, name, values} = next;
    this.port?.postMessage({id, name, values});
  }

  /** @param {any} data */
  take({id, value, error, index, progress}) {
    const [call] = this.waiting;
    if (call?.id !== id) return;
    if (progress) return call.onProgress?.(...progress);
    this.waiting.shift();
    this.isBusy = false;
    if (error === undefined) call.done(value);
    else call.failed(new SapperError(error, index));
    this.sendNext();
  }

  /** @param {string} name @param {...any} values @returns {Promise<any>} */
  call(name, ...values) {
    return this.run(name, values);
  }

  /** @param {string} name @param {any[]} values @param {CallOptions} [options] @returns {Promise<any>} */
  run(name, values, {signal, onProgress} = {}) {
    return new Promise((done, failed) => {
      if (this.port === null) throw new SapperError('the worker is closed');
      signal?.throwIfAborted();
      const call = {id: ++this.calls, name, values, onProgress, done, failed}, abort = () => this.drop(call, signal?.reason);
      signal?.addEventListener('abort', abort, {once: true});
      call.done = (value) => (signal?.removeEventListener('abort', abort), done(value));
      call.failed = (error) => (signal?.removeEventListener('abort', abort), failed(error));
      this.waiting.push(call);
      this.sendNext();
    });
  }

  /** Ends one call; the others go on. @param {Call} call @param {any} why */
  drop(call, why) {
    const at = this.waiting.indexOf(call);
    if (at < 0) return;
    this.waiting.splice(at, 1);
    if (at === 0) {
      this.port?.terminate();
      this.start();
    }
    call.failed(why);
  }

  /** Ends all calls; the worker starts anew. @param {string} why */
  stop(why = 'stopped') {
    this.port?.terminate();
    const waiting = this.waiting.splice(0);
    this.start();
    for (const call of waiting) call.failed(new SapperError(why));
  }

  /** A worker that has failed starts anew, unless it never started. @param {string} why */
  fail(why) {
    if (this.isLoaded) this.stop(why);
    else this.close(why);
  }

  /** Ends all calls and the worker. @param {string} why */
  close(why = 'the worker is closed') {
    this.port?.terminate();
    this.port = null;
    for (const call of this.waiting.splice(0)) call.failed(new SapperError(why));
  }
}
