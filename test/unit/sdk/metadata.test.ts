/** What a server offers has metadata whose keys can be sent, or is not registered. */

import { Server } from '@mcp-gen/sdk';
import { expect, test } from 'vitest';

const meta = { 'my key': 1 };

test.each<[owner: string, register: (server: Server) => unknown]>([
  ['tool a', (server) => server.tool('a', { meta }, () => '')],
  ['prompt a', (server) => server.prompt('a', { meta }, () => '')],
  ['resource a:b', (server) => server.resource('a:b', { meta }, '')],
  ['template a:{b}', (server) => server.resourceTemplate('a:{b}', { meta }, () => '')],
])('%s is refused with a key that must not be sent', (owner, register) => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  const message = `Invalid key "my key" in the meta of the ${owner}: expected keys such as name or example.com/name`;
  expect(() => register(server)).toThrow(new TypeError(message));
});
