/**
 * What a new revision brings passes through the bridge by generating code alone, in both directions and between revisions; and what only
 * one of the revisions has is refused or reported.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram, generateNewMessages, projectOf } from '../support/newMessages.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';

const [EARLIER, NEWEST] = ['2025-11-25', '2026-07-28'];

const PROGRAM = join(ROOT, 'test/fixtures/newMessages/bridges.ts');

const notForwarded = (method: string, reason: string): string =>
  `bridge: Error: The bridge does not forward ${method}: ${reason}`;
const clientLacks = (method: string, revision: string): string =>
  notForwarded(method, `revision ${revision} of the client does not have it`);
const serverLacks = (method: string, revision: string): string =>
  notForwarded(method, `revision ${revision} of the server does not have it`);

/** The report about a notification of a server with sessions, for a client without one that waits for no response: nothing carries it. */
const LATE_IN_BRIDGE = notForwarded(
  'notifications/shared/maintenance',
  'no request of the client is running that it could belong to',
);

/** The report of a server without sessions: such a notification does not leave it. */
const LATE =
  'server: ConnectionClosedError: notifications/shared/maintenance was not sent: no response is open that it could be part of';

const otherCode = (part: string): string =>
  `${part}: Error: The error code -32031 was sent as -32603: revision ${EARLIER} does not have it`;

type Seen = { readonly [name: string]: unknown };

let folder: string;
let seen: { readonly [pair: string]: Seen | undefined };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
  await generateNewMessages(folder, true);
  const bundle = await bundleProgram(folder, PROGRAM);
  const { code, stdout, stderr } = await runProgram(folder, process.execPath, [bundle]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  seen = JSON.parse(stdout) as typeof seen;
});

afterAll(() => rm(folder, { recursive: true, maxRetries: 3 }));

