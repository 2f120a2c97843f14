// What the page holds compressed, as text: thirteen bits are two digits of base 91, which HTML leaves as they are (build.mjs).

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

/** The content of an element. @param {string} id @returns {Response} */
export function unpacked(id) {
  const [size, text] = (document.getElementById(id)?.textContent ?? '').split(' ');
  return new Response(new Blob([bytesOf(text, Number(size))]).stream().pipeThrough(new DecompressionStream('gzip')));
}
