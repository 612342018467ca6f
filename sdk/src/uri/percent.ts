/** Percent-encoding, as RFC 3986 has it: of the bytes of UTF-8. */

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;
const TRIPLET = /%[0-9A-Fa-f]{2}/g;
const HALF_PAIR = /\p{Surrogate}/gu;

/** Encodes all but letters, digits and `-._~`. Half a surrogate pair counts as U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(HALF_PAIR, '\ufffd')).replace(/[!'()*]/g, encodeAscii);
}

/** Encodes what may not stand in a URI. Reserved characters, and what is encoded already, stay. */
export function encodeIllegal(text: string): string {
  return encodeURI(text.replace(HALF_PAIR, '\ufffd'))
    .replace(/%25([0-9A-Fa-f]{2})/g, '%$1')
    .replace(/%5B/g, '[')
    .replace(/%5D/g, ']');
}

/** One spelling for what can be spelt in several ways: unreserved characters plain, hexadecimal digits in upper case. */
export function normalizeTriplets(text: string): string {
  return text.replace(TRIPLET, (triplet) => {
    const character = String.fromCharCode(parseInt(triplet.slice(1), 16));
    return UNRESERVED.test(character) ? character : triplet.toUpperCase();
  });
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
