/** The Chinese pages follow the English ones: the same headings, code, lists and tables, and no paragraph that has changed since. */

import { describe, expect, test } from 'vitest';
import { remedyOf } from '../support/golden.js';
import { readProjectFile } from '../support/schemas.js';

// @ts-expect-error a script without types
const { TRANSLATIONS, differences } = (await import('../../scripts/translations.mjs')) as {
  readonly TRANSLATIONS: readonly { readonly source: string; readonly page: string }[];
  readonly differences: (
    source: string,
    page: string,
    texts: { sourceText: string; pageText: string },
  ) => readonly string[];
};

const REMEDY = 'node scripts/translations.mjs --stamp, after the translation follows';

test.each(TRANSLATIONS)('$page is up to date', ({ source, page }) => {
  const texts = { sourceText: readProjectFile(source), pageText: readProjectFile(page) };
  expect(differences(source, page, texts), remedyOf(page, REMEDY)).toEqual([]);
});

describe('a translation is out of date', () => {
  const source = 'docs/tutorial.md';
  const page = 'docs/zh/tutorial.md';
  const sourceText = readProjectFile(source);
  const pageText = readProjectFile(page);

  test.each([
    {
      what: 'a paragraph changed',
      change: ['A tool is a function', 'A tool is any function'],
      says: 'has changed since it was translated',
    },
    { what: 'a heading changed', change: ['## A prompt', '## Prompts'], says: 'has changed since it was translated' },
    {
      what: 'a heading became deeper',
      change: ['## A prompt', '### A prompt'],
      says: 'is heading 2, in docs/tutorial.md heading 3',
    },
    { what: 'code changed', change: ["'Buy two bottles'", "'Buy three bottles'"], says: 'code differs' },
    {
      what: 'an item was added',
      change: ['- [Servers]', '- New.\n- [Servers]'],
      says: '13 rows or items, in docs/tutorial.md 14',
    },
    {
      what: 'a paragraph was added',
      change: ['## A prompt', 'More.\n\n## A prompt'],
      says: 'in docs/tutorial.md paragraph: "More."',
    },
  ])('if $what', ({ change: [from = '', to = ''], says }) => {
    expect(sourceText).toContain(from);
    const found = differences(source, page, { sourceText: sourceText.replace(from, to), pageText });
    expect(found).not.toEqual([]);
    expect(found.join('\n')).toContain(says);
  });

  test('if figures of a table that a script writes changed', () => {
    const readme = readProjectFile('README.md');
    const texts = {
      sourceText: readme.replace(/\| 30 \/ 30 /, '| 31 / 31 '),
      pageText: readProjectFile('docs/zh/README.md'),
    };
    expect(texts.sourceText).not.toBe(readme);
    expect(differences('README.md', 'docs/zh/README.md', texts).join('\n')).toContain('figures differ');
  });

  test('but not if lines are broken elsewhere', () => {
    const rewrapped = sourceText.replace('A tool is a function that', 'A tool is a\nfunction that');
    expect(rewrapped).not.toBe(sourceText);
    expect(differences(source, page, { sourceText: rewrapped, pageText })).toEqual([]);
  });
});
