/** Clients of Streamable HTTP for tests, and scripts for the servers that they talk to. */

import { onTestFinished } from 'vitest';
import type { HttpClientOptions } from '../../../runtime/src/http/client.js';
import { HttpClientTransport } from '../../../runtime/src/http/client/httpClientTransport.js';
import { connectSession } from '../../../runtime/src/session/connect.js';
import { GENERATED } from '../../support/generated.js';
import { Mailbox } from '../../support/mailbox.js';
import { NEWEST } from './httpSupport.js';
import type { Script } from './scriptedServer.js';

export const JSON_TYPE = { 'content-type': 'application/json' };
/** The headers of a stream of events. */
export const EVENTS = { 'content-type': 'text/event-stream' };

/** The answer to a request, as text. */
export const result = (id: unknown, value: object): string => JSON.stringify({ jsonrpc: '2.0', id, result: value });
/** An event, as a stream carries it. */
export const event = (data: string, id?: string): string => `${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
export const PONG = {};

/** What a server answers to `initialize`. */
export const introduction = (version: string): object => ({
  protocolVersion: version,
  capabilities: { tools: {} },
  serverInfo: { name: 'scripted', version: '1.0.0' },
});

/** Opens sessions, takes notifications, has no stream of its own; what else is asked, `answer` answers. */
export function polite(answer: Script, { version = NEWEST, session = (): string => 'the-session' } = {}): Script {
  return (asked, response) => {
    const { method, message } = asked;
    if (message.method === 'initialize') {
      const headers = { ...JSON_TYPE, 'mcp-session-id': session() };
      response.writeHead(200, headers).end(result(message.id, introduction(version)));
    } else if (message.method?.startsWith('notifications/')) response.writeHead(202).end();
    else if (method === 'GET' && asked.headers['last-event-id'] === undefined) response.writeHead(405).end();
    else if (method === 'DELETE') response.writeHead(204).end();
    else answer(asked, response);
  };
}

/** Opens a session with a server, over Streamable HTTP. */
export async function open(url: string, options: Partial<HttpClientOptions> = {}) {
  const errors = new Mailbox<unknown>();
  const transport = new HttpClientTransport({
    url,
    onError: errors.put,
    ...options,
    retry: { retryDelay: 1, ...options.retry },
  });
  const session = await connectSession(transport, {
    clientInfo: { name: 'client', version: '1.0.0' },
    revisions: [GENERATED[NEWEST].revision, GENERATED['2025-03-26'].revision],
    onError: errors.put,
  });
  onTestFinished(() => session.close());
  return { session, transport, errors };
}
