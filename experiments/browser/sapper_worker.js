// The functions of the package in a worker, so that what takes seconds blocks nothing: each returns a promise, and takes an
// AbortSignal, which ends it.
import {Engine} from './client.js';

/** @typedef {import('./results.d.ts').Position} Position */
/** @typedef {import('./results.d.ts').GraphPosition} GraphPosition */
/** @typedef {import('./results.d.ts').LayeredPosition} LayeredPosition */
/** @typedef {import('./results.d.ts').TypedPosition} TypedPosition */
/** @typedef {import('./results.d.ts').Cell} Cell */
/** @typedef {import('./results.d.ts').Chances} Chances */
/** @typedef {{signal?: AbortSignal}} Stoppable */

export class SapperWorker {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {Promise<any>} of the last call of chances() */
    this.played = Promise.resolve();
  }

  /**
   * @overload @param {TypedPosition} position @param {Stoppable} [options] @returns {Promise<Float64Array>}
   */
  /**
   * @overload @param {GraphPosition} position @param {Stoppable} [options] @returns {Promise<(number | null)[]>}
   */
  /**
   * @overload @param {Position | string} position @param {Stoppable} [options] @returns {Promise<(number | null)[][]>}
   */
  /** @param {any} position @param {Stoppable} [options] @returns {Promise<any>} */
  posterior(position, options) {
    return this.engine.run('posterior', [position], options);
  }

  /**
   * @template {Position | LayeredPosition | GraphPosition | string} P
   * @param {P} position @param {{moves?: boolean} & Stoppable} [options]
   * @returns {Promise<P extends GraphPosition ? import('./results.d.ts').GraphAnalysis : P extends LayeredPosition ? import('./results.d.ts').LayeredAnalysis : import('./results.d.ts').Analysis>}
   */
  analyze(position, {signal, ...options} = {}) {
    return this.engine.run('analyze', [position, options], {signal});
  }

  /** @param {Position | string} position @param {Cell} cell @param {Stoppable} [options] @returns {Promise<import('./results.d.ts').Proof | null>} */
  explain(position, cell, options) {
    return this.engine.run('explain', [position, cell], options);
  }

  /** @param {Position | string} position @param {Cell} cell @param {Stoppable} [options] @returns {Promise<import('./results.d.ts').WhatIf | null>} */
  whatIf(position, cell, options) {
    return this.engine.run('whatIf', [position, cell], options);
  }

  /**
   * The chances to win after each candidate's dig, from at least so many layouts; onProgress gets them from ever more. Other
   * calls are answered meanwhile, but for those of chances().
   * @param {Position | string} position
   * @param {{layouts?: number, onProgress?: (value: Chances) => void} & Stoppable} [options] @returns {Promise<Chances>}
   */
  chances(position, options = {}) {
    const played = this.played.then(() => this.playChances(position, options));
    this.played = played.catch(() => {});
    return played;
  }

  /** @param {Position | string} position @param {{layouts?: number, onProgress?: (value: Chances) => void} & Stoppable} options @returns {Promise<Chances>} */
  async playChances(position, {layouts = 400, onProgress, signal}) {
    const kStep = 25;
    for (;;) {
      const number = await this.engine.run('startChances', [position, kStep], {signal});
      for (;;) {
        /** @type {Chances | null} */
        const value = await this.engine.run('moreChances', [number], {signal});
        if (value === null) break;  // the worker was started anew
        onProgress?.(value);
        if (value.exact || value.layouts >= layouts) return value;
      }
    }
  }

  /**
   * @param {Uint8Array | ArrayBuffer | string} content
   * @param {{rows?: number, cols?: number, number?: number} & Stoppable} [options] @returns {Promise<import('./results.d.ts').ReadFile>}
   */
  read(content, {signal, ...options} = {}) {
    return this.engine.run('read', [content, options], {signal});
  }

  /** @param {Stoppable} [options] @returns {Promise<import('./results.d.ts').Lists>} */
  list(options) {
    return this.engine.run('list', [], options);
  }

  /** @param {object | string} config @param {Stoppable} [options] @returns {Promise<import('./results.d.ts').Experiment>} */
  describe(config, options) {
    return this.engine.run('describe', [config], options);
  }

  /** @param {object | string} config @param {number} [caseNumber] @param {Stoppable} [options] @returns {Promise<import('./results.d.ts').Shape | null>} */
  shape(config, caseNumber = 0, options = {}) {
    return this.engine.run('shape', [config, caseNumber], options);
  }

  /** @param {object | string} config @param {number} caseNumber @param {number} game @param {string} [strategy] @param {Stoppable} [options] @returns {Promise<import('./results.d.ts').Replay>} */
  replay(config, caseNumber, game, strategy = '', options = {}) {
    return this.engine.run('replay', [config, caseNumber, game, strategy], options);
  }

  /** @param {Uint8Array | ArrayBuffer | string} content @param {string} [name] @param {Stoppable} [options] @returns {Promise<{file: string, player: string, digs: number}[]>} */
  recordings(content, name, options) {
    return this.engine.run('recordings', [content, name], options);
  }

  /**
   * @param {Uint8Array | ArrayBuffer | string} content @param {string} [name]
   * @param {{game?: number, effort?: number, layouts?: number, first_click?: string, onProgress?: (done: number, of: number) => void} & Stoppable} [options]
   *   onProgress: digs judged, and of how many
   * @returns {Promise<import('./results.d.ts').ReviewedReplay>}
   */
  review(content, name, {signal, onProgress, ...options} = {}) {
    return this.engine.run('review', [content, name, options], {signal, onProgress});
  }

  /**
   * @param {{content: Uint8Array | ArrayBuffer | string, name?: string, game?: number}[]} files
   * @param {{effort?: number, layouts?: number, first_click?: string, onProgress?: (done: number, of: number) => void} & Stoppable} [options]
   *   onProgress: games judged, and of how many
   * @returns {Promise<import('./results.d.ts').ReviewSeries>}
   */
  reviewSeries(files, {signal, onProgress, ...options} = {}) {
    return this.engine.run('reviewSeries', [files, options], {signal, onProgress});
  }

  /** @param {{heaps: number[], most?: number}} position @param {Stoppable} [options] @returns {Promise<import('./results.d.ts').NimAnswer>} */
  nim(position, options) {
    return this.engine.run('nim', [position], options);
  }

  /** @param {{cols: number, rows: number, poison_col: number, poison_row: number}} position @param {Stoppable} [options] @returns {Promise<import('./results.d.ts').TabletAnswer>} */
  tablet(position, options) {
    return this.engine.run('tablet', [position], options);
  }

  /** Ends the worker, and what it computes. */
  close() {
    this.engine.close();
  }
}
