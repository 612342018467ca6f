/** Bindings and stores in Redis. */

import { join } from 'node:path';
import { runBind } from '@mcp-gen/bind';
import { createRedisStores } from '@mcp-gen/redis';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporaryFolder.js';
import { type Cases } from './cases.js';

const terminal = { print: () => undefined, note: () => undefined };
const bind = (...args: readonly string[]): Promise<unknown> => runBind(args, terminal);
const program = (code: string): readonly string[] => ['--', process.execPath, '-e', code];

export const BIND: Cases = {
  'no server': () => bind(),
  'an unknown option': () => bind('--chek', 'npx -y server'),
  'an option of the server command': () => bind('npx', '-y', 'server'),
  'a file that does not exist': () => bind('none.json'),
  'a header for a command': () => bind('--header', 'authorization: a', 'npx server'),
  'a header without a value': () => bind('--header', 'authorization', 'https://mcp.example.com/mcp'),
  'an invalid timeout': () => bind('--timeout', 'soon', 'npx server'),
  'a configuration that needs consent': async () => {
    const path = join(
      await temporaryFolder({ 'mcp.json': '{ "mcpServers": { "a": { "command": "npx" } } }' }),
      'mcp.json',
    );
    return bind(path);
  },
  'an unknown server of a configuration': async () => {
    const path = join(
      await temporaryFolder({ 'mcp.json': '{ "mcpServers": { "a": { "command": "npx" } } }' }),
      'mcp.json',
    );
    return bind('--server', 'b', path);
  },
  'a configuration without servers': async () =>
    bind(join(await temporaryFolder({ 'mcp.json': '{ "mcpServers": {} }' }), 'mcp.json')),
  'a server that exits': async () =>
    bind(
      '--lock',
      join(await temporaryFolder(), 'mcp.lock.json'),
      ...program('console.error("No key"); process.exit(3)'),
    ),
  'a lock file that is damaged': async () =>
    bind('--lock', join(await temporaryFolder({ 'mcp.lock.json': '{' }), 'mcp.lock.json'), ...program('')),
};

const stores = (options: object): Promise<unknown> => createRedisStores(options);

export const REDIS: Cases = {
  'neither a URL nor a client': () => stores({}),
  'an unknown option': () => stores({ url: 'redis://127.0.0.1:6379', namespace: 'a' }),
  'an invalid prefix': () => stores({ url: 'redis://127.0.0.1:6379', prefix: 'a{b}' }),
  'an invalid lease': () => stores({ url: 'redis://127.0.0.1:6379', lease: 0 }),
  'a client with a key prefix': () => {
    const client = new Redis({ lazyConnect: true, keyPrefix: 'a:' });
    onTestFinished(() => client.disconnect());
    return stores({ client });
  },
  'a server that does not respond': () => stores({ url: 'redis://127.0.0.1:1', onError: () => undefined }),
};
