/** The folders and files that a client tells servers of. */

import { chmod, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RootsOptions } from '@mcp-gen/sdk/client';
import type { HandlerContext } from '@mcp-gen/runtime';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Roots } from '../../../sdk/src/client/roots.js';
import { Server } from '@mcp-gen/sdk';
import { Mailbox } from '../../support/mailbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { runWithoutPrivileges } from '../../support/withoutPrivileges.js';
import { converse } from './clientSupport.js';
import { covers } from '../../support/covers.js';
import { testClientUntilEnd } from '../../support/untilEnd.js';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await temporaryFolder());
  await mkdir(join(folder, 'project'));
});

const uri = (...path: readonly string[]): string => pathToFileURL(join(folder, ...path)).href;

/** Longer than it takes until a change is noticed. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

/** Prints the names of the roots that clients offer before the last one is locked, and afterwards. */
const LISTING = `
  import { chmod } from 'node:fs/promises';
  import { Server } from '@mcp-gen/sdk';
  import { testClient } from '@mcp-gen/sdk/testing';

  const roots = process.argv.slice(1);
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.tool('roots', {}, async (_, context) => {
    const offered = await context.roots.list();
    return JSON.stringify(offered.map(({ name }) => name));
  });
  const offered = async () => {
    const client = await testClient(server, { roots });
    const { text } = await client.callTool('roots');
    await client.close();
    return JSON.parse(text);
  };

  const before = await offered();
  await chmod(roots.at(-1), 0);
  giveUpPrivileges();
  console.log(JSON.stringify([before, await offered()]));
`;

/** A server that asks for the roots, and hears when they change. */
async function open(roots: RootsOptions | RootsOptions['list']) {
  const changes = new Mailbox<object>();
  const connected = await converse(
    {
      callTool: async (_: unknown, context: HandlerContext) => {
        const answer = await context.ask('r', { method: 'roots/list', params: undefined });
        return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
      },
      rootsListChanged: () => changes.put({}),
    },
    { roots },
  );
  const list = async (): Promise<unknown> => {
    const { text } = await connected.client.callTool('ask');
    return (JSON.parse(text) as { readonly roots: unknown }).roots;
  };
  return { ...connected, changes, list };
}

