import { encodeIllegal, normalizeTriplets } from './percent.js';

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
