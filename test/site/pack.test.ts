/** A message is shared inside of a link: what was packed is what is unpacked, within bounds. */

import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../site/explorer/examples.js';
import { pack, unpack } from '../../site/explorer/pack.js';

test('every message comes back, from characters that no link escapes', async () => {
  const texts = [...EXAMPLES.map(({ message }) => JSON.stringify(message, undefined, 2)), '', 'ÄÖ 🌍 中文', '{"a":\n'];
  for (const text of texts) {
    const packed = await pack(text);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(await unpack(packed, 10_000)).toBe(text);
  }
});

test('a long message becomes short', async () => {
  const text = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })));
  expect((await pack(text)).length).toBeLessThan(text.length / 4);
});

test('what is longer than it may be, or was not packed, is refused', async () => {
  const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString('base64url');
  const cause = { cause: expect.objectContaining({ message: 'More than 200000 bytes' }) };
  await expect(unpack(bomb, 200_000)).rejects.toMatchObject(cause);
  for (const packed of ['AAAA', '***', Buffer.from('text').toString('base64url')])
    await expect(unpack(packed, 200_000)).rejects.toThrow('The link has no message that can be read');
});
