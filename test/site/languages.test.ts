/** Every language of the explorer has all words, and says something in each. */

import { expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../site/explorer/text/index.js';

/** The words of a language by their paths: a function is called with numbers, which its words contain. */
function wordsOf(texts: object, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const place = `${path}/${key}`;
    if (typeof value === 'object' && value !== null) return wordsOf(value, place);
    if (key === 'verdict') return [];
    const call = value as (...numbers: number[]) => string;
    return [[place, typeof value === 'function' ? call(4711, 4712) : String(value)] as const];
  });
}

const [first, ...others] = await Promise.all(
  Object.entries(LANGUAGES).map(async ([key, { load }]) => ({ key, texts: await load() })),
);

test('English comes first', () => {
  expect(first?.key).toBe(DEFAULT_LANGUAGE);
  expect(others.map(({ key }) => key)).toEqual(['zh']);
});

test('every language has the same words, with the same things filled in', () => {
  const expected = wordsOf(first?.texts ?? {});
  expect(expected.length).toBeGreaterThan(100);
  for (const { texts } of others) {
    const words = wordsOf(texts);
    expect(words.map(([path]) => path)).toEqual(expected.map(([path]) => path));
    for (const [at, [path, text]] of words.entries()) {
      expect(text.trim(), path).not.toBe('');
      expect(filledIn(text), path).toEqual(filledIn(expected[at]?.[1] ?? ''));
    }
  }
});

test('the verdict names the revisions', () => {
  for (const { texts } of [...(first ? [first] : []), ...others]) {
    expect(texts.verdict(['2024-11-05'], 2)).toContain('2024-11-05');
    expect(new Set([texts.verdict([], 2), texts.verdict(['a'], 2), texts.verdict(['a', 'b'], 2)]).size).toBe(3);
  }
});

/** In a language of its own order. */
function filledIn(text: string): readonly string[] {
  return [...text.matchAll(/471\d/g)].map(([number]) => number).toSorted();
}
