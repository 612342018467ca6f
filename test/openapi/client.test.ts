/** The client of an API in a project: pages, credentials, and responses. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadApi } from './loadApi.js';

interface Page {
  readonly kind: 'json';
  readonly type: string;
  readonly value: unknown;
  readonly next?: URL | undefined;
}

type SendPage = (args: { readonly [name: string]: unknown }, url?: URL) => Promise<Page>;

const { collectPages } = loadApi('pages') as {
  collectPages: (call: object, args: object, sendPage: SendPage) => Promise<Page>;
};

function page(value: unknown, next?: URL): Page {
  return { kind: 'json', type: 'application/json', value, next };
}

const byNumber = { pages: { kind: 'number', parameter: 'page', items: ['data'] }, parameters: [] };

test('pages end where an API that has stated the URL of the next page states none', async () => {
  const asked: number[] = [];
  const { value } = await collectPages(byNumber, { max_pages: 6 }, (args, url) => {
    const number = Number(url?.searchParams.get('page') ?? args['page'] ?? 1);
    asked.push(number);
    const next = number < 3 ? new URL(`http://a.example/?page=${number + 1}`) : undefined;
    return Promise.resolve(page({ data: [number] }, next));
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

test('a call receives the credentials of the first way whose credentials are known', () => {
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

interface Sent {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
}

const { send } = loadApi('send') as { send: (url: URL, sent: Sent, signal: AbortSignal) => Promise<Response> };

/** Sends a request to an API, and returns the methods that it received. */
async function methodsAt(method: string, answer: (response: ServerResponse, count: number) => void): Promise<string[]> {
  const methods: string[] = [];
  const api = createServer((request, response) => {
    request.resume();
    answer(response, methods.push(request.method ?? ''));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    api.close();
    api.closeAllConnections();
  });
  const { port } = api.address() as AddressInfo;
  const response = await send(
    new URL(`http://127.0.0.1:${port}/`),
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

test('a redirect to another host does not tell its query', async () => {
  const answer = (response: ServerResponse): void =>
    void response.writeHead(307, { location: 'http://b.example/c?token=secret' }).end();
  await expect(methodsAt('POST', answer)).rejects.toThrow(
    'The API redirects to http://b.example/c, which is not followed',
  );
});
