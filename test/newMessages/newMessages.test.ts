/**
 * What a new revision brings reaches the server, the client, and the host by generating code alone: the SDK is built with messages that no
 * revision has, and a program uses them over every transport.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram, generateNewMessages, projectOf } from '../support/newMessages.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';

const PROGRAM = join(ROOT, 'test/fixtures/newMessages/program.ts');

/** What a part of the program has seen, by case. */
type Seen = { readonly [name: string]: unknown };

let folder: string;
let seen: { readonly [part: string]: Seen | undefined };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
  await generateNewMessages(folder);
  const bundle = await bundleProgram(folder, PROGRAM);
  const { code, stdout, stderr } = await runProgram(folder, process.execPath, [bundle]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  seen = JSON.parse(stdout) as typeof seen;
  return () => rm(folder, { recursive: true, maxRetries: 3 });
});

test('the SDK builds with them, and they are typed', async () => {
  const config = await projectOf(folder, PROGRAM);
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const { code, stdout } = await runProgram(folder, process.execPath, [compiler, '-p', config]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

describe.each(['memory', 'stdio', 'http'])('the newest revision, over %s', (part) => {
  test('a request of the client, with typed params and result', () => {
    expect(seen[part]).toMatchObject({ revision: '2026-07-28', rank: ['a', 'b'] });
  });

  test('invalid params are refused by the generated guard', () => {
    expect(seen[part]?.['invalid']).toBe(
      'InvalidMessageError: The params of tools/rank are invalid in revision 2026-07-28: /items: expected array, got "b"',
    );
  });

  test('a question of the server in a result', () => {
    expect(seen[part]?.['ask']).toBe('blue for a wall');
  });

  test('a question in the result of a new request', () => {
    expect(seen[part]?.['paint']).toMatchObject({ resultType: 'complete', painted: 'blue for a fence' });
  });

  test('a notification in each direction', () => {
    expect(seen[part]).toMatchObject({ presence: true, maintenance: [5] });
  });

  test('a list is cached, and read again when its change is announced', () => {
    expect(seen[part]).toMatchObject({
      skills: [{ name: 'read' }],
      reads: 1,
      changed: [{ name: 'read' }, { name: 'write' }],
    });
  });

  test('a list that begins as that of a feature is a list of its own', () => {
    expect(seen[part]?.['groups']).toEqual([1, 1, false]);
  });

  test('a change is announced with its params', () => {
    expect(seen[part]?.['moved']).toEqual(['fire']);
  });

  test('a notification of two lists announces both', () => {
    expect(seen[part]?.['apps']).toEqual([1, true, true]);
  });

  test('a list whose notification no filter selects is read again when its change is announced', () => {
    expect(seen[part]?.['rooms']).toEqual([1, true]);
  });

  test('notifications reach the clients that follow them, and a single client is refused', () => {
    const refused =
      'TypeError: notify cannot send notifications/alerts/raised: clients without a session receive it on a stream; call server.notify("notifications/alerts/raised", params), which notifies the clients that have subscribed';
    expect(seen[part]?.['followed']).toEqual(['flood', 9, refused]);
  });

  test('a property of tool annotations, an error code, and capabilities', () => {
    expect(seen[part]).toMatchObject({
      annotation: 5,
      error: '-32031 Too much',
      capabilities: ['alerts', 'logging', 'maintenance', 'skills', 'tools'],
    });
  });

  test('middleware of the server sees messages in both directions', () => {
    expect(seen[part]?.['serverSaw']).toEqual([
      'in tools/rank',
      'in walls/paint',
      'in skills/list',
      'in notifications/presence',
      'out colors/choose',
      'out notifications/maintenance',
      'out notifications/skills/moved',
    ]);
  });

  test('middleware of the client sees messages in both directions', () => {
    expect(seen[part]?.['clientSaw']).toEqual([
      'out tools/rank',
      'in colors/choose',
      'in notifications/maintenance',
      'out notifications/presence',
      'out subscriptions/listen',
    ]);
  });
});

describe.each(['earlierMemory', 'earlierStdio', 'earlierHttp'])('a revision with sessions: %s', (part) => {
  test('a request and a notification in each direction', () => {
    expect(seen[part]).toMatchObject({
      revision: '2025-11-25',
      rank: ['a', 'b'],
      ask: 'red for a wall',
      presence: true,
      maintenance: [5],
    });
  });

  test('a list whose notification no filter selects', () => {
    expect(seen[part]?.['list']).toEqual([[], 'earlier']);
  });

  test('middleware of the client sees them', () => {
    expect(seen[part]?.['clientSaw']).toEqual([
      'out earlier/rank',
      'in earlier/color',
      'in notifications/earlier/maintenance',
    ]);
  });

  test('a message of a newer revision is refused with the reason', () => {
    expect(seen[part]?.['newer']).toBe(
      'NotExpressibleError: Revision 2025-11-25 cannot express a message tools/rank (params of tools/rank): it does not have the method',
    );
  });

  test('an error code of a newer revision is another one, and lists of a newer revision are not declared', () => {
    expect(seen[part]).toMatchObject({
      error: '-32603 Too much',
      annotation: 5,
      capabilities: ['alerts', 'logging', 'maintenance', 'tools'],
    });
  });
});

describe.each(['hostMemory', 'hostStdio', 'hostHttp'])('a host: %s', (part) => {
  test('sends requests and notifications, and emits an event for a notification', () => {
    expect(seen[part]).toMatchObject({
      rank: ['a', 'b'],
      maintenance: [['one', 'notifications/maintenance', { minutes: 5 }, []]],
      presence: true,
    });
  });

  test('reads a list that it has no interface for, and emits an event for its changes', () => {
    const skills = ['one', 'notifications/skills/moved', {}, ['skills/list']];
    expect(seen[part]?.['skills']).toEqual([expect.any(Number), skills, 1]);
  });

  test('emits an event for changes of a list that begins as one of its own', () => {
    const groups = ['one', 'notifications/tools/groups_changed', {}, ['tools/groups/list']];
    expect(seen[part]?.['groups']).toEqual([groups]);
  });

  test('follows notifications that it has no interface for, and emits their events', () => {
    expect(seen[part]?.['followed']).toEqual([
      ['one', 'notifications/alerts/raised', { alert: 'flood' }, []],
      ['one', 'notifications/storm', { force: 9 }, []],
    ]);
  });

  test('receives a property of tool annotations, an error code, and capabilities', () => {
    expect(seen[part]).toMatchObject({
      annotation: 5,
      error: '-32031 Too much',
      capabilities: ['alerts', 'logging', 'maintenance', 'skills', 'tools'],
    });
  });

  test('answers a question of a server after consent, which shows the params', () => {
    expect(seen[part]).toMatchObject({
      ask: 'green for a wall of one',
      questions: ['one colors/choose {"purpose":"a wall"}'],
    });
  });

  test('a notification of two lists is an event, if the host reads only one of them', () => {
    const lists = ['tools/list', 'apps/list'];
    expect(seen[part]?.['apps']).toEqual([['one', 'notifications/tools/list_changed', {}, lists]]);
  });

  test('calls tools only with consent', () => {
    expect(seen[part]?.['tool']).toBe('TypeError: Call tools with callTool, which requests consent');
  });
});

test('a host does not answer without consent', () => {
  expect(seen['hostRefusing']?.['ask']).toBe('-32600 The host does not allow colors/choose');
});

test.each(['earlierHostMemory', 'earlierHostStdio', 'earlierHostHttp'])(
  'a host in a revision with sessions: %s',
  (part) => {
    expect(seen[part]).toEqual({
      rank: ['a', 'b'],
      newer:
        'NotExpressibleError: Revision 2025-11-25 cannot express a message tools/rank (params of tools/rank): it does not have the method',
      ask: 'green for a wall of one',
      maintenance: [['one', 'notifications/earlier/maintenance', { minutes: 5 }]],
    });
  },
);

test('a method that needs the capability of tools offers tools, and lists none', () => {
  expect(seen['methodOnly']).toEqual({
    capabilities: { logging: {}, tools: { listChanged: true } },
    tools: [],
    rank: ['a'],
    changed: undefined,
    undeclared:
      "TypeError: The server was started without skills/list, so clients do not expect its changes. Register its handler before that: server.method('skills/list', handler)",
    unfollowed:
      'TypeError: "notifications/maintenance" is not a notification that clients follow: servers send it with context.notify("notifications/maintenance", params), and clients handle it with client.onNotification("notifications/maintenance", listener)',
    undeclaredNotification:
      'TypeError: The server has not declared alerts, so clients do not expect notifications/alerts/raised. Declare it: new Server(info, { capabilities: ... })',
    notified: undefined,
    timeout: 3_600_000,
  });
});

test('methods that begin as those of features are those of the application', () => {
  expect(seen['resembling']).toMatchObject({
    search: { found: ['a'], ttlMs: 60_000, cacheScope: 'public' },
    watch: 'a runs',
    capabilities: ['logging', 'tasks', 'tools'],
  });
});

test('changes of a list whose notification no filter selects are reported once if there are clients without a session', () => {
  const what = 'a notification for clients without a session, which no property of the subscription filter selects';
  expect(seen['unselected']).toEqual({
    counts: [0, 0, 1, 1],
    losses: [[what, 'notifications/rooms/list_changed', '2026-07-28']],
  });
});

test('a deprecated notification is noted by both sides, also if the server does not read it', () => {
  const deprecation = { method: 'notifications/away', since: '2026-07-28', revision: '2026-07-28' };
  expect(seen['deprecated']).toEqual({ own: [deprecation], theirs: [deprecation] });
});

test('servers report what an earlier revision does not have, once each', () => {
  const report = 'Error: The error code -32031 was sent as -32603: revision 2025-11-25 does not have it';
  expect(new Set(seen['errors'] as unknown as readonly string[])).toEqual(new Set([report]));
});
