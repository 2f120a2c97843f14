// What the page holds compressed, as text: four bytes are five characters, of these 85, which HTML leaves as they are
// (build.mjs).
const kDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+-;=?@^_`{|}~,.:';

/** @param {string} text @param {number} size */
function bytesOf(text, size) {
  const value = new Uint8Array(128);
  for (let i = 0; i < kDigits.length; i++) value[kDigits.charCodeAt(i)] = i;
  const bytes = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let i = 0, at = 0; i < text.length; i += 5, at += 4) {
    let word = 0;
    for (let k = 0; k < 5; k++) word = word * 85 + value[text.charCodeAt(i + k)];
    bytes.setUint32(at, word);
  }
  return bytes.buffer.slice(0, size);
}

/** The content of an element. @param {string} id @returns {Response} */
export function unpacked(id) {
  const [size, text] = (document.getElementById(id)?.textContent ?? '').split(' ');
  return new Response(new Blob([bytesOf(text, Number(size))]).stream().pipeThrough(new DecompressionStream('gzip')));
}
