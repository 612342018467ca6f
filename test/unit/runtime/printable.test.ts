/** Text of the other side, as people can be shown it. */

import { expect, test } from 'vitest';
import { printable, printableLine, PrintableStream } from '../../../runtime/src/printable.js';

const TEXTS: readonly (readonly [name: string, text: string, shown: string])[] = [
  ['plain text', 'a\tb\nc é 漢字 😀', 'a\tb\nc é 漢字 😀'],
  ['colors', '\u001b[31mred\u001b[0m \u001b[38;5;1mx\u009b0m', 'red x'],
  ['the cursor', 'a\u001b[2J\u001b[1;1H\u001b[?25lb\u001b7c', 'abc'],
  ['a title', '\u001b]0;title\u0007a\u001b]2;title\u001b\\b\u009d0;title\u009cc', 'abc'],
  ['the clipboard', 'a\u001b]52;c;c2VjcmV0\u0007b', 'ab'],
  ['a device control string', 'a\u001bP1$r\u001b\\b', 'ab'],
  ['a string without end', 'a\u001b]52;c;c2VjcmV0', 'a52;c;c2VjcmV0'],
  ['control characters', 'a\b\u0007\u0000\u0085\u009fb', 'ab'],
  ['carriage returns', 'a\r\nb\rc', 'a\nb\nc'],
  ['directions', 'a\u202eb\u2066c\u200fd', 'abcd'],
  ['invisible characters', 'a\u200bb\u{e0041}c\ufe0fd\u3164e\u2028f\u00adg', 'abcdefg'],
];

test.each(TEXTS)('%s', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each(TEXTS)('however a text is cut into pieces, the same is shown: %s', (_, text, shown) => {
  for (let size = 1; size <= text.length; size++) {
    const stream = new PrintableStream();
    let all = '';
    for (let at = 0; at < text.length; at += size) all += stream.push(text.slice(at, at + size));
    expect(all + stream.end()).toBe(shown);
  }
});

test('a sequence that does not end keeps nothing back for long, and nothing of it is interpreted', () => {
  const stream = new PrintableStream();
  const all = `${stream.push(`a\u001b]0;${'x'.repeat(300)}`)}${stream.push('b\n')}`;
  expect(all).toBe(`a0;${'x'.repeat(300)}b\n`);
});

test('the time is linear in the length', () => {
  for (const unit of ['\u009d', '\u001b]', '\u001b[', '\u001b[0', '\u001b ', '\u001b]a', '\u0090']) {
    expect(printable(unit.repeat(500_000)).length).toBeLessThanOrEqual(500_000);
  }
});

test('a line is cut, and says how much is missing', () => {
  expect(printableLine('a\n  b', 10)).toBe('a b');
  expect(printableLine('x'.repeat(15), 10)).toBe(`${'x'.repeat(10)}… (5 more characters)`);
  expect(printableLine('x'.repeat(1_000), 10)).toBe(`${'x'.repeat(10)}… (990 more characters)`);
});
