/** The client of an API in a project: pages, credentials, and responses. */

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
  { variable: 'PETS_TOKEN', header: 'x-pets-token', kind: 'bearer', name: 'authorization' },
  { variable: 'PETS_KEY', header: 'x-pets-key', kind: 'header', name: 'x-key' },
];

function authorized(callerHeaders: { readonly [name: string]: string }): { readonly [name: string]: string } {
  const { authorize } = loadApi('credentials', { credentials: JSON.stringify(CREDENTIALS) }) as {
    authorize: (url: URL, headers: Headers, context: object) => void;
  };
  process.env['PETS_KEY'] = 'owner';
  onTestFinished(() => void delete process.env['PETS_KEY']);
  const headers = new Headers();
  authorize(new URL('http://a.example'), headers, { http: { header: (name: string) => callerHeaders[name] } });
  return Object.fromEntries(headers);
}

test('a caller with a credential of its own receives no credential of the owner', () => {
  expect(authorized({})).toEqual({ 'x-key': 'owner' });
  expect(authorized({ 'x-pets-token': 'caller' })).toEqual({ authorization: 'Bearer caller' });
  expect(authorized({ 'x-pets-key': 'caller' })).toEqual({ 'x-key': 'caller' });
});
