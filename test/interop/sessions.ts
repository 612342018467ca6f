/** What becomes of sessions and streams over Streamable HTTP, between a client and a server of different packages. */

import { beforeEach, describe, expect, test } from 'vitest';
import type { HttpAddress, TestClient } from '../support/clients/client.js';
import { Network } from '../support/network.js';
import { nonEmpty } from '../support/nonEmpty.js';
import { rawRequest, type RawAnswer } from '../support/rawHttp.js';
import { request } from '../support/rpc.js';
import { SESSION_IDS } from '../support/schemas.js';
import { useServer } from '../support/servers.js';
import { coversFor, type Pair } from './pair.js';

interface SessionPair extends Pair {
  /** Whether the client opens a new session when the server has forgotten its own, rather than fail with status 404. */
  readonly opensAnew: boolean;
}

/** Describes sessions of a pair, as tests: of those ways to the server that are Streamable HTTP. */
export function describeSessions({ connect, server, ours, opensAnew }: SessionPair): void {
  const coversOurs = coversFor(ours);
  const ways = nonEmpty(Object.entries(server).filter(([way]) => way.startsWith('HTTP, ')));

  describe.each(ways)('over %s', (way, start) => {
    const reach = useServer(start);
    // An answer in JSON comes at once or not at all: only ours becomes a stream where it has to.
    const streams = ours === 'server' || way === 'HTTP, in events';

    describe.each(SESSION_IDS)('in revision %s', (revision) => {
      const network = new Network();
      beforeEach(() => (network.resumptions = 0));

      const address = (): HttpAddress => ({ ...(reach() as HttpAddress), fetch: network.fetch });
      const open = (answers = {}): Promise<TestClient> => connect(address(), { revision, answers });

      /** Sends a request in the session of the client: one that ends it, or a ping. */
      const send = ({ sessionId }: TestClient, method: 'DELETE' | 'POST'): Promise<RawAnswer> => {
        const headers = {
          'mcp-session-id': sessionId,
          ...(revision >= '2025-06-18' && { 'mcp-protocol-version': revision }),
        };
        const body = method === 'POST' ? request('check', 'ping') : undefined;
        return rawRequest(address().url, { method, headers, body });
      };

      test('a client ends its session, which is gone then', async () => {
        coversOurs({ client: ['http-session-delete'], server: ['http-session-over'] });
        const client = await open();
        const { status, headers } = await send(client, 'POST');
        expect(status).toBe(200);
        expect(headers['content-type']).toBe(way === 'HTTP, in events' ? 'text/event-stream' : 'application/json');
        await client.close();
        expect(await send(client, 'POST')).toMatchObject({ status: 404 });
      });

      test(`a client whose session is forgotten ${opensAnew ? 'opens a new one' : 'is told'}`, async () => {
        coversOurs({ client: ['http-session-again'], server: ['http-session-over'] });
        const client = await open();
        expect((await send(client, 'DELETE')).status).toBeLessThan(300);
        const listing = client.listTools();
        if (opensAnew) expect(await listing).toHaveProperty('tools');
        else await expect(listing).rejects.toSatisfy(isNotFound);
      });

      if (streams) {
        test('an answer whose stream breaks is read to its end on another connection', async () => {
          coversOurs({ client: ['http-resume'], server: ['http-replay-own-stream'] });
          const client = await open({
            'sampling/createMessage': () => {
              network.break();
              return { role: 'assistant', model: 'oracle', content: { type: 'text', text: 'Because.' } };
            },
          });
          expect(await client.callTool({ name: 'sample', arguments: { text: 'Why?' } })).toMatchObject({
            content: [{ type: 'text', text: 'oracle: Because.' }],
          });
          expect(network.resumptions).toBeGreaterThan(0);
        });
      }

      if (streams && revision >= '2025-11-25') {
        test('an answer that the server puts off is fetched when the server said, and no sooner', async () => {
          coversOurs({ client: ['http-stream-polled', 'http-retry-respected'], server: ['http-retry-sent'] });
          const client = await open();
          const start = performance.now();
          expect(await client.callTool({ name: 'leave' })).toMatchObject({ content: [{ text: 'waited for' }] });
          expect(performance.now() - start).toBeGreaterThanOrEqual(200);
          expect(network.resumptions).toBe(1);
          expect(client.errors.empty()).toEqual([]);
        });
      }

      test('what the server says on its own while the network is down is heard later', async () => {
        coversOurs({ client: ['http-resume'] });
        const client = await open({ 'roots/list': () => ({ roots: [] }) });
        const heard = { method: 'notifications/message', params: { data: 'the roots have changed' } };
        await client.rootsListChanged();
        expect(await client.notifications.take()).toMatchObject(heard);
        network.break();
        await client.rootsListChanged();
        expect(await client.notifications.take()).toMatchObject(heard);
        expect(client.notifications.empty()).toEqual([]);
      });
    });
  });
}

/** The two versions of the official package tell the status in different places. */
function isNotFound(error: object): boolean {
  return ('status' in error && error.status === 404) || ('code' in error && error.code === 404);
}
