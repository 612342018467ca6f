/** The client of an API in a project: pages, credentials, and responses. */

import type { ServerResponse } from 'node:http';
import { type Context, type DataReturn, Server } from '@mcp-gen/sdk';
import { testClient } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';
import { loadApi } from './loadApi.js';
import { startApi } from './startApi.js';

interface Page {
  readonly kind: 'json';
  readonly type: string;
  readonly value: unknown;
  readonly size: number;
  readonly next?: URL | undefined;
}

type SendPage = (args: { readonly [name: string]: unknown }, next?: { readonly url?: URL }) => Promise<Page>;

const { collectPages } = loadApi('pages') as {
  collectPages: (call: object, args: object, sendPage: SendPage) => Promise<Page>;
};

function page(value: unknown, next?: URL, size = 100): Page {
  return { kind: 'json', type: 'application/json', value, size, next };
}

const byNumber = { pages: { kind: 'number', parameter: 'page', items: ['data'] }, parameters: [] };

test('pages end where an API that has stated the URL of the next page states none', async () => {
  const asked: number[] = [];
  const { value } = await collectPages(byNumber, { max_pages: 6 }, (args, next) => {
    const number = Number(next?.url?.searchParams.get('page') ?? args['page'] ?? 1);
    asked.push(number);
    const url = number < 3 ? new URL(`http://a.example/?page=${number + 1}`) : undefined;
    return Promise.resolve(page({ data: [number] }, url));
  });
  expect(asked).toEqual([1, 2, 3]);
  expect(value).toEqual({ data: [1, 2, 3] });
});

test('pages by number end with an empty one', async () => {
  const sent: object[] = [];
  const { value } = await collectPages(byNumber, { max_pages: 6, q: 'x' }, (args) => {
    sent.push(args);
    return Promise.resolve(page({ data: sent.length < 3 ? [sent.length] : [], of: sent.length }));
  });
  expect(value).toEqual({ data: [1, 2], of: 3 });
  expect(sent).toEqual([{ q: 'x' }, { q: 'x', page: 2 }, { q: 'x', page: 3 }]);
});

test('pages by offset begin behind the items so far', async () => {
  const call = { pages: { kind: 'offset', parameter: 'skip', items: [] }, parameters: [] };
  const sent: object[] = [];
  const { value } = await collectPages(call, { max_pages: 3 }, (args) => {
    sent.push(args);
    return Promise.resolve(page(['a', 'b']));
  });
  expect(sent).toEqual([{}, { skip: 2 }, { skip: 4 }]);
  expect(value).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
});

test.each([[null], [{}], [[1, 2]], [{ data: null }]])('one page %j stays as it is', async (value) => {
  const answer = await collectPages(byNumber, {}, () => Promise.resolve(page(value)));
  expect(answer.value).toEqual(value);
});

test('a next page without the list ends the pages', async () => {
  const pages = [page({ data: [1] }), page(null)];
  const { value } = await collectPages(byNumber, { max_pages: 5 }, () => Promise.resolve(pages.shift() ?? page({})));
  expect(value).toEqual({ data: [1] });
});

test('one call has at most ten pages, whatever its arguments are', async () => {
  let count = 0;
  await collectPages(byNumber, { max_pages: 1e9 }, () => Promise.resolve(page({ data: [++count] })));
  expect(count).toBe(10);
});

test('the pages of one call have at most as many bytes as one response', async () => {
  const call = { ...byNumber, pages: { kind: 'token', parameter: 'cursor', items: ['data'], token: ['next'] } };
  let count = 0;
  const { value } = await collectPages(call, { max_pages: 10 }, () => {
    count++;
    return Promise.resolve(page({ data: [count], next: `c${count}` }, undefined, 1_500_000));
  });
  expect(value).toEqual({ data: [1, 2], next: 'c2' });
});

const CREDENTIALS = [
  { schemes: ['login'], variable: 'PETS_TOKEN', header: 'x-pets-token', kind: 'bearer', name: 'authorization' },
  { schemes: ['key'], variable: 'PETS_KEY', header: 'x-pets-key', kind: 'header', name: 'x-key' },
  { schemes: ['session'], variable: 'PETS_SESSION', header: 'x-pets-session', kind: 'cookie', name: 'sid' },
];

function authorized(
  callerHeaders: { readonly [name: string]: string },
  security?: readonly (readonly string[])[],
): { readonly [name: string]: string } {
  const { authorize } = loadApi('credentials', { credentials: JSON.stringify(CREDENTIALS) }) as {
    authorize: (url: URL, headers: Headers, context: object, security?: readonly (readonly string[])[]) => void;
  };
  process.env['PETS_KEY'] = 'owner';
  onTestFinished(() => void delete process.env['PETS_KEY']);
  const headers = new Headers();
  authorize(
    new URL('http://a.example'),
    headers,
    { http: { header: (name: string) => callerHeaders[name] } },
    security,
  );
  return Object.fromEntries(headers);
}

