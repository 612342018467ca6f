/** Which revision two sides agree on, and what happens when there is none: ours with ours, and with the official packages. */

import { connectSession, memoryPair, serve } from '@mcp-gen/runtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Address } from '../support/clients/client.js';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { connectOfficialV2 } from '../support/clients/officialV2.js';
import { GENERATED } from '../support/generated.js';
import { connectOurs } from '../support/ourClient.js';
import { EVERYTHING, HOSTILE, OFFICIAL_EVERYTHING, SDK_V1, SDK_V2 } from '../support/programs.js';
import { RawClient } from '../support/rawClient.js';
import { SESSION_IDS } from '../support/schemas.js';
import { covers } from '../support/covers.js';

const older = '2024-11-05';
const newer = '2025-03-26';
const newest = SESSION_IDS.at(-1) ?? newer;
type Id = (typeof SESSION_IDS)[number];

interface Match {
  readonly client: readonly Id[];
  readonly server: readonly Id[];
}

const AGREEMENTS: readonly (Match & { readonly agreed: Id })[] = [
  { client: [older], server: [older], agreed: older },
  { client: [newer], server: [newer], agreed: newer },
  { client: [older], server: [older, newer], agreed: older },
  { client: [newer], server: [older, newer], agreed: newer },
  { client: [older, newer], server: [older], agreed: older },
  { client: [older, newer], server: [newer], agreed: newer },
  { client: [older, newer], server: [older, newer], agreed: newer },
  { client: [newer, older], server: [newer, older], agreed: newer },
];

const DISAGREEMENTS: readonly Match[] = [
  { client: [older], server: [newer] },
  { client: [newer], server: [older] },
];

const revisionsOf = (ids: readonly Id[]) => ids.map((id) => GENERATED[id].revision);

/** How a client of ours reaches a server of ours. Resolves with the revision. */
const WAYS = {
  async memory({ client, server }: Match): Promise<string> {
    const [near, far] = memoryPair();
    const info = { name: 'test', version: '1.0.0' };
    const running = serve({}, { transport: far, serverInfo: info, revisions: revisionsOf(server) });
    onTestFinished(() => running.close());
    const session = await connectSession(near, { clientInfo: info, revisions: revisionsOf(client) });
    onTestFinished(() => session.close());
    return session.revision;
  },

  async stdio({ client, server }: Match): Promise<string> {
    const { session } = await connectOurs([EVERYTHING, server.join()], { revisions: revisionsOf(client) });
    onTestFinished(() => session.close());
    return session.revision;
  },
};

describe.each(['memory', 'stdio'] as const)('ours with ours over %s', (way) => {
  test.each(AGREEMENTS)(
    'a client of $client and a server of $server agree on $agreed',
    async ({ agreed, ...match }) => {
      covers('lifecycle-version-agreed', 'lifecycle-version-newest-asked');
      expect(await WAYS[way](match)).toBe(agreed);
    },
  );

  test.each(DISAGREEMENTS)('a client of $client leaves a server of $server', async (match) => {
    covers('lifecycle-error-version', 'lifecycle-version-disconnect', 'schema-version-disconnect');
    const [requested] = match.client;
    const error = { name: 'NegotiationError', requested, supported: match.server };
    await expect(WAYS[way](match)).rejects.toMatchObject(error);
  });
});

describe('every pair of revisions, ours with ours over memory', () => {
  const pairs = SESSION_IDS.flatMap((a) => SESSION_IDS.map((b) => ({ a, b })));
  const several = pairs.filter(({ a, b }) => a < b);

  test.each(pairs)('a client of $a and a server of $b', async ({ a, b }) => {
    const agreeing = WAYS.memory({ client: [a], server: [b] });
    if (a === b) expect(await agreeing).toBe(a);
    else await expect(agreeing).rejects.toMatchObject({ name: 'NegotiationError', requested: a, supported: [b] });
  });

  test.each(several)('both of $a and $b agree on the newer', async ({ a, b }) => {
    expect(await WAYS.memory({ client: [a, b], server: [b, a] })).toBe(b);
  });

  test.each(SESSION_IDS)('a side of %s alone has its revision of a side of all', async (id) => {
    expect(await WAYS.memory({ client: [id], server: SESSION_IDS })).toBe(id);
    expect(await WAYS.memory({ client: SESSION_IDS, server: [id] })).toBe(id);
  });
});

