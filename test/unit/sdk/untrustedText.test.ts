/** Text of the other side as a type: a string that cannot be printed or forwarded by mistake. */

import { plainLine, plainText, type UntrustedText, type StderrEvent } from '@mcp-gen/sdk/host';
import { expect, expectTypeOf, test } from 'vitest';
import type { PeerSession } from '../../../sdk/src/client/peerSession.js';
import { untrustedText, reveal, revealText, sanitizeText } from '../../../sdk/src/guard/index.js';

const text = untrustedText('one\u001b[2J\ntwo\u200b');

test('is a string at run time, and none for the compiler', () => {
  expect(text).toBe('one\u001b[2J\ntwo\u200b');
  // @ts-expect-error -- it cannot be passed on as a string
  const forwarded: string = text;
  // @ts-expect-error -- nor written
  const write = (): boolean => process.stdout.write(text);
  // @ts-expect-error -- and no string is one by mistake
  const other: UntrustedText = 'text';
  expect([forwarded, write, other]).toHaveLength(3);
});

test('becomes a string by functions that clean it', () => {
  expect(plainText(text)).toBe('one\ntwo');
  expect(plainLine(text)).toBe('one two');
  expect(sanitizeText(text)).toBe('one\ntwo');
  expect(revealText(text)).toBe('one\\u{1b}[2J\ntwo\\u{200b}');
  expect(reveal(text)).toBe(revealText(text));
  // What comes of a server unchanged has this type.
  expectTypeOf<StderrEvent['text']>().toEqualTypeOf<UntrustedText>();
  expectTypeOf<PeerSession['instructions']>().toEqualTypeOf<UntrustedText | undefined>();
  expectTypeOf<PeerSession['peer']['name']>().toEqualTypeOf<UntrustedText>();
});