test('a caller with a credential of its own receives no credential of the owner', () => {
  expect(authorized({})).toEqual({ 'x-key': 'owner' });
  expect(authorized({ 'x-pets-token': 'caller' })).toEqual({ authorization: 'Bearer caller' });
  expect(authorized({ 'x-pets-key': 'caller' })).toEqual({ 'x-key': 'caller' });
});

test('a call receives the credentials of the first requirement whose credentials are known', () => {
  const caller = { 'x-pets-token': 'token', 'x-pets-key': 'key' };
  expect(authorized(caller, [])).toEqual({});
  expect(authorized(caller, [['key'], ['login']])).toEqual({ 'x-key': 'key' });
  expect(authorized(caller, [['login', 'key']])).toEqual({ authorization: 'Bearer token', 'x-key': 'key' });
  expect(authorized({}, [['login', 'key'], ['unknown'], ['key']])).toEqual({ 'x-key': 'owner' });
  expect(() => authorized({ 'x-pets-key': 'a\nb' }, [['key']])).toThrow(/^Invalid value of PETS_KEY: expected/);
});

test('a cookie is sent without encoding, and cannot add another one', () => {
  expect(authorized({ 'x-pets-session': 'a/b+c==' }, [['session']])).toEqual({ cookie: 'sid=a/b+c==' });
  expect(() => authorized({ 'x-pets-session': 'a; admin=1' }, [['session']])).toThrow(
    /^Invalid value of PETS_SESSION: expected characters that a cookie can have$/,
  );
});

test('a credential in the query replaces an argument of its name, and leaves the others as they are written', () => {
  const key = [{ schemes: ['key'], variable: 'PETS_KEY', header: 'x-pets-key', kind: 'query', name: 'key' }];
  const { authorize } = loadApi('credentials', { credentials: JSON.stringify(key) }) as {
    authorize: (url: URL, headers: Headers, context: object) => void;
  };
  const url = new URL('http://a.example/x?ids=1,2&key=other&q=a%20b');
  authorize(url, new Headers(), { http: { header: () => 'a&b' } });
  expect(url.search).toBe('?ids=1,2&q=a%20b&key=a%26b');
});

test('pages may begin with zero', async () => {
  const sent: object[] = [];
  const call = { ...byNumber, pages: { ...byNumber.pages, first: 0 } };
  await collectPages(call, { max_pages: 2 }, (args) => {
    sent.push(args);
    return Promise.resolve(page({ data: [1] }));
  });
  expect(sent).toEqual([{}, { page: 1 }]);
});

test('an argument max_pages of a call without pages is its own', async () => {
  const sent: object[] = [];
  await collectPages({ parameters: [] }, { max_pages: 7 }, (args) => {
    sent.push(args);
    return Promise.resolve(page(1));
  });
  expect(sent).toEqual([{ max_pages: 7 }]);
});

const { makeRequest } = loadApi('request') as {
  makeRequest: (base: string, call: object, args: object) => { url: URL };
};

test('arguments that nobody gave are not sent', () => {
  const parameters = [{ argument: 'constructor', name: 'constructor', in: 'query', style: 'form', explode: true }];
  expect(makeRequest('http://a.example', { method: 'GET', path: '/x', parameters }, {}).url.href).toBe(
    'http://a.example/x',
  );
});

const { Api } = loadApi('client') as {
  Api: new (base: string) => {
    call: (tool: object, args: object, context: object) => Promise<unknown>;
    read: (call: object, context: object) => Promise<object>;
  };
};

/** Starts an API that answers each request in the same way; resolves with its client. */
async function apiThat(answer: (response: ServerResponse) => void): Promise<InstanceType<typeof Api>> {
  const url = await startApi((request, response) => {
    request.resume();
    answer(response);
  });
  return new Api(url);
}

const call = { method: 'POST', path: '/x', parameters: [], result: 'json' };
const context = { signal: new AbortController().signal };

test('an operation that answers with bytes is a resource of bytes', async () => {
  const api = await apiThat((response) => response.writeHead(200, { 'content-type': 'image/png' }).end('abc'));
  expect(await api.read({ ...call, method: 'GET' }, context)).toEqual({
    blob: Buffer.from('abc'),
    mimeType: 'image/png',
  });
});

