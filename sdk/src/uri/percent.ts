/** Percent-encoding of UTF-8 (RFC 3986). */

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;
const TRIPLET = /%[0-9A-Fa-f]{2}/g;
const HALF_PAIR = /\p{Surrogate}/gu;

/** Encodes all characters except letters, digits, and `-._~`. A lone surrogate is replaced by U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(HALF_PAIR, '\ufffd')).replace(/[!'()*]/g, encodeAscii);
}

/** Encodes characters that are not allowed in a URI. Reserved characters and percent-encoded ones are kept. */
export function encodeIllegal(text: string): string {
  return encodeURI(text.replace(HALF_PAIR, '\ufffd'))
    .replace(/%25([0-9A-Fa-f]{2})/g, '%$1')
    .replace(/%5B/g, '[')
    .replace(/%5D/g, ']');
}

/** Normalizes percent-encoding: decodes unreserved characters, and uses upper-case hexadecimal digits. */
export function normalizeTriplets(text: string): string {
  return text.replace(TRIPLET, (triplet) => {
    const character = String.fromCharCode(parseInt(triplet.slice(1), 16));
    return UNRESERVED.test(character) ? character : triplet.toUpperCase();
  });
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
