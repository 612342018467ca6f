/** Callers are told apart by their tokens alone: what is asked of one, and said to one, reaches no other. */

import { connect } from '@mcp-gen/sdk/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { Mailbox } from '../../support/mailbox.js';
import { rawRequest } from '../../support/rawHttp.js';
import { bearer, startWithJwt } from './guarded.js';

const SESSION = '2025-11-25';
const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

test('an elicitation waits for the user that was asked, even if others know its session and its id', async () => {
  covers('elicitation-bound', 'elicitation-state-user');
  const { url, server, issuer } = await startWithJwt();
  server.tool('ask', {}, async (_, { elicit }) => {
    const { content } = await elicit('name', { message: 'Who?', schema: NAME });
    return `Hello ${String(content?.name)}`;
  });
  const sessions = new Set<string>();
  const asked = new Mailbox<(name: string) => void>();
  const client = await connect(url, {
    revisions: [SESSION],
    headers: bearer(await issuer.sign({ sub: 'ada' })),
    fetch: async (target, init) => {
      const response = await fetch(target, init);
      const session = response.headers.get('mcp-session-id');
      if (session !== null) sessions.add(session);
      return response;
    },
    elicitation: {
      form: async () => ({
        action: 'accept',
        content: { name: await new Promise<string>((resolve) => asked.put(resolve)) },
      }),
    },
  });
  onTestFinished(() => client.close());
  const call = client.callTool('ask');
  const answer = await asked.take();
  const [session] = sessions;
  const posted = async (user: string, id: number): Promise<number> => {
    const result = { action: 'accept', content: { name: user } };
    const headers = {
      ...bearer(await issuer.sign({ sub: user })),
      'mcp-session-id': session,
      'mcp-protocol-version': SESSION,
    };
    return (await rawRequest(url, { headers, body: JSON.stringify({ jsonrpc: '2.0', id, result }) })).status;
  };
  // One of these is the id of the elicitation.
  for (let id = 0; id < 10; id++) expect(await posted('eve', id)).toBe(404);
  answer('Ada');
  expect((await call).text).toBe('Hello Ada');
});

test.each([SESSION, '2026-07-28'] as const)('in %s, a client cannot say who its user is', async (revision) => {
  covers('elicitation-identity-verified');
  const { url, issuer, callers } = await startWithJwt();
  const client = await connect(url, {
    name: 'eve',
    revisions: [revision],
    headers: { ...bearer(await issuer.sign({ sub: 'ada' })), 'x-forwarded-user': 'eve', from: 'eve' },
  });
  onTestFinished(() => client.close());
  await client.request('tools/call', {
    name: 'whoami',
    arguments: { user: 'eve' },
    _meta: { user: 'eve', sub: 'eve' },
  });
  expect(callers).toMatchObject([{ subject: 'ada', id: `${issuer.issuer} subject ada` }]);
  expect(JSON.stringify(callers)).not.toContain('eve');
});

describe.each([SESSION, '2026-07-28'] as const)('in %s', (revision) => {
  test('log messages go only to the caller of the request that they belong to', async () => {
    covers('logging-access');
    const { url, server, issuer } = await startWithJwt();
    server.tool('work', {}, (_, { log, auth }) => {
      log.info(`Working for ${String(auth?.['subject'])}`);
      return 'done';
    });
    const heard: { [user: string]: unknown[] } = { ada: [], eve: [] };
    const clients = await Promise.all(
      ['ada', 'eve'].map(async (user) => {
        const client = await connect(url, {
          revisions: [revision],
          headers: bearer(await issuer.sign({ sub: user })),
          logLevel: 'debug',
          onLog: ({ data }) => heard[user]?.push(data),
        });
        onTestFinished(() => client.close());
        return client;
      }),
    );
    for (const client of clients) expect((await client.callTool('work')).text).toBe('done');
    for (const client of clients) await client.ping();
    expect(heard).toEqual({ ada: ['Working for ada'], eve: ['Working for eve'] });
  });
});
