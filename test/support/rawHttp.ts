/** Requests as any program may send them, with nothing checked on the way. */

import { request, type IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { Mailbox } from './mailbox.js';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body, if it is JSON. */
  readonly json: unknown;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string | undefined };
  readonly body?: unknown;
}

/** An answer whose body goes on. */
export interface RawStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The events as they come. */
  readonly events: Mailbox<EventSourceMessage>;
  /** Comments and delays, as they come. */
  readonly others: Mailbox<string>;
  /** Resolves when the server has ended the body, or the connection is gone. */
  readonly ended: Promise<void>;
  /** Breaks the connection. */
  destroy(): void;
}

/** What a client of Streamable HTTP sends with every POST. */
export const POST_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
} as const;

function send(url: string, { method = 'POST', headers = {}, body }: RawRequest): Promise<IncomingMessage> {
  const given: { readonly [name: string]: string | undefined } = { ...(method === 'POST' && POST_HEADERS), ...headers };
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [name: string]: string;
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: sent, agent: false }, resolve).on('error', reject);
    outgoing.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** Sends a request and reads all of the answer. */
export async function rawRequest(url: string, given: RawRequest): Promise<RawAnswer> {
  const response = await send(url, given);
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  const { statusCode: status = 0, headers } = response;
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  return { status, headers, text, json: isJson ? (JSON.parse(text) as unknown) : undefined };
}

/** Sends a request and reads its answer as a stream of events. */
export async function rawStream(url: string, given: RawRequest): Promise<RawStream> {
  const response = await send(url, given);
  const events = new Mailbox<EventSourceMessage>();
  const others = new Mailbox<string>();
  const parser = createParser({
    onEvent: events.put,
    onComment: (comment) => {
      others.put(comment.trim());
    },
    onRetry: (milliseconds) => {
      others.put(`retry ${milliseconds}`);
    },
  });
  response.setEncoding('utf8').on('data', (text: string) => {
    parser.feed(text);
  });
  response.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => response.on('close', resolve));
  const { statusCode: status = 0, headers } = response;
  return { status, headers, events, others, ended, destroy: () => response.destroy() };
}