test.each([
  ['is larger than 4000000 bytes. Ask for less', (response: ServerResponse) => response.end('x'.repeat(4_000_001))],
  [
    'is not valid JSON',
    (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
  ],
])('a response that %s does not look like a call that failed', async (problem, answer) => {
  const api = await apiThat(answer);
  await expect(api.call({ name: 'add', options: {}, call }, {}, context)).rejects.toThrow(
    `The API carried out the call, but its response ${problem}`,
  );
});

test('an answer that differs from its document is an error that says that the call was carried out', async () => {
  const output = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  const answers: unknown[] = [{ id: 1 }, { id: 'x' }, { id: 'x'.repeat(100_000) }];
  const api = await apiThat((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers.shift()));
  });
  const tool = { name: 'add', options: { output }, call };
  const handler = (_: unknown, given: Context) => api.call(tool, {}, given) as Promise<DataReturn<object>>;
  const server = new Server({ name: 'a', version: '1' });
  server.tool('add', { output }, handler);
  const client = await testClient(server);
  onTestFinished(() => client.close());
  expect((await client.callTool('add')).structuredContent).toEqual({ id: 1 });
  expect((await client.callTool('add')).text).toBe(
    'The API carried out the call, but its answer differs from its document:\n/id: expected integer, got string\nThe answer: {"id":"x"}',
  );
  const { isError, text } = await client.callTool('add');
  expect(isError).toBe(true);
  expect(text).toMatch(/^[^]{10000,10500}…$/);
});

interface Sent {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
}

type Send = (url: URL, sent: Sent, signal: AbortSignal) => Promise<{ readonly response: Response }>;

const { send } = loadApi('send') as { send: Send };

/** Sends a request to an API, and returns the methods that it received. */
async function methodsAt(method: string, answer: (response: ServerResponse, count: number) => void): Promise<string[]> {
  const methods: string[] = [];
  const url = await startApi((request, response) => {
    request.resume();
    answer(response, methods.push(request.method ?? ''));
  });
  const { response } = await send(
    new URL(url),
    { method, headers: new Headers(), ...(method === 'POST' && { body: '{}' }) },
    new AbortController().signal,
  );
  await response.body?.cancel();
  return methods;
}

test('a writing call is not sent again after 503 or a redirect', async () => {
  const unavailable = (response: ServerResponse): void => void response.writeHead(503, { 'retry-after': '0' }).end();
  expect(await methodsAt('POST', unavailable)).toEqual(['POST']);
  expect(await methodsAt('PUT', unavailable)).toEqual(['PUT', 'PUT', 'PUT', 'PUT']);
  const redirect = (response: ServerResponse, count: number): void =>
    void (count === 1 ? response.writeHead(302, { location: '/b' }) : response.writeHead(200)).end();
  expect(await methodsAt('POST', redirect)).toEqual(['POST', 'GET']);
});

test('what follows a redirect is sent again without what came before it', async () => {
  const busy = (response: ServerResponse, count: number): void => {
    if (count === 1) response.writeHead(303, { location: '/b' }).end();
    else response.writeHead(count < 4 ? 429 : 200, { 'retry-after': '0' }).end();
  };
  expect(await methodsAt('POST', busy)).toEqual(['POST', 'GET', 'GET', 'GET']);
});

test('a request without a body states no type of one', async () => {
  const types: unknown[] = [];
  const url = await startApi((request, response) => {
    request.resume();
    types.push(request.headers['content-type']);
    response.writeHead(types.length === 1 ? 303 : 204, { location: '/b' }).end();
  });
  const headers = new Headers({ 'content-type': 'application/json' });
  await send(new URL(url), { method: 'POST', headers, body: '{}' }, new AbortController().signal);
  expect(types).toEqual(['application/json', undefined]);
});

test('a redirect to another host does not tell its query', async () => {
  const answer = (response: ServerResponse): void =>
    void response.writeHead(307, { location: 'http://b.example/c?token=secret' }).end();
  await expect(methodsAt('POST', answer)).rejects.toThrow(
    'The call may have been carried out, but then: The API redirects to http://b.example/c, which is not followed',
  );
  await expect(methodsAt('GET', answer)).rejects.toThrow(/^The API redirects to http:\/\/b\.example\/c, which/);
});

test.each([
  ['bearer', 'authorization', 'Bearer a:b'],
  ['basic', 'authorization', 'Basic YTpi'],
  ['header', 'x-key', 'a:b'],
  ['cookie', 'cookie', 'x-key=a:b'],
])('a credential of the kind %s', (kind, header, value) => {
  const credential = { schemes: ['s'], variable: 'PETS_S', header: 'x-pets-s', kind, name: 'x-key' };
  const { authorize } = loadApi('credentials', { credentials: JSON.stringify([credential]) }) as {
    authorize: (url: URL, headers: Headers, context: object) => void;
  };
  const headers = new Headers();
  authorize(new URL('http://a.example'), headers, { http: { header: () => 'a:b' } });
  expect(Object.fromEntries(headers)).toEqual({ [header]: value });
});

