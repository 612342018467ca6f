/** The id of an error for a message whose id could not be read: null, or none where the schema of the revision makes it optional. */

import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from '../../../runtime/src/index.js';
import { StdioServerTransport } from '../../../runtime/src/stdio.js';
import { covers } from '../../support/covers.js';
import { GENERATED } from '../../support/generated.js';
import { rawRequest, rawStream } from '../../support/rawHttp.js';
import { notification, request, rpc } from '../../support/rpc.js';
import { readProjectFile } from '../../support/schemas.js';
import { initialize, openSession, startService } from './httpSupport.js';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
type Revision = (typeof REVISIONS)[number];

/** Invalid messages whose id cannot be read. */
const MESSAGES: { readonly [title: string]: unknown } = {
  'an empty object': {},
  'a request whose id is null': request(null, 'ping'),
  'a request whose id is an object': request({}, 'ping'),
  'an empty batch': [],
};

const CASES = REVISIONS.flatMap((revision) =>
  Object.entries(MESSAGES).map(([title, message]) => ({ revision, title, message })),
);

/** The expected error: without an id, or with one that is null. */
function nameless(revision: Revision): object {
  const error = { code: -32600, message: expect.any(String) as string };
  return isOptional(revision) ? rpc({ error }) : rpc({ id: null, error });
}

/** Whether the schema of a revision makes the id of an error optional. */
function isOptional(revision: Revision): boolean {
  const schema = readProjectFile(`schema/${revision}/schema.ts`);
  const [, optional] =
    /interface JSONRPCError(?:Response)? \{[^}]*?\bid(\?)?: RequestId/.exec(schema) ?? expect.unreachable();
  return optional === '?';
}

test('the schemas make the id optional from 2025-11-25 on', () => {
  expect(REVISIONS.filter(isOptional)).toEqual(['2025-11-25']);
});

describe.each(CASES)('$title in $revision', ({ revision, message }) => {
  test('over stdio', async () => {
    covers('base-error-id-unreadable');
    const input = new PassThrough();
    const output = new PassThrough();
    const server = serve(
      {},
      {
        serverInfo: { name: 'test', version: '1.0.0' },
        revisions: [GENERATED[revision].revision],
        onError: () => undefined,
        transport: new StdioServerTransport({ input, output }),
      },
    );
    onTestFinished(() => server.close());
    for (const value of [initialize(revision), notification('notifications/initialized'), message]) {
      input.write(`${JSON.stringify(value)}\n`);
    }
    input.end();
    await server.closed;
    const lines = String(output.read()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown).slice(1)).toEqual([nameless(revision)]);
  });

  test('over HTTP, in a session', async () => {
    covers('base-error-id-unreadable');
    const { url } = await startService();
    const headers = await openSession(url, revision);
    const { status, json } = await rawRequest(url, { headers, body: message });
    expect({ status, json }).toEqual({ status: 400, json: nameless(revision) });
  });

  test('over HTTP, without sessions', async () => {
    covers('base-error-id-unreadable');
    const { url } = await startService({ sessions: 'none' });
    const headers = { 'mcp-protocol-version': revision };
    const { status, json } = await rawRequest(url, { headers, body: message });
    expect({ status, json }).toEqual({ status: 400, json: nameless(revision) });
  });

  test('over HTTP with SSE', async () => {
    covers('base-error-id-unreadable');
    const { url } = await startService();
    const { events } = await rawStream(url.replace('/mcp', '/sse'), {
      method: 'GET',
      headers: { accept: 'text/event-stream' },
    });
    const endpoint = new URL((await events.take()).data, url).href;
    for (const body of [initialize(revision), notification('notifications/initialized'), message as object]) {
      await rawRequest(endpoint, { body });
    }
    await events.take();
    expect(JSON.parse((await events.take()).data)).toEqual(nameless(revision));
  });
});

describe('a request that HTTP refuses has its id', () => {
  const ping = request(7, 'ping');
  const SESSION = '00000000-0000-4000-8000-000000000000';
  test.each<[string, number, object]>([
    ['for want of a session', 400, {}],
    ['for a session that does not exist', 404, { 'mcp-session-id': SESSION }],
    ['for what it accepts', 406, { accept: 'application/json' }],
  ])('%s', async (_, status, headers) => {
    covers('base-error-id-http');
    const { url } = await startService();
    const answer = await rawRequest(url, { headers: headers as Record<string, string>, body: ping });
    expect(answer).toMatchObject({ status, json: { id: 7, error: { code: -32600 } } });
  });

  test('for another version than that of its session', async () => {
    covers('base-error-id-http');
    const { url } = await startService();
    const headers = { ...(await openSession(url, '2025-06-18')), 'mcp-protocol-version': '2025-03-26' };
    const answer = await rawRequest(url, { headers, body: ping });
    expect(answer).toMatchObject({ status: 400, json: { id: 7, error: { code: -32600 } } });
  });

  test('for a version that a server without sessions does not have', async () => {
    covers('base-error-id-http');
    const { url } = await startService({ sessions: 'none' });
    const answer = await rawRequest(url, { headers: { 'mcp-protocol-version': '1999-01-01' }, body: ping });
    expect(answer).toMatchObject({ status: 400, json: { id: 7, error: { code: -32600 } } });
  });
});
