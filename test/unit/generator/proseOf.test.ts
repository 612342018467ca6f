/** Docs as text of Markdown. */

import { expect, test } from 'vitest';
import { proseOf } from '../../../generator/analyze/proseOf.js';

test.each([
  ['A {@link Tool}.', 'A `Tool`.'],
  ['A {@link Tool | tool of a server}.', 'A tool of a server.'],
  ['See {@link https://example.com/a the page}.', 'See [the page](https://example.com/a).'],
  ['See {@link https://example.com/a}.', 'See <https://example.com/a>.'],
  ['Before.\n\n  {@includeCode ./examples/a.json}\n\nAfter.', 'Before.\n\n\nAfter.'],
  ['', ''],
])('%j', (text, prose) => {
  expect(proseOf({ text, tags: [] })).toBe(prose);
});

test('a deprecation is a paragraph of its own', () => {
  const deprecated = { name: 'deprecated', text: 'Use {@link New}.' };
  expect(proseOf({ text: 'Old.', tags: [deprecated] })).toBe('Old.\n\nDeprecated. Use `New`.');
  expect(proseOf({ text: '', tags: [{ name: 'deprecated', text: '' }] })).toBe('Deprecated.');
});
