/** How peers of revisions with sessions find peers that also support revisions without: with version 2 of the official package. */

import { describe, expect, test } from 'vitest';
import { connectOfficialV2 } from '../support/clients/officialV2.js';
import { connectOurClient } from '../support/clients/ours.js';
import { SESSION_IDS } from '../support/schemas.js';
import { BOTH_ERAS_SERVER, OUR_SERVER, STATELESS_SERVER, useServer } from '../support/servers.js';

describe.each(Object.entries(OUR_SERVER))('our server over %s', (_way, start) => {
  const reach = useServer(start);

  test('a client that asks for a revision without sessions first settles for the newest with them', async () => {
    const client = await connectOfficialV2(reach(), { probes: true });
    expect(client.revision).toBe(SESSION_IDS.at(-1));
    expect(await client.ping()).toEqual({});
    expect(client.errors.empty()).toEqual([]);
  });
});

describe.each(Object.entries(BOTH_ERAS_SERVER))('a server of both eras over %s', (_way, start) => {
  const reach = useServer(start);

  test.each(SESSION_IDS)('serves our client in revision %s', async (revision) => {
    const client = await connectOurClient(reach(), { revision });
    expect(client.revision).toBe(revision);
    expect(client.sessionId).toBeUndefined();
    expect(await client.listTools()).toMatchObject({ tools: [{ name: 'echo' }] });
    const given = { text: 'Grüße 🌍' };
    expect(await client.callTool({ name: 'echo', arguments: given })).toMatchObject({
      content: [{ type: 'text', text: given.text }],
      structuredContent: given,
    });
    expect(client.errors.empty()).toEqual([]);
  });
});

describe.each(Object.entries(STATELESS_SERVER))('a server without sessions over %s', (_way, start) => {
  const reach = useServer(start);

  test('tells our client what it speaks', async () => {
    await expect(connectOurClient(reach())).rejects.toMatchObject({
      name: 'NegotiationError',
      supported: ['2026-07-28'],
    });
  });
});
