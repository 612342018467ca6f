/** What a revision deprecates is marked in the interfaces of this package, listed in the docs, and noted at run time. */

import { Host } from '@mcp-gen/sdk/host';
import { Server } from '@mcp-gen/sdk';
import { inProcess } from '@mcp-gen/sdk/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { notifications, requests } from '../../../generated/registry/messages.js';
import type { Deprecation } from '../../../sdk/src/deprecation.js';
import { publicMembers, type PublicMember } from '../../support/publicInterfaces.js';
import { readProjectFile } from '../../support/schemas.js';
import { testClientUntilEnd } from '../../support/untilEnd.js';

const SINCE = '2026-07-28';

/** Returns a server whose tool uses every deprecated message, twice. */
function usesAll(onDeprecated: (deprecation: Deprecation) => void): Server {
  const server = new Server({ name: 'old', version: '1.0.0' }, { onDeprecated });
  server.tool('use', {}, async (_, { ask, log, roots, sample }) => {
    for (const each of ['one', 'two']) {
      log.info(each);
      await sample(each, 'Hello');
      await roots.list();
    }
    await ask({});
    return 'done';
  });
  return server;
}

const options = {
  sampling: {
    model: () => ({ role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text: 'Hi' } }),
    review: { before: <Request>(request: Request) => request },
  },
  roots: [],
  onLog: () => undefined,
};

test('each deprecated message is noted once, by the server and by the client', async () => {
  const own: Deprecation[] = [];
  const theirs: Deprecation[] = [];
  const server = usesAll((deprecation) => own.push(deprecation));
  const client = await testClientUntilEnd(server, {
    ...options,
    onDeprecated: (deprecation) => theirs.push(deprecation),
  });
  await client.callTool('use');
  await client.callTool('use');
  const messages = ['notifications/message', 'roots/list', 'sampling/createMessage'];
  const expected = messages.map((method) => ({ method, since: SINCE, revision: SINCE }));
  expect(own.toSorted(byMethod)).toEqual(expected);
  expect(theirs.toSorted(byMethod)).toEqual(expected);
});

test('one that nobody reads is noted, too', async () => {
  const noted: string[] = [];
  const server = new Server({ name: 'old', version: '1.0.0' });
  server.tool('log', {}, (_, { log }) => {
    for (const each of ['one', 'two']) log.info(each);
    return 'done';
  });
  const client = await testClientUntilEnd(server, {
    logLevel: 'info',
    onDeprecated: ({ method }) => noted.push(method),
  });
  await client.callTool('log');
  await client.ping();
  expect(noted).toEqual(['notifications/message']);
});

test('nothing is noted in a revision that does not deprecate them', async () => {
  const noted: Deprecation[] = [];
  const note = (deprecation: Deprecation): void => void noted.push(deprecation);
  const client = await testClientUntilEnd(usesAll(note), { ...options, onDeprecated: note, revision: '2025-11-25' });
  expect((await client.callTool('use')).text).toBe('done');
  expect(noted).toEqual([]);
});

test('a listener that fails is reported, and the message arrives', async () => {
  const errors: unknown[] = [];
  const fail = (): never => {
    throw new Error('broken');
  };
  const client = await testClientUntilEnd(usesAll(fail), {
    ...options,
    onDeprecated: fail,
    onError: (error) => void errors.push(error),
  });
  expect((await client.callTool('use')).text).toBe('done');
  expect(errors).toEqual([new Error('broken'), new Error('broken'), new Error('broken')]);
});

test('a host notes them by server', async () => {
  const noted: string[] = [];
  const server = usesAll(() => undefined);
  const host = new Host({
    servers: { old: inProcess(server) },
    roots: [],
    sampling: { model: options.sampling.model },
    consent: () => true,
    onDeprecated: ({ method, since }, name) => noted.push(`${name} ${method} ${since}`),
  });
  await host.start();
  await host.callTool('old__use');
  await host.restart('old');
  await host.callTool('old__use');
  expect(noted.toSorted()).toEqual([
    `old notifications/message ${SINCE}`,
    `old roots/list ${SINCE}`,
    `old sampling/createMessage ${SINCE}`,
  ]);
  await host.close();
});

/** The messages that a revision deprecates, as the schema marks them. */
const deprecated = Object.entries({ ...requests, ...notifications }).flatMap(([method, facts]) =>
  'deprecated' in facts ? [[method, facts.deprecated.since] as const] : [],
);

/** Returns what docs/features.md lists for each deprecated message. */
function rows(): ReadonlyMap<string, { readonly since: string; readonly interfaces: readonly string[] }> {
  const page = readProjectFile('docs/features.md');
  const [, section = ''] = /## Deprecated features\n(.*?)\n## /s.exec(page) ?? [];
  return new Map(
    [...section.matchAll(/^\| `([^`]+)`\s*\| (\S+)\s*\|(.*)$/gm)].map(([, method = '', since = '', cells = '']) => {
      // `sampling` of `connect` is a property, and so is the last part of `context.sample`.
      const properties = cells.replaceAll(/ of `[^`]+`/g, '');
      const interfaces = [...properties.matchAll(/`(?:\w+\.)?(\w+)(?:\(\))?`/g)].map(([, name = '']) => name);
      return [method, { since, interfaces }];
    }),
  );
}

test('docs/features.md lists what is deprecated, with the revision', () => {
  const listed = Array.from(rows(), ([method, { since }]) => [method, since]);
  expect(listed.toSorted()).toEqual(deprecated.toSorted());
  expect(listed.length).toBeGreaterThan(0);
});

describe('interfaces', () => {
  let members: readonly PublicMember[];
  beforeAll(() => {
    members = publicMembers(['index', 'client', 'host']);
    expect(members.length).toBeGreaterThan(500);
  });

  test('that mention a deprecated type of the protocol are deprecated', () => {
    expect(members.filter(({ mentions }) => mentions.length > 0)).toEqual([]);
  });

  test('that are deprecated name the revision, of which the registry says that it deprecates something', () => {
    const revisions = new Set(deprecated.map(([, since]) => since));
    const tags = members.flatMap(({ deprecated: tag }) => tag ?? []);
    expect(tags.length).toBeGreaterThan(10);
    const named = tags.map((tag) => /^From revision (\S+) on, and supported: /.exec(tag)?.[1]);
    expect(new Set(named)).toEqual(revisions);
  });

  test('that docs/features.md names for deprecated messages are deprecated, wherever they are', () => {
    const names = new Set([...rows().values()].flatMap(({ interfaces }) => interfaces));
    expect(names.size).toBeGreaterThan(9);
    for (const name of names) {
      const all = members.filter((member) => member.name === name);
      expect(all, name).not.toEqual([]);
      expect(all.filter((member) => member.deprecated === undefined).map(({ path }) => path)).toEqual([]);
    }
  });
});

function byMethod(one: Deprecation, other: Deprecation): number {
  return one.method < other.method ? -1 : 1;
}
