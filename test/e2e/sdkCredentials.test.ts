/** Over stdio a server has the credentials that its environment gives it, and no message carries any. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import { connect } from '@mcp-gen/sdk/client';
import { Host, offeredName } from '@mcp-gen/sdk/host';
import { record } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';
import { covers } from '../support/covers.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** A server that knows its user by a key. */
const SERVER = `
  import { Server } from '@mcp-gen/sdk';

  const users = { 'key-1234': 'Ada', 'key-5678': 'Bob' };
  const server = new Server({ name: 'accounts', version: '1.0.0' });
  server.tool('user', {}, (_, { auth }) => (auth === undefined ? users[process.env.API_KEY] ?? 'nobody' : 'a caller'));
  server.serve();
`;

test.each([
  [{ API_KEY: 'key-1234' }, 'Ada'],
  [{ API_KEY: 'key-5678' }, 'Bob'],
  [{}, 'nobody'],
])('with %j in its environment a server serves %s', async (env, user) => {
  covers('base-credentials-over-stdio');
  const file = join(await temporaryFolder(), 'session.jsonl');
  const args = ['--input-type=module', '--eval', SERVER];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: ROOT, env });
  const client = await connect(record(transport, file));
  expect((await client.callTool('user')).text).toBe(user);
  await client.close();
  const messages = await readFile(file, 'utf8');
  expect(messages).toContain('"method":"tools/call"');
  expect(messages).not.toContain('key-');
});

test('a host gives each server the environment of its own configuration', async () => {
  covers('base-credentials-over-stdio');
  const server = { command: process.execPath, args: ['--input-type=module', '--eval', SERVER], cwd: ROOT };
  const servers = {
    ada: { ...server, env: { API_KEY: 'key-1234' } },
    bob: { ...server, env: { API_KEY: 'key-5678' } },
    other: server,
  };
  const host = new Host({ servers, consent: () => 'allow' });
  onTestFinished(() => host.close());
  await host.start();
  const users = Object.keys(servers).map(async (name) => (await host.callTool(offeredName(name, 'user'))).text);
  expect(await Promise.all(users)).toEqual(['Ada', 'Bob', 'nobody']);
});
