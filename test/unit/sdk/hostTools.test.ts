/** Which tools of its servers a host offers: by its options, and by configuration files of this and other hosts. */

import { Server } from '@mcp-gen/sdk';
import { Host, type ServerConfigs, type ToolFilterOptions } from '@mcp-gen/sdk/host';
import { describe, expect, test } from 'vitest';
import { readServers } from '../../../sdk/src/host/config.js';
import { ToolFilter } from '../../../sdk/src/host/toolFilter.js';
import { openHost, stoppable } from './hostSupport.js';

function files(): Server {
  const server = new Server({ name: 'files', version: '1.0.0' }, { onError: () => {} });
  for (const name of ['read_file', 'read_folder', 'write_file', 'delete_file']) server.tool(name, {}, () => name);
  return server;
}

async function offered(filter: readonly string[] | ToolFilterOptions): Promise<string[]> {
  const { host } = await openHost({ servers: { files: stoppable(files()).connect }, tools: { files: filter } });
  return (await host.tools()).map(({ original }) => original);
}

test('what is included is offered, without what is excluded', async () => {
  expect(await offered({ include: ['read_*', 'write_file'] })).toEqual(['read_file', 'read_folder', 'write_file']);
  expect(await offered({ exclude: ['delete_*', 'write_file'] })).toEqual(['read_file', 'read_folder']);
  expect(await offered({ include: ['*_file'], exclude: ['delete_file'] })).toEqual(['read_file', 'write_file']);
  expect(await offered({ include: [] })).toEqual([]);
  expect(await offered(['read_*'])).toEqual(['read_file', 'read_folder']);
});

test('what is not offered cannot be called', async () => {
  const { host, events } = await openHost({
    servers: { files: stoppable(files()).connect },
    tools: { files: { exclude: ['delete_file'] } },
  });
  expect((await host.callTool('files__read_file')).text).toBe('read_file');
  await expect(host.callTool('files__delete_file')).rejects.toMatchObject({ name: 'NotOfferedError' });
  const event = await events.take(({ type }) => type === 'tools');
  expect(JSON.stringify(event)).not.toContain('delete_file');
});

test('a name that no tool has is reported once, with the one that was probably meant', async () => {
  const server = files();
  const { host, errors } = await openHost({
    servers: { files: stoppable(server).connect },
    tools: { files: { include: ['read_fiel', 'read_*'], exclude: ['drop', 'drop_*'] } },
  });
  await host.tools();
  server.tool('read_all', {}, () => 'all');
  await expect.poll(() => host.tools()).toHaveLength(3);
  expect(errors.empty()).toMatchObject([
    {
      server: 'files',
      error: {
        message:
          'The tool filter names "read_fiel", but the server "files" does not have this tool. Did you mean "read_file"?',
      },
    },
    {
      server: 'files',
      error: { message: 'The tool filter names "drop", but the server "files" does not have this tool' },
    },
  ]);
});

test('a very long name of a server is not suggested', () => {
  const errors: unknown[] = [];
  const filter = new ToolFilter('files', [{ include: ['read_fiel'] }], (error) => errors.push(error));
  filter.apply([{ original: `read_fiel${'x'.repeat(100_000)}` }]);
  expect(errors.map(String)).toEqual([
    'Error: The tool filter names "read_fiel", but the server "files" does not have this tool',
  ]);
});

describe('a name matches', () => {
  test.each([
    ['read_file', 'read_file', true],
    ['read_file', 'read_files', false],
    ['read.file', 'read_file', false],
    ['*', 'anything', true],
    ['read_*', 'read_', true],
    ['read_*', 'aread_', false],
    ['*_file', 'read_file', true],
    ['*_file', 'read_files', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'aba', false],
    ['ab*ba', 'abba', true],
  ])('%s: %s is %s', (pattern, original, isMatch) => {
    const filter = new ToolFilter('files', [{ include: [pattern] }], () => {});
    expect(filter.apply([{ original }])).toHaveLength(isMatch ? 1 : 0);
  });

  test('in linear time', () => {
    const filter = new ToolFilter('files', [{ include: ['*a'.repeat(1_000) + '*b'] }], () => {});
    expect(filter.apply([{ original: 'a'.repeat(100_000) }])).toEqual([]);
  });
});

describe('a configuration', () => {
  const filters = (server: object) =>
    readServers({ files: { command: 'files', ...server } }, 'servers').get('files')?.filters;

  test('says it as an array, as an object, or as other hosts do', () => {
    expect(filters({})).toBeUndefined();
    expect(filters({ type: 'local', tools: ['*'] })).toEqual([{ include: ['*'] }]);
    expect(filters({ tools: { include: ['a'], exclude: ['b'] } })).toEqual([{ include: ['a'], exclude: ['b'] }]);
    expect(filters({ includeTools: ['a'], excludeTools: ['b'], disabledTools: ['c'] })).toEqual([
      { include: ['a'] },
      { exclude: ['b'] },
      { exclude: ['c'] },
    ]);
  });

  test.each([
    [{ tools: 'read' }, 'servers.files.tools: expected an array of names, or an object'],
    [{ tools: { includes: [] } }, 'servers.files.tools: expected an array of names, or an object'],
    [{ tools: [1] }, 'servers.files.tools: expected an array of tool names'],
    [{ disabledTools: 'read' }, 'servers.files.disabledTools: expected an array of tool names'],
  ])('%j is refused', (server, message) => {
    expect(() => filters(server)).toThrow(message);
  });
});

test.each([
  [{ fils: {} }, 'Unknown server "fils" in the option "tools" for the host. Configured servers: files'],
  [{ files: { only: [] } }, 'Invalid option "tools" for the host: expected an array of names, or an object'],
  [{ files: { include: 'read' } }, 'Invalid option "tools" for the host: expected an array of names, or an object'],
])('the option %j is refused', (tools, message) => {
  const servers: ServerConfigs = { files: { command: 'files' } };
  expect(() => new Host({ servers, tools: tools as never })).toThrow(message);
});
