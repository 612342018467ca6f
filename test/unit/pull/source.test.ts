/** Where official files may come from. */

import { expect, test } from 'vitest';
import { openSource } from '../../../generator/pull/source.js';
import { serveFiles } from '../../support/httpServer.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const FILE = { path: 'schema/r/schema.ts', sha256: '' };

test.each([
  ['http://example.com/', 'https'],
  ['http://127.0.0.1.example.com/', 'https'],
  ['http://[::2]/', 'https'],
  ['ftp://127.0.0.1/', 'https'],
  ['file:///etc', 'https'],
  ['https://', 'is not a URL'],
  ['https://user:secret@example.com/', 'must not have a user, a query, or a fragment'],
  ['https://example.com/?token=secret', 'must not have a user, a query, or a fragment'],
  ['https://example.com/#part', 'must not have a user, a query, or a fragment'],
])('%s is refused', (from, message) => {
  expect(() => openSource(from)).toThrow(message);
});

test('what a refusal says keeps the secret', () => {
  expect(() => openSource('https://user:secret@example.com/')).toThrow(/^(?!.*secret)/);
});

test.each(['https://example.com/', 'http://localhost:1/', 'http://127.1.2.3/', 'http://[::1]:80/base', 'folder'])(
  '%s is a source',
  (from) => {
    expect(openSource(from)).toBeTypeOf('function');
  },
);

test.each(['base', 'base/'])('files have their path in the repository under the URL %s', async (base) => {
  const url = await serveFiles({ 'base/schema/r/schema.ts': 'text' });
  const source = openSource(new URL(base, url).href);
  expect(Buffer.from(await source('r', 'schema.ts', FILE)).toString()).toBe('text');
});

test.each(['git+https://example.com/', 'x-1.b://example.com/'])('%s is a URL, and not a folder', (from) => {
  expect(() => openSource(from)).toThrow(`Unsupported URL ${from}.`);
});

test('a folder holds a folder a revision', async () => {
  const folder = await temporaryFolder({ 'r/schema.ts': 'text' });
  const source = openSource(folder);
  expect(Buffer.from(await source('r', 'schema.ts', FILE)).toString()).toBe('text');
  await expect(source('r', 'schema.json', FILE)).rejects.toThrow('Cannot read');
});