test.each([
  { asked: '2099-12-31', server: [older, newer], answered: newer },
  { asked: '1.0.0', server: [older, newer], answered: newer },
  { asked: '', server: [older, newer], answered: newer },
  { asked: '__proto__', server: [older, newer], answered: newer },
  { asked: newer, server: [older], answered: older },
  { asked: older, server: [older, newer], answered: older },
])('asked for "$asked", a server of $server answers $answered', async ({ asked, server, answered }) => {
  covers('lifecycle-version-newest-answered', 'lifecycle-version-other');
  const client = new RawClient([EVERYTHING, server.join()]);
  onTestFinished(async () => {
    await client.close();
  });
  expect(await client.open(asked)).toMatchObject({ protocolVersion: answered });
});

/** What a server answers to the first and the second `initialize`. */
const refusal = (code: number, data?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: '$id', error: { code, message: 'Unsupported protocol version', data } });
const acceptance = (protocolVersion: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: '$id',
    result: { protocolVersion, capabilities: {}, serverInfo: { name: 'hostile', version: '1.0.0' } },
  });

describe('a server that refuses with an error', () => {
  const connectTo = (openings: readonly string[], revisions: readonly Id[]) =>
    connectOurs([HOSTILE, JSON.stringify(openings.map((line) => [line]))], { revisions: revisionsOf(revisions) });

  test('and names a version that the client speaks is asked for that one', async () => {
    const refused = refusal(-32602, { supported: ['2099-12-31', older], requested: newer });
    const { session } = await connectTo([refused, acceptance(older)], [older, newer]);
    onTestFinished(() => session.close());
    expect(session.revision).toBe(older);
  });

  test.each([
    {
      title: 'names none that is common',
      data: { supported: ['2099-12-31'], requested: newer },
      named: ['2099-12-31'],
    },
    { title: 'names none at all', data: { supported: [], requested: newer }, named: [] },
    { title: 'names the one that it refuses', data: { supported: [newer], requested: newer }, named: [newer] },
    { title: 'names what is not a version', data: { supported: [7, null], requested: newer }, named: [] },
  ])('and $title is left', async ({ data, named }) => {
    const error = { name: 'NegotiationError', requested: newer, supported: named };
    await expect(connectTo([refusal(-32602, data)], [older, newer])).rejects.toMatchObject(error);
  });

  test('twice is left', async () => {
    const refused = refusal(-32602, { supported: [older], requested: newer });
    const connecting = connectTo([refused, refused], [older, newer]);
    await expect(connecting).rejects.toMatchObject({ name: 'NegotiationError', requested: older, supported: [older] });
  });

  test.each([
    { title: 'another code', line: refusal(-32603, { supported: [older], requested: newer }), code: -32603 },
    { title: 'no data', line: refusal(-32602), code: -32602 },
    { title: 'data without versions', line: refusal(-32602, { reason: 'tired' }), code: -32602 },
  ])('of $title is not asked again: the caller has the error', async ({ line, code }) => {
    const connecting = connectTo([line, acceptance(older)], [older, newer]);
    await expect(connecting).rejects.toMatchObject({ name: 'JsonRpcError', code });
  });
});

describe.each([
  { version: 1, connectOfficial: connectOfficialV1 },
  { version: 2, connectOfficial: connectOfficialV2 },
])('the official client of version $version', ({ connectOfficial }) => {
  test.each([
    { asked: undefined, server: [older, newer], agreed: newer },
    { asked: undefined, server: [older], agreed: older },
    { asked: newer, server: [older, newer], agreed: newer },
    { asked: older, server: [older, newer], agreed: older },
    ...SESSION_IDS.map((id) => ({ asked: id, server: SESSION_IDS, agreed: id })),
    // Their newest is ours.
    { asked: undefined, server: SESSION_IDS, agreed: newest },
  ])('asks a server of $server for $asked and gets $agreed', async ({ asked, server, agreed }) => {
    covers('lifecycle-version-agreed', 'lifecycle-version-newest-answered');
    const address: Address = { over: 'stdio', args: [EVERYTHING, server.join()] };
    expect((await connectOfficial(address, asked === undefined ? {} : { revision: asked })).revision).toBe(agreed);
  });
});

describe('the official servers', () => {
  test.each([
    { title: 'server-everything', program: [OFFICIAL_EVERYTHING, 'stdio'] },
    { title: 'version 1', program: [SDK_V1, 'zod'] },
    { title: 'version 2', program: [SDK_V2] },
  ])('agree with our client of several revisions on the newest: $title', async ({ program }) => {
    for (const revisions of [[older, newer], SESSION_IDS] as const) {
      const { session } = await connectOurs(program, { revisions: revisionsOf(revisions) });
      onTestFinished(() => session.close());
      expect(session.revision).toBe(revisions.at(-1));
    }
  });
});
