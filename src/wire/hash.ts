/** A small deterministic hash, so that ids and signatures are the same in every run without any state. */

/** Four 32-bit words from a text (cyrb128, public domain); spreads well, promises nothing about secrecy. */
function words(text: string): [number, number, number, number] {
  let a = 1779033703;
  let b = 3144134277;
  let c = 1013904242;
  let d = 2773480762;
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ k, 597399067);
    b = c ^ Math.imul(b ^ k, 2869860233);
    c = d ^ Math.imul(c ^ k, 951274213);
    d = a ^ Math.imul(d ^ k, 2716044179);
  }
  a = Math.imul(c ^ (a >>> 18), 597399067);
  b = Math.imul(d ^ (b >>> 22), 2869860233);
  c = Math.imul(a ^ (c >>> 17), 951274213);
  d = Math.imul(b ^ (d >>> 19), 2716044179);
  return [(a ^ b ^ c ^ d) >>> 0, (b ^ a) >>> 0, (c ^ a) >>> 0, (d ^ a) >>> 0];
}

/** `length` characters of `alphabet` drawn from `text`: the same text always gives the same characters. */
export function digest(text: string, length: number, alphabet: string): string {
  let [a, b, c, d] = words(text);
  let out = '';
  for (let i = 0; i < length; i++) {
    // sfc32: the counter `d` keeps the period long enough for any length asked here.
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    out += alphabet[(t >>> 0) % alphabet.length];
  }
  return out;
}
