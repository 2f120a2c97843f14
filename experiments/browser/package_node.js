// The package in Node: sapper.wasm beside this file is read from the disk.
import {readFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import {fetched} from './module_source.js';
import {initBy} from './sapper.js';
export * from './sapper.js';

/** @param {URL} url @returns {Promise<BufferSource>} */
export const readUrl = async (url) => (url.protocol === 'file:' ? readFile(url) : fetched(url));

/** The address of sapper.wasm. */
export const wasmUrl = () => new URL('./sapper.wasm', import.meta.url);

/** Loads the engine, once: by default sapper.wasm of this package. */
export const init = initBy(readUrl, wasmUrl, () => pathToFileURL('./').href);
