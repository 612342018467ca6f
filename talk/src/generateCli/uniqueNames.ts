/** Makes names for the command line from names of a server, which can be anything. */

import { plainText } from '@mcp-gen/sdk/client';

/** Maximum characters of a name, without the number that makes it unique. */
const MAX_LENGTH = 60;

/** A name for which another one is wanted. */
export interface WantedName {
  readonly name: string;
  /** Also takes this prefix with the name: `no-`. Default: none. */
  readonly also?: string;
}

/**
 * Returns a name for each name, in lower case, its words separated by hyphens: `get-forecast` for `get_forecast` and `getForecast`. No two
 * are the same; a name that needs no change is kept, and the others get a number.
 *
 * @param fallback for a name without letters and digits
 * @param reserved names that none may have
 */
export function uniqueNames(
  wanted: readonly WantedName[],
  fallback: string,
  reserved: readonly string[] = [],
): readonly string[] {
  const taken = new Set(reserved);
  // The next number to try: servers can have thousands of names that are the same.
  const numbers = new Map<string, number>();
  const found = new Map<WantedName, string>();
  const bases = wanted.map((each) => {
    const base = hyphenated(each.name);
    return { each, base: base === '' ? fallback : base };
  });
  for (const isKept of [true, false]) {
    for (const { each, base } of bases) {
      if ((base === each.name) !== isKept) continue;
      const wordsOf = (name: string): string[] => (each.also === undefined ? [name] : [name, each.also + name]);
      let name = base;
      for (let number = numbers.get(base) ?? 2; wordsOf(name).some((word) => taken.has(word)); number++) {
        name = `${base}-${number}`;
        numbers.set(base, number);
      }
      for (const word of wordsOf(name)) taken.add(word);
      found.set(each, name);
    }
  }
  return wanted.map((each) => found.get(each) ?? fallback);
}

function hyphenated(name: string): string {
  return plainText(name.slice(0, 4 * MAX_LENGTH))
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .slice(0, MAX_LENGTH)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