test('an API that does not answer in time is an error', async () => {
  const url = new URL(await startApi(() => undefined));
  const impatient = loadApi('send', {}, (text) => text.replace('TIMEOUT = 30_000', 'TIMEOUT = 20')) as {
    send: Send;
  };
  const sent = { method: 'GET', headers: new Headers() };
  await expect(impatient.send(url, sent, new AbortController().signal)).rejects.toThrow(
    'The API did not answer within 0.02 seconds',
  );
});

test('a redirect at the same host keeps the credentials', async () => {
  const seen: (string | undefined)[] = [];
  const url = await startApi((request, response) => {
    seen.push(request.headers['x-key'] as string | undefined);
    if (request.url === '/b') response.end();
    else response.writeHead(301, { location: '/b' }).end();
  });
  const headers = new Headers({ 'x-key': 'secret' });
  const { response } = await send(new URL('/a', url), { method: 'GET', headers }, new AbortController().signal);
  await response.body?.cancel();
  expect(seen).toEqual(['secret', 'secret']);
});

/** Accepts a redirect to another host of this machine, as one to a host of `https:`. */
const followsHttp = (text: string): string => text.replace("next?.protocol === 'https:'", "next?.protocol === 'http:'");

test('a redirect to another host loses the headers', async () => {
  const seen: object[] = [];
  const other = await startApi((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  const url = new URL(await startApi((_, response) => void response.writeHead(302, { location: `${other}/b` }).end()));
  const headers = { 'x-key': 'secret', authorization: 'Bearer secret', cookie: 'sid=secret' };
  const { send: sendAnywhere } = loadApi('send', {}, followsHttp) as { send: Send };
  const { response } = await sendAnywhere(
    url,
    { method: 'GET', headers: new Headers(headers) },
    new AbortController().signal,
  );
  expect(response.status).toBe(200);
  expect(seen).toHaveLength(1);
  for (const name of Object.keys(headers)) expect(seen[0]).not.toHaveProperty(name);
});

const paged = {
  method: 'GET',
  path: '/x',
  parameters: [],
  result: 'json',
  pages: { kind: 'number', parameter: 'page', items: [] },
};

test('links of pages are relative to the page that has them, also after a redirect', async () => {
  const seen: string[] = [];
  const url = await startApi((request, response) => {
    seen.push(request.url ?? '');
    const next = ['', '<?page=2>; rel="next"', '<c?page=3>; rel="next"'][seen.length - 1];
    if (seen.length === 1) response.writeHead(307, { location: '/a/b' }).end();
    else response.writeHead(200, { 'content-type': 'application/json', ...(next && { link: next }) }).end('[1]');
  });
  const result = await new Api(url).call(
    { name: 'list', options: { output: {} }, call: paged },
    { max_pages: 5 },
    context,
  );
  expect((result as DataReturn).value).toEqual([1, 1, 1]);
  expect(seen).toEqual(['/x', '/a/b', '/a/b?page=2', '/a/c?page=3']);
});

test('a link of another host is not followed, also if that host has stated it', async () => {
  const seen: string[] = [];
  const other = await startApi((request, response) => {
    seen.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json', link: '<?page=2>; rel="next"' }).end('[1]');
  });
  const url = await startApi((_, response) => void response.writeHead(307, { location: `${other}/b` }).end());
  const { Api: Anywhere } = loadApi('client', {}, followsHttp) as { Api: typeof Api };
  const one = { ...paged, pages: { ...paged.pages, kind: 'token', token: ['next'] } };
  await new Anywhere(url).call({ name: 'list', options: { output: {} }, call: one }, { max_pages: 5 }, context);
  expect(seen).toEqual(['/b']);
});

test('behind the last page, status 404 ends the pages, and any other failure is one', async () => {
  const pagesUntil = async (status: number): Promise<unknown> => {
    const url = await startApi((request, response) => {
      request.resume();
      const number = Number(new URL(request.url ?? '', 'http://a.example').searchParams.get('page') ?? 1);
      response.setHeader('content-type', 'application/json');
      response.writeHead(number < 3 ? 200 : status).end(JSON.stringify({ data: [number] }));
    });
    const parameters = [{ argument: 'page', name: 'page', in: 'query', style: 'form', explode: true }];
    const paged = { ...call, ...byNumber, method: 'GET', parameters };
    return new Api(url).call({ name: 'list', options: { output: {} }, call: paged }, { max_pages: 5 }, context);
  };
  expect(((await pagesUntil(404)) as DataReturn).value).toEqual({ data: [1, 2] });
  await expect(pagesUntil(500)).rejects.toThrow('GET /x failed: 500');
});

test('a form that is null has no body', async () => {
  const sent: unknown[] = [];
  const url = await startApi((request, response) => {
    request.resume();
    sent.push(request.headers['content-type'], request.headers['content-length']);
    response.writeHead(204).end();
  });
  for (const kind of ['form', 'multipart']) {
    const body = { kind, mediaType: 'application/x-www-form-urlencoded', files: [] };
    await new Api(url).call({ name: 'add', options: {}, call: { ...call, body } }, { body: null }, context);
  }
  expect(sent).toEqual([undefined, '0', undefined, '0']);
});

test('a failure names the request that failed, and what may have been carried out before', async () => {
  const failing = async (status: number, method: string): Promise<unknown> => {
    const url = await startApi((request, response) => {
      request.resume();
      if (request.url === '/b?token=secret') response.writeHead(500).end('broken');
      else response.writeHead(status, { location: '/b?token=secret' }).end();
    });
    const failed = new Api(url).call({ name: 'add', options: {}, call: { ...call, method } }, {}, context);
    return failed.catch((error: unknown) => String(error).replace(url, 'URL'));
  };
  const target = 'GET URL/b, to which GET /x was redirected, failed: 500 Internal Server Error. broken.';
  expect(await failing(302, 'GET')).toBe(`ToolError: ${target}`);
  expect(await failing(303, 'POST')).toBe(
    `ToolError: POST /x may have been carried out, but ${target.replace('GET /x', 'POST /x')}`,
  );
});

test('JSON without a type, or as bytes, is a result', async () => {
  const tool = { name: 'add', options: { output: { type: 'object' } }, call };
  for (const headers of [{}, { 'content-type': 'application/octet-stream' }]) {
    const api = await apiThat((response) => void response.writeHead(200, headers).end('{"id":1}'));
    expect(((await api.call(tool, {}, context)) as DataReturn).value).toEqual({ id: 1 });
  }
});

test('a response that breaks off, or does not end in time, does not look like a call that failed', async () => {
  const broken = await apiThat((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setTimeout(() => response.destroy(), 20);
  });
  const tool = { name: 'add', options: {}, call };
  const message = /^The API carried out the call, but its response broke off: /;
  await expect(broken.call(tool, {}, context)).rejects.toThrow(message);
  const { Api: Impatient } = loadApi('client', {}, (text) => text.replace('TIMEOUT = 30_000', 'TIMEOUT = 50')) as {
    Api: typeof Api;
  };
  const url = await startApi((request, response) => {
    request.resume();
    response.writeHead(200).write('{');
  });
  await expect(new Impatient(url).call(tool, {}, context)).rejects.toThrow(message);
});

test.each([
  ['seconds', () => '120'],
  ['a date', () => new Date(Date.now() + 120_000).toUTCString()],
])('a wait that is too long, in %s, is what the model reads', async (_, retryAfter) => {
  let count = 0;
  const api = await apiThat((response) => {
    count++;
    response.writeHead(429, { 'retry-after': retryAfter() }).end('{"message":"Slow down"}');
  });
  await expect(api.call({ name: 'add', options: {}, call }, {}, context)).rejects.toThrow(
    /^POST \/x failed: 429 Too Many Requests\. Slow down\. Call again in 1(?:19|20) seconds\.$/,
  );
  expect(count).toBe(1);
});

test('a wait ends at the date that the API states', async () => {
  let count = 0;
  const api = await apiThat((response) => {
    const isFirst = ++count === 1;
    const headers = { 'retry-after': new Date(Date.now() - 1_000).toUTCString() };
    response.writeHead(isFirst ? 429 : 200, headers).end(isFirst ? '' : 'done');
  });
  await api.call({ name: 'add', options: {}, call }, {}, context);
  expect(count).toBe(2);
});

test('a call that is cancelled while it waits ends, and is not sent again', async () => {
  const controller = new AbortController();
  const start = performance.now();
  let count = 0;
  const api = await apiThat((response) => {
    count++;
    response.writeHead(429, { 'retry-after': '20' }).end(() => setTimeout(() => controller.abort(), 20));
  });
  await expect(api.call({ name: 'add', options: {}, call }, {}, { signal: controller.signal })).rejects.toThrow(
    /abort/,
  );
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(count).toBe(1);
});
