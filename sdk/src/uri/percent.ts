/** Percent-encoding of UTF-8 (RFC 3986). */

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;
const TRIPLET = /%[0-9A-Fa-f]{2}/g;
const HALF_PAIR = /[\ud800-\udfff]/gu;

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

const UNIT =
  /%[0-7][0-9A-F]|%[CD][0-9A-F]%[89AB][0-9A-F]|%E[0-9A-F](?:%[89AB][0-9A-F]){2}|%F[0-7](?:%[89AB][0-9A-F]){3}|[^%]/g;

/** The characters of a URI in normalized spelling, with each encoded one as a unit: `a`, `/`, `%2F`, `%C3%A9`. */
export type Units = readonly string[];

/** Splits a URI into units. `undefined` if an encoded sequence is not UTF-8. */
export function unitsOf(uri: string): Units | undefined {
  const text = normalizeTriplets(encodeIllegal(uri));
  // Most URIs have no encoded characters.
  if (!text.includes('%')) return text.split('');
  try {
    decodeURIComponent(text);
  } catch {
    return undefined;
  }
  return text.match(UNIT) ?? [];
}