test('the SDK builds with messages whose shapes differ, without a conversion of them', async () => {
  const config = await projectOf(folder, PROGRAM);
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const { code, stdout } = await runProgram(folder, process.execPath, [compiler, '-p', config]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

describe('messages whose shapes differ', () => {
  const between = (client: string, server: string): Seen => seen[`${client} to ${server} in different shapes`] ?? {};
  const refused = (revision: string, what: string, message: string): string =>
    `Revision ${revision} cannot express a value of ${what} (params of ${message}): it is invalid there, and such messages are not converted`;
  const toEarlier = (message: string): string => refused(EARLIER, 'the unified types', message);
  const fromEarlier = (message: string): string => refused(NEWEST, `revision ${EARLIER}`, message);
  const [seat, alarm] = ['notifications/shared/seat', 'notifications/shared/alarm'];

  test.each([
    [NEWEST, NEWEST],
    [NEWEST, EARLIER],
    [EARLIER, NEWEST],
    [EARLIER, EARLIER],
  ])('a client of %s and a server of %s exchange what both accept', (client, server) => {
    const { alarms, seats, ...others } = between(client, server);
    const both = { later: 'a', earlier: 'b' };
    expect(others).toMatchObject({ 'move either': both, 'size either': both, 'alarm either': 'done' });
    expect(alarms).toContain('later,earlier');
    expect(seats).toContainEqual(expect.stringMatching(/^seat .*\blater,earlier/));
  });

  test('a bridge refuses what the server does not accept', () => {
    expect(between(NEWEST, EARLIER)).toMatchObject({
      'move later': `-32603 ${toEarlier('shared/move')}`,
      'size earlier': `AskError: The client answered with an error: ${fromEarlier('shared/size')}`,
      alarms: ['later,earlier'],
      seats: ['seat later,earlier'],
      reports: [
        `server: NotExpressibleError: ${toEarlier(alarm)}`,
        `bridge: NotExpressibleError: ${toEarlier(seat)}`,
        `bridge: NotExpressibleError: ${fromEarlier(alarm)}`,
      ],
    });
    expect(between(EARLIER, NEWEST)).toMatchObject({
      'move earlier': `-32603 ${fromEarlier('shared/move')}`,
      'size later': `-32603 ${toEarlier('shared/size')}`,
      alarms: ['later,earlier'],
      reports: expect.arrayContaining([
        `bridge: NotExpressibleError: ${toEarlier(alarm)}`,
        `bridge: NotExpressibleError: ${fromEarlier(seat)}`,
      ]) as unknown,
    });
  });

  test('a client and a server refuse what the unified types or the revision do not accept', () => {
    expect(between(EARLIER, EARLIER)).toMatchObject({
      'move later': `NotExpressibleError: ${toEarlier('shared/move')}`,
      'move earlier': `-32602 ${fromEarlier('shared/move')}`,
      'size later': `AskError: ${toEarlier('shared/size')}`,
      'seat later': `NotExpressibleError: ${toEarlier(seat)}`,
      alarms: ['later,earlier'],
      seats: ['seat later,earlier'],
      reports: [
        `server: NotExpressibleError: ${toEarlier(alarm)}`,
        `server: NotExpressibleError: ${fromEarlier(seat)}`,
      ],
    });
  });
});

test('when its server has lost the session, a client is notified of changes of lists only', () => {
  expect(seen['lost']).toEqual({
    lists: ['tools', 'apps', 'earlier'],
    notified: ['notifications/tools/list_changed', 'notifications/earlier/list_changed'],
    reports: ['bridge: Error: The server behind the bridge lost the session, and opened a new one'],
  });
});

describe.each(['memory', 'stdio', 'http'])('over %s', (transport) => {
  const between = (client: string, server: string): Seen => seen[`${client} to ${server} over ${transport}`] ?? {};

  test.each([
    [NEWEST, NEWEST],
    [NEWEST, EARLIER],
    [EARLIER, NEWEST],
    [EARLIER, EARLIER],
  ])('a client of %s and a server of %s exchange the messages that both have', (client, server) => {
    // A message with a session does not repeat who sends it; one without a session does.
    const keys = server === NEWEST ? 3 : 0;
    expect(between(client, server)).toMatchObject({
      rank: { ranked: ['a', 'b'] },
      ask: 'blue for a wall',
      paint: { painted: 'blue for a fence' },
      presence: [
        `notifications/shared/presence: true, ${keys} keys of metadata`,
        `notifications/shared/presence: false, ${keys} keys of metadata`,
      ],
      maintenance: ['notifications/shared/maintenance: 5', 'notifications/shared/maintenance: 6'],
      weather: [9],
      // Objects are open: an earlier revision does not refuse a property of a later one.
      annotation: 5,
    });
  });

  test.each([NEWEST, EARLIER])('in revision %s, messages that no other has pass, too', (revision) => {
    const { ownRank, ownPresence, askOfServer, maintenanceOfServer, reports } = between(revision, revision);
    expect(ownRank).toMatchObject({ ranked: ['a', 'b'] });
    expect(ownPresence).toHaveLength(2);
    expect(askOfServer).toBe('blue for a wall');
    expect(maintenanceOfServer).toHaveLength(2);
    expect(reports).toEqual(revision === NEWEST ? [LATE] : [otherCode('server')]);
  });

  test('in the newest revision, a list with its changes, an error code, and capabilities pass', () => {
    expect(between(NEWEST, NEWEST)).toMatchObject({
      skills: ['read'],
      changed: ['skills', 'read', 'write'],
      error: '-32031 Too much',
      capabilities: ['logging', 'maintenance', 'skills', 'tools'],
    });
  });

  test.each([
    [NEWEST, EARLIER],
    [EARLIER, EARLIER],
  ])('for a client of %s, a server of %s does not declare what its revision does not have', (client, server) => {
    // An option of the server declares one of them.
    expect(between(client, server)['capabilities']).toEqual(['logging', 'maintenance', 'tools']);
  });

  test('in a session, a notification may belong to no request', () => {
    expect(between(EARLIER, EARLIER)['maintenanceLater']).toEqual(['notifications/shared/maintenance: 7']);
  });

  test('a server with sessions does not have what is new: requests are refused, and notifications are reported once', () => {
    const skills = '-32601 skills/list needs the capability skills, which the other side has not declared';
    expect(between(NEWEST, EARLIER)).toMatchObject({
      ownRank:
        '-32601 Method not found: tools/rank. Revision 2025-11-25, which the server behind the bridge uses, does not have it',
      ownPresence: [],
      askOfServer:
        '-32601 The client answered with an error: Method not found: earlier/color. Revision 2026-07-28, which the client behind the bridge uses, does not have it',
      maintenanceOfServer: [],
      skills,
      changed: skills,
      error: '-32603 Too much',
      maintenanceLater: [],
      reports: [
        serverLacks('notifications/presence', EARLIER),
        clientLacks('notifications/earlier/maintenance', NEWEST),
        otherCode('server'),
        LATE_IN_BRIDGE,
      ],
    });
  });

  test('a server without sessions does not have what was removed, and needs no notification of changed roots', () => {
    const skills =
      'NotExpressibleError: Revision 2025-11-25 cannot express a message skills/list (params of skills/list): it does not have the method';
    expect(between(EARLIER, NEWEST)).toMatchObject({
      ownRank:
        '-32601 Method not found: earlier/rank. Revision 2026-07-28, which the server behind the bridge uses, does not have it',
      ownPresence: [],
      askOfServer:
        '-32603 The server behind the bridge asks colors/choose, which revision 2025-11-25 of the client does not have',
      maintenanceOfServer: [],
      skills,
      changed: skills,
      error: '-32603 Too much',
      reports: [
        serverLacks('notifications/earlier/presence', NEWEST),
        clientLacks('notifications/maintenance', EARLIER),
        clientLacks('notifications/skills/moved', EARLIER),
        otherCode('bridge'),
        LATE,
      ],
    });
  });
});
