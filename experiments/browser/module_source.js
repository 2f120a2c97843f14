// Where the engine's WebAssembly comes from: a compiled module, its bytes, or an address.

/**
 * @typedef {{module: WebAssembly.Module} | {bytes: BufferSource} | {url: string | URL}} ModuleSource a compiled module, the
 *   bytes of sapper.wasm, or where it is
 */

/** What is wrong with the input, in a sentence; `index` is the number (row-major) of the cell it is about, where there is one. */
export class SapperError extends Error {
  /** @param {string} message @param {number | null} [index] */
  constructor(message, index = null) {
    super(message);
    this.name = 'SapperError';
    this.index = index;
  }
}

/** @param {unknown} value @returns {value is BufferSource} */
const isBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);

/**
 * @param {unknown} given a ModuleSource, or what it holds: a module, bytes, an address
 * @param {(url: URL) => Promise<BufferSource>} read
 * @param {string} [base] of addresses that are relative
 * @returns {Promise<WebAssembly.Module>}
 */
export async function moduleOf(given, read, base) {
  if (given instanceof WebAssembly.Module) return given;
  if (isBytes(given)) return compiled(given, 'bytes');
  if (typeof given === 'string' || given instanceof URL) return moduleAt(given, read, base);
  const source = /** @type {Record<string, unknown>} */ (given), keys = Object.keys(source ?? {});
  if (keys.length !== 1 || !['module', 'bytes', 'url'].includes(keys[0])) throw new SapperError('expected init({module}), init({bytes}) or init({url}), with one of these');
  const [key] = keys, value = source[key];
  if (key === 'module' && value instanceof WebAssembly.Module) return value;
  if (key === 'bytes' && isBytes(value)) return compiled(value, 'bytes');
  if (key === 'url' && (typeof value === 'string' || value instanceof URL)) return moduleAt(value, read, base);
  throw new SapperError(`${key} is not ${{module: 'a WebAssembly.Module', bytes: 'an ArrayBuffer or a view of one', url: 'an address'}[key]}`);
}

/** @param {string | URL} address @param {(url: URL) => Promise<BufferSource>} read @param {string} [base] */
async function moduleAt(address, read, base) {
  let url;
  try {
    url = new URL(address, base);
  } catch {
    throw new SapperError(`url is not an address: ${address}`);
  }
  return compiled(await read(url), String(url));
}

/** @param {BufferSource} bytes @param {string} name */
async function compiled(bytes, name) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new SapperError(`${name} is not sapper.wasm (${/** @type {any} */ (error).message}); a server or bundler may have to copy that file, or init({url}) say where it is`);
  }
}

/** Reads by fetch. @param {URL} url @returns {Promise<BufferSource>} */
export async function fetched(url) {
  const answer = await fetch(url).catch((error) => {
    throw new SapperError(`${url} cannot be loaded: ${error.message}`);
  });
  if (!answer.ok) throw new SapperError(`${url} cannot be loaded: status ${answer.status}; a server or bundler may have to copy sapper.wasm, or init({url}) say where it is`);
  return answer.arrayBuffer();
}
