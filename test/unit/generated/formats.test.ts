/** The formats that senders check, beside those of the released revisions. */

import { checkFormat, type Format } from '@mcp-gen/runtime/codegen/v1';
import { expect, test } from 'vitest';
import { FORMATS } from '../../../generator/model/formats.js';

const TEXTS: { readonly [format in 'uuid' | 'email' | 'date']: { readonly good: string[]; readonly bad: string[] } } = {
  uuid: {
    good: ['00000000-0000-0000-0000-000000000000', 'F81D4FAE-7dec-11d0-a765-00a0c91e6bf6'],
    bad: [
      '',
      'f81d4fae7dec11d0a76500a0c91e6bf6',
      'f81d4fae-7dec-11d0-a765-00a0c91e6bfg',
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n',
    ],
  },
  email: {
    good: ['a@b', 'first.last+tag@mail.example.com', "o'neil@example.com"],
    bad: ['', '@b', 'a@', 'a b@c', 'a@b..c', 'a@-b', 'a@b@c', 'a@b\n', `${'a'.repeat(1e5)}!`],
  },
  date: {
    good: ['2026-11-26'],
    bad: ['', '2026-13-01', '2026-1-1', '2026-11-26T00:00:00Z', '2026-11-26\n', '+002026-11-26'],
  },
};

test.each(Object.entries(TEXTS))('%s', (format, { good, bad }) => {
  for (const text of good) expect(checkFormat(format as Format, text, '/a'), text).toBeUndefined();
  for (const text of bad) expect(checkFormat(format as Format, text, '/a')?.pointer, text).toBe('/a');
  expect(checkFormat(format as Format, 1, '/a')).toBeUndefined();
});

test('the runtime knows every format of the generator', () => {
  for (const format of FORMATS) expect(() => checkFormat(format, 'a', '')).not.toThrow();
});
