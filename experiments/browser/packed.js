// What the page holds compressed, as text: thirteen bits are two digits of base 91, which HTML leaves as they are (build.mjs).
// Scripts are compressed by gzip, which browsers decompress; the module by LZMA, which is a fifth smaller.

// The digits are the visible characters of ASCII but &, < and ], in order.
/** @param {string} text @param {number} at */
function digit(text, at) {
  const code = text.charCodeAt(at);
  return code - 33 - Number(code > 38) - Number(code > 60) - Number(code > 93);
}

/** @param {string} text @param {number} size */
function bytesOf(text, size) {
  const bytes = new Uint8Array(size);
  for (let i = 0, at = 0, bits = 0, count = 0; at < size; i += 2) {
    bits = (bits << 13) | (digit(text, i) * 91 + digit(text, i + 1));
    count += 13;
    while (count >= 8 && at < size) {
      count -= 8;
      bytes[at++] = bits >> count;
      bits &= (1 << count) - 1;
    }
  }
  return bytes;
}

/** The bytes that an element holds, and what else it says of them. @param {string} id @returns {[Uint8Array, number]} */
function packed(id) {
  const [size, unpackedSize, text] = (document.getElementById(id)?.textContent ?? '').split(' ');
  return [bytesOf(text, Number(size)), Number(unpackedSize)];
}

/** A script. @param {string} id @returns {Promise<string>} */
export function unpackedScript(id) {
  const [bytes] = packed(id);
  return new Response(new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** @param {string} id */
export function unpackedModule(id) {
  return lzmaDecoded(...packed(id));
}

/**
 * Decodes LZMA without a header, of the parameters lc 4, lp 0 and pb 0 (the LZMA specification of the LZMA SDK).
 * @param {Uint8Array} input @param {number} size of the output @returns {Uint8Array<ArrayBuffer>}
 */
export function lzmaDecoded(input, size) {
  const kBits = 11, kRate = 5, kTop = 2 ** 24, kStates = 12, kLiteralBits = 4, kLeastLength = 2;
  // Where the probabilities of each kind begin.
  let end = 0;
  const take = (/** @type {number} */ count) => (end += count) - count;
  const isMatch = take(kStates), isRepeat = take(kStates), isOther = take(kStates), isThirdOrFourth = take(kStates), isFourth = take(kStates), isLong = take(kStates);
  const slots = take(4 * 64), special = take(115), align = take(16), lengths = [take(274), take(274)], literals = take(0x300 << kLiteralBits);
  const odds = new Uint16Array(end).fill(1 << (kBits - 1)), output = new Uint8Array(size);
  let at = 1, range = 2 ** 32 - 1, code = 0;
  const next = () => (code = ((code << 8) | input[at++]) >>> 0);
  for (let i = 0; i < 4; i++) next();
  const normalize = () => {
    if (range >= kTop) return;
    range = (range << 8) >>> 0;
    next();
  };
  const bit = (/** @type {number} */ place) => {
    const odd = odds[place], bound = (range >>> kBits) * odd, isOne = code >= bound;
    if (isOne) {
      range -= bound;
      code -= bound;
      odds[place] -= odd >> kRate;
    } else {
      range = bound;
      odds[place] += ((1 << kBits) - odd) >> kRate;
    }
    normalize();
    return Number(isOne);
  };
  const number = (/** @type {number} */ place, /** @type {number} */ bits) => {
    let value = 1;
    for (let i = 0; i < bits; i++) value = 2 * value + bit(place + value);
    return value - (1 << bits);
  };
  const reversed = (/** @type {number} */ place, /** @type {number} */ bits) => {
    let value = 0;
    for (let i = 0, node = 1; i < bits; i++) {
      const one = bit(place + node);
      node = 2 * node + one;
      value |= one << i;
    }
    return value;
  };
  // Of a length: two choices, then 8, 8 or 256 values.
  const lengthAt = (/** @type {number} */ place) =>
    kLeastLength + (!bit(place) ? number(place + 2, 3) : !bit(place + 1) ? 8 + number(place + 10, 3) : 16 + number(place + 18, 8));
  const distanceOf = (/** @type {number} */ length) => {
    const slot = number(slots + 64 * Math.min(length - kLeastLength, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1, high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + reversed(special + high - slot, bits);
    let middle = 0;
    for (let i = 4; i < bits; i++) {
      range >>>= 1;
      const isOne = code >= range;
      if (isOne) code -= range;
      middle = 2 * middle + Number(isOne);
      normalize();
    }
    return high + 16 * middle + reversed(align, 4);
  };
  let state = 0, distances = [0, 0, 0, 0];
  for (let done = 0; done < size;) {
    if (!bit(isMatch + state)) {
      const place = literals + 0x300 * (done ? output[done - 1] >> (8 - kLiteralBits) : 0);
      let node = 1;
      // After a match, the byte that it would have gone on with tells which probabilities count.
      if (state >= 7)
        for (let other = output[done - distances[0] - 1]; node < 0x100;) {
          const expected = (other >> 7) & 1, one = bit(place + ((1 + expected) << 8) + node);
          other <<= 1;
          node = 2 * node + one;
          if (one !== expected) break;
        }
      while (node < 0x100) node = 2 * node + bit(place + node);
      output[done++] = node;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length = 1;
    if (!bit(isRepeat + state)) {
      length = lengthAt(lengths[0]);
      state = state < 7 ? 7 : 10;
      distances = [distanceOf(length), ...distances.slice(0, 3)];
    } else {
      const which = !bit(isOther + state) ? 0 : !bit(isThirdOrFourth + state) ? 1 : 2 + bit(isFourth + state);
      if (which === 0 && !bit(isLong + state)) {
        state = state < 7 ? 9 : 11;
      } else {
        distances.unshift(...distances.splice(which, 1));
        length = lengthAt(lengths[1]);
        state = state < 7 ? 8 : 11;
      }
    }
    for (const back = distances[0] + 1; length > 0 && done < size; length--, done++) output[done] = output[done - back];
  }
  return output;
}