describe('roots', () => {
  test('are given as paths and as URLs, with names or without', async () => {
    covers('roots-file', 'roots-traversal');
    const project = join(folder, 'project');
    await writeFile(join(folder, 'a b.txt'), '');
    const { list } = await open([
      project,
      relative(process.cwd(), project),
      new URL(uri('a b.txt')),
      { path: `${uri('project')}/../project/`, name: 'My project' },
    ]);
    expect(await list()).toEqual([
      { uri: uri('project'), name: 'project' },
      { uri: uri('project'), name: 'project' },
      { uri: uri('a b.txt'), name: 'a b.txt' },
      { uri: uri('project'), name: 'My project' },
    ]);
  });

  test.each(['https://example.org/', 'git+ssh://host/x', 'file:///a%2Fb', 'data:text/plain,x'])(
    'are not other URLs: %s',
    async (root) => {
      covers('roots-file', 'roots-traversal');
      await expect(open([root])).rejects.toThrow(TypeError);
    },
  );

  test('are offered while they exist and can be read', async () => {
    covers('roots-reachable');
    const { list } = await open([join(folder, 'project'), join(folder, 'gone')]);
    expect(await list()).toMatchObject([{ uri: uri('project') }]);
    await rm(join(folder, 'project'), { recursive: true });
    expect(await list()).toEqual([]);
  });

  test('are not offered where they must not be read', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no modes of files');
    covers('roots-permissions', 'roots-reachable');
    await mkdir(join(folder, 'locked'));
    onTestFinished(() => chmod(join(folder, 'locked'), 0o755));
    await chmod(folder, 0o755);
    const names = await runWithoutPrivileges(LISTING, join(folder, 'project'), join(folder, 'locked'));
    expect(names).toEqual([['project', 'locked'], ['project']]);
  });

  test('are offered with the consent of the user, who is asked once for each', async () => {
    covers('roots-consent', 'roots-permissions', 'roots-access');
    await mkdir(join(folder, 'private'));
    const asked: unknown[] = [];
    const { list } = await open({
      list: [join(folder, 'project'), join(folder, 'private')],
      consent: async ({ name }, { server }) => {
        asked.push([name, server.name]);
        return Promise.resolve(name !== 'private');
      },
    });
    expect(await list()).toMatchObject([{ name: 'project' }]);
    expect(await list()).toMatchObject([{ name: 'project' }]);
    expect(asked).toEqual([
      ['project', 'weather'],
      ['private', 'weather'],
    ]);
  });

  test('are asked for again where the question could not be answered', async () => {
    covers('roots-internal-error');
    let broken = true;
    const { list, errors } = await open({
      list: [join(folder, 'project')],
      consent: () => {
        if (!broken) return true;
        broken = false;
        return Promise.reject(new Error('No window'));
      },
    });
    await expect(list()).rejects.toMatchObject({ code: -32603 });
    expect(errors.empty()).toMatchObject([{ message: 'No window' }]);
    expect(await list()).toHaveLength(1);
  });

  test('that come and go are told of, once the server has asked', async () => {
    covers('roots-list-changed', 'roots-monitored', 'roots-watched');
    const nested = join(folder, 'deep', 'er', 'root');
    const { list, changes } = await open([join(folder, 'project'), nested]);
    await mkdir(join(folder, 'deep'));
    await list();
    await mkdir(nested, { recursive: true });
    await changes.take();
    expect(await list()).toMatchObject([{ uri: uri('project') }, { uri: uri('deep', 'er', 'root') }]);
    await rename(join(folder, 'deep'), join(folder, 'away'));
    await changes.take();
    expect(await list()).toMatchObject([{ uri: uri('project') }]);
    await rename(join(folder, 'away'), join(folder, 'deep'));
    await changes.take();
    expect(await list()).toHaveLength(2);
    await rm(join(folder, 'deep'), { recursive: true });
    await changes.take();
    await mkdir(join(folder, 'deep'));
    await settled();
    await mkdir(nested, { recursive: true });
    await changes.take();
  });

  test('are not told of for what happens inside and beside them, nor where they are not watched', async () => {
    const watched = await open([join(folder, 'project')]);
    const unwatched = await open({ list: [join(folder, 'project')], watch: false });
    await watched.list();
    await unwatched.list();
    await writeFile(join(folder, 'project', 'new.txt'), '');
    await mkdir(join(folder, 'other'));
    await chmod(join(folder, 'project'), 0o700);
    await settled();
    expect(watched.changes.empty()).toEqual([]);
    await rm(join(folder, 'project'), { recursive: true });
    await watched.changes.take();
    expect(unwatched.changes.empty()).toEqual([]);
  });

  test('can be replaced, and the server is told', async () => {
    covers('roots-list-changed');
    await mkdir(join(folder, 'second'));
    const { client, list, changes } = await open([join(folder, 'project')]);
    client.setRoots([]);
    await client.ping();
    expect(changes.empty()).toEqual([{}]);
    expect(await list()).toEqual([]);
    client.setRoots([join(folder, 'second')]);
    await changes.take();
    expect(await list()).toMatchObject([{ name: 'second' }]);
    await rename(join(folder, 'second'), join(folder, 'third'));
    await changes.take();
    expect(() => client.setRoots(['https://example.org/'])).toThrow('is not a file of this machine');
  });

  test('cannot be replaced where there were none to be asked for', async () => {
    const { client } = await converse({});
    expect(() => client.setRoots([folder])).toThrow('set the option roots of connect');
  });

  test('are no longer watched after closing', async () => {
    let changes = 0;
    const roots = new Roots({ list: [join(folder, 'project')] }, () => (changes += 1));
    const context = {
      server: { name: 's', version: '1', capabilities: {} },
      revision: '',
      signal: new AbortController().signal,
    };
    expect(await roots.answer(undefined, context)).toMatchObject({ roots: [{ name: 'project' }] });
    roots.close();
    await rm(join(folder, 'project'), { recursive: true });
    await settled();
    expect(changes).toBe(0);
  });
});

test('a call right after the roots were replaced finds the new ones', async () => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.tool('roots', {}, async (_, { roots }) => (await roots.list()).map(({ name }) => name).join());
  const client = await testClientUntilEnd(server, { roots: [folder] });
  await client.callTool('roots');
  client.setRoots([join(folder, 'project')]);
  expect((await client.callTool('roots')).text).toBe('project');
});
