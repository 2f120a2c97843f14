// The package in browsers and what is like them (Deno, bundlers): sapper.wasm beside this file, or where a bundler that sees
// its address puts it.
import {SapperError, fetched} from './module_source.js';
import {initBy} from './sapper.js';
export * from './sapper.js';

// Vite's server puts the packages that it prepares elsewhere, without their other files.
const kPrepared = /\/\.vite\/deps\/[^/]*$/;

/** The address of sapper.wasm. @returns {URL} */
export function wasmUrl() {
  const here = String(import.meta.url);
  if (kPrepared.test(here)) return new URL(here.replace(kPrepared, '/sapper/sapper.wasm'));
  try {
    return new URL('./sapper.wasm', import.meta.url);
  } catch {
    throw new SapperError('this script does not know its own address; init({url}) says where sapper.wasm is');
  }
}

/** Loads the engine, once: by default sapper.wasm of this package. */
export const init = initBy(fetched, wasmUrl, () => globalThis.location?.href);
