/** The adapter to the web's own requests and responses: what an endpoint sees of a request, and how it answers. */

import { describe, expect, test } from 'vitest';
import {
  BodyTooLargeError,
  IncompleteBodyError,
  type HttpExchange,
} from '../../../runtime/src/http/shared/httpExchange.js';
import { Ledger } from '../../../runtime/src/ledger/index.js';
import { openExchange } from './fetchSupport.js';

/** A stream of chunks. */
function streamOf(...chunks: readonly (readonly number[])[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Uint8Array.from(chunk));
      controller.close();
    },
  });
}

function posting(body: ReadableStream<Uint8Array>): Request {
  return new Request('http://localhost/mcp', { method: 'POST', body, duplex: 'half' });
}

/** Reads a body, which no framework has parsed. */
const readText = ({ body }: HttpExchange, limit: number): Promise<string> => {
  if ('value' in body) throw new Error('The body was parsed');
  return body.readText(limit, new Ledger().anyone);
};

const failure = (reading: Promise<string>): Promise<unknown> => reading.catch((error: unknown) => error);

describe('a request', () => {
  test('has its method, its path with the query, and its headers', () => {
    const request = new Request('http://localhost:3000/mcp?session=a%20b', {
      method: 'DELETE',
      headers: { 'Mcp-Session-Id': 'one' },
    });
    const { exchange } = openExchange(request);
    expect(exchange).toMatchObject({ method: 'DELETE', path: '/mcp?session=a%20b' });
    expect(exchange.header('mcp-session-id')).toBe('one');
    expect(exchange.header('origin')).toBeUndefined();
  });

  test('takes its host from the URL if the header is missing', () => {
    const url = 'http://localhost:3000/mcp';
    expect(openExchange(new Request(url)).exchange.header('host')).toBe('localhost:3000');
    const named = new Request(url, { headers: { host: 'evil.example' } });
    expect(openExchange(named).exchange.header('host')).toBe('evil.example');
  });
});

describe('a body', () => {
  test('is decoded as UTF-8 across chunks', async () => {
    const { exchange } = openExchange(posting(streamOf([0x7b, 0xc3], [0xa9, 0x7d])));
    expect(await readText(exchange, 4)).toBe('{é}');
  });

  test('may be empty', async () => {
    const { exchange } = openExchange(new Request('http://localhost/mcp', { method: 'POST' }));
    expect(await readText(exchange, 0)).toBe('');
  });

  test('beyond the limit is canceled', async () => {
    let given = 0;
    let cancelled = false;
    const large = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given += 10;
          controller.enqueue(new Uint8Array(10));
          if (given === 100) controller.close();
        },
        cancel() {
          cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const { exchange } = openExchange(posting(large));
    await expect(readText(exchange, 25)).rejects.toThrow(BodyTooLargeError);
    expect({ given, cancelled }).toEqual({ given: 30, cancelled: true });
  });

  test('that breaks off is incomplete, with the cause', async () => {
    const cause = new Error('reset');
    const breaking = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cause) });
    const error = await failure(readText(openExchange(posting(breaking)).exchange, 10));
    expect(error).toBeInstanceOf(IncompleteBodyError);
    expect(error).toMatchObject({ cause });
  });

  test('that is locked by another reader is incomplete, with the cause', async () => {
    const request = posting(streamOf([1]));
    request.body?.getReader();
    const error = await failure(readText(openExchange(request).exchange, 10));
    expect(error).toBeInstanceOf(IncompleteBodyError);
    expect(error).toMatchObject({ cause: { name: 'TypeError', message: expect.stringContaining('locked') } });
  });

  test('that was read before is a programming error', async () => {
    const request = posting(streamOf([1]));
    await request.text();
    const error = await failure(readText(openExchange(request).exchange, 10));
    expect(error).not.toBeInstanceOf(IncompleteBodyError);
    expect(error).toMatchObject({ message: expect.stringContaining('Pass a clone') });
  });
});

describe('an answer', () => {
  test('has its status, headers and body', async () => {
    const { exchange, response } = openExchange();
    void exchange.respond(413, { 'content-type': 'text/plain', allow: 'GET' }, 'Grüße');
    const { status, headers } = await response;
    expect([status, headers.get('content-type'), headers.get('allow')]).toEqual([413, 'text/plain', 'GET']);
    expect(await (await response).text()).toBe('Grüße');
  });

  test.each([202, 204])('may have no body: %d', async (status) => {
    const { exchange, response } = openExchange();
    void exchange.respond(status, {});
    expect(await response).toMatchObject({ status, body: null });
  });

  test('that is streamed has its status and headers before the first write', async () => {
    const { exchange, response } = openExchange();
    exchange.stream({ 'content-type': 'text/event-stream' });
    const { status, headers } = await response;
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  });
});
