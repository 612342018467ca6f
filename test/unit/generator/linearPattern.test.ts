/** Which regular expressions are accepted: those that take linear time on every string. */

import { describe, expect, test } from 'vitest';
import { problemOfPattern } from '../../../generator/model/linearPattern.js';
import { Random } from '../../../generator/cases/random.js';

const LINEAR = [
  ...[
    '^a',
    'a',
    '[a-z]',
    'abc',
    'a{2}b',
    '^[a-z]+$',
    '^[a-z0-9-]*[a-z0-9]$',
    '^(?:[a-z]+-)*[0-9]+$',
    '^a|^b+',
    '^$',
    '',
  ],
  ...[
    '^(?<year>\\d{4})-(\\d{2})$',
    '^[^/]+/[^/]*$',
    '^\\p{L}+$',
    '^\\u{1f600}+\\x41\\u0042\\cA$',
    '^a{0,3}$',
    '^a{2,}$',
  ],
  ...[
    '^[\\w.-]+@[\\w-]+$',
    '^.*$',
    '^a??b*?$',
    '\\bword\\b',
    '^[\\]\\\\-]+$',
    '^(?:ab|ac)*$'.replace('ab|ac', 'ab|cd'),
  ],
  '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$',
  '^[a-z]{0,9}[a-z]{0,9}$',
];

const REFUSED = [
  ...[
    'a+b',
    '.*a',
    '[a-z]+$',
    '\\s+$',
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|b|ab)*c$',
    '^a*a*$',
    '^(.*),(.*)$',
    '^(a?)*$',
    '^(a*)*$',
  ],
  ...['^(?:a|a?)b', '^(?:a?){2}a{2}$', '(?=a)b', '(?<!a)b', '^(a)\\1$', '^\\k<a>(?<a>b)', 'a^', '^(?:a?|b?)$'],
  ...[
    '[',
    '(',
    '*',
    '\\y',
    '^a{3000}$',
    '^(?:(?:(?:a{100}){100}){100})$',
    `^${'(?:'.repeat(3000)}a${')'.repeat(3000)}$`,
  ],
];

test.each(LINEAR)('%j is accepted', (pattern) => {
  expect(problemOfPattern(pattern)).toBeUndefined();
});

test.each(REFUSED)('%j is refused', (pattern) => {
  expect(problemOfPattern(pattern)).toMatch(/^(is|may|repeats|looks|refers|has) /);
});

test.each([
  ['groups that repeat', (depth: number) => `^${'('.repeat(depth)}a${'b)+'.repeat(depth)}`, undefined],
  ['groups after what may be empty', (depth: number) => `^${'(?:(?:|)'.repeat(depth)}a${')'.repeat(depth)}`, /linear/],
] as const)('%s are nested in little more time', (_, nested, problem) => {
  const start = performance.now();
  const found = problemOfPattern(nested(60));
  expect(performance.now() - start).toBeLessThan(500);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

describe('random expressions that are accepted', () => {
  const random = new Random(34);
  const patterns = Array.from({ length: 6000 }, () => expression(random, 0));
  const accepted = [...new Set(patterns)].filter((pattern) => problemOfPattern(pattern) === undefined);

  test('are many, and not all', () => {
    expect(accepted.length).toBeGreaterThan(300);
    expect(accepted.length).toBeLessThan(patterns.length / 2);
  });

  test('visit each character a bounded number of times', () => {
    for (const pattern of accepted) {
      for (const text of ['a', 'b', 'ab', 'ba', 'aab'].map((each) => each.repeat(40).slice(0, 40))) {
        const [half, whole] = [visits(pattern, text.slice(0, 20)), visits(pattern, `${text}!`)];
        expect(whole, `${pattern} on ${text}: ${half} and ${whole}`).toBeLessThan(60 * pattern.length + 200);
      }
    }
  });
});

function expression(random: Random, depth: number): string {
  const atom = (): string => {
    if (depth > 2 || random.chance(70)) return random.pick(['a', 'b', '[ab]', '[^a]', '.', 'c']);
    return `(?:${expression(random, depth + 1)}${random.chance(30) ? `|${expression(random, depth + 1)}` : ''})`;
  };
  const parts = Array.from(
    { length: 1 + random.below(3) },
    () => atom() + random.pick(['', '', '*', '+', '?', '{2}', '{0,2}']),
  );
  const anchor = depth === 0 && random.chance(80) ? '^' : '';
  return `${anchor}${parts.join('')}${depth === 0 && random.chance(50) ? '$' : ''}`;
}

/** The number of steps of a plain backtracking matcher, which tries every way. Stops at a million. */
function visits(pattern: string, text: string): number {
  let steps = 0;
  const isAnchored = pattern.startsWith('^');
  const node = parse(isAnchored ? pattern.slice(1) : pattern);
  for (let start = 0; start <= (isAnchored ? 0 : text.length) && steps < 1e6; start++) {
    // Every way is tried: the last step always fails.
    walk(node, start, () => false);
  }
  return steps;

  function walk(part: Part, at: number, next: (at: number) => boolean): boolean {
    if (++steps > 1e6) return true;
    switch (part.kind) {
      case 'set':
        return at < text.length && part.test.test(text[at] ?? '') && next(at + 1);
      case 'end':
        return at === text.length && next(at);
      case 'all':
        return part.of.reduceRight((after, each) => (from: number) => walk(each, from, after), next)(at);
      case 'any':
        return part.of.some((each) => walk(each, at, next));
      case 'repeat': {
        const again = (from: number, count: number): boolean =>
          (count < part.most && walk(part.of, from, (to) => to > from && again(to, count + 1))) ||
          (count >= part.least && next(from));
        return again(at, 0);
      }
    }
  }
}

type Part =
  | { readonly kind: 'set'; readonly test: RegExp }
  | { readonly kind: 'end' }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Part[] }
  | { readonly kind: 'repeat'; readonly of: Part; readonly least: number; readonly most: number };

/** Parses what {@link expression} writes. */
function parse(pattern: string): Part {
  let at = 0;
  const alternatives = (): Part => {
    const of = [sequence()];
    while (pattern[at] === '|') {
      at++;
      of.push(sequence());
    }
    return { kind: 'any', of };
  };
  const sequence = (): Part => {
    const of: Part[] = [];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') of.push(repeated());
    return { kind: 'all', of };
  };
  const repeated = (): Part => {
    const of = atom();
    const [text = ''] = /^(?:[*+?]|\{2\}|\{0,2\})/.exec(pattern.slice(at)) ?? [];
    at += text.length;
    if (text === '') return of;
    const least = text === '+' ? 1 : text === '{2}' ? 2 : 0;
    const most = text === '?' ? 1 : text.startsWith('{') ? 2 : Infinity;
    return { kind: 'repeat', of, least, most };
  };
  const atom = (): Part => {
    if (pattern[at] === '$') {
      at++;
      return { kind: 'end' };
    }
    if (pattern.startsWith('(?:', at)) {
      at += 3;
      const inner = alternatives();
      at++;
      return inner;
    }
    const [text = ''] = /^(?:\[[^\]]*\]|.)/.exec(pattern.slice(at)) ?? [];
    at += text.length;
    return { kind: 'set', test: new RegExp(`^${text}$`, 'u') };
  };
  return alternatives();
}
