import { expect, test } from 'vitest';
import { ByteGatherer } from '../../../runtime/src/codec/bytes.js';

const gathered = (...pieces: readonly string[]): string => {
  const bytes = new ByteGatherer();
  for (const piece of pieces) bytes.push(Buffer.from(piece));
  return Buffer.from(bytes.take()).toString();
};

test.each([[[]], [['']], [['abc']], [['a', '', 'bc']], [['', 'a', 'b', 'c'.repeat(1_000), 'd', '']]])(
  'what is taken is what was pushed: %j',
  (pieces) => {
    expect(gathered(...pieces)).toBe(pieces.join(''));
  },
);

test('pushed bytes are not changed, and taken bytes are no longer held', () => {
  const bytes = new ByteGatherer();
  const piece = Buffer.from('abcdef');
  bytes.push(piece.subarray(0, 1));
  bytes.push(Buffer.from('xyz'));
  expect(bytes.length).toBe(4);
  const taken = bytes.take();
  expect(bytes.length).toBe(0);
  bytes.push(Buffer.from('1'));
  bytes.push(Buffer.from('2'));
  expect([piece, taken].map(String)).toEqual(['abcdef', String(new Uint8Array(Buffer.from('axyz')))]);
});
