// Calls the engine in its worker.

export class Engine {
  /** @param {WebAssembly.Module} module @param {string} script the worker's URL */
  constructor(module, script) {
    this.module = module;
    this.script = script;
    /** @type {Map<number, {done: (value: any) => void, failed: (error: any) => void}>} */
    this.waiting = new Map();
    this.calls = 0;
    this.start();
  }

  start() {
    this.worker = new Worker(this.script);
    this.worker.onmessage = ({data}) => {
      const call = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error === undefined) call?.done(data.value);
      else call?.failed(Object.assign(new Error(data.error), {index: data.index}));
    };
    this.worker.onerror = (event) => this.stop('the worker failed: ' + event.message);
    this.loaded = this.call('load', this.module);
  }

  /** @param {string} name @param {...any} values @returns {Promise<any>} */
  call(name, ...values) {
    return new Promise((done, failed) => {
      const id = ++this.calls;
      this.waiting.set(id, {done, failed});
      this.worker?.postMessage({id, name, values});
    });
  }

  /** Ends what is being computed; the worker starts anew. @param {string} why */
  stop(why = 'stopped') {
    this.worker?.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.start();
    for (const call of waiting) call.failed(new Error(why));
  }
}
