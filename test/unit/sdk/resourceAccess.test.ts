/** Which registration decides whether a caller may have a URI, however the URI is written. */

import { Server, type ResourceTemplateOptions } from '@mcp-gen/sdk';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { NEWEST_SESSION } from '../../support/schemas.js';
import { openClient, openWire, reportingServer, type TestClient } from './support.js';

const info = { name: 'test', version: '1.0.0' };
const ADMIN = { access: ['admin'] } as const;

/** Reads a URI: the text, or the code of the error. */
const read = (client: TestClient, uri: string): Promise<unknown> =>
  client.request('resources/read', { uri }).then(
    (result) => (result as { contents: { text: string }[] }).contents[0]?.text,
    (error: unknown) => (error as { code: number }).code,
  );

const NOT_FOUND = -32002;

/** A public template for all paths, and what it reads: the path. */
function publicServer(uriTemplate = 'a://vault/{+path}', options: ResourceTemplateOptions<string> = {}): Server {
  const server = new Server(info);
  server.resourceTemplate(uriTemplate, options, (variables) => `public ${JSON.stringify(variables)}`);
  return server;
}

describe('a restricted resource beside a public template', () => {
  test.each([
    'a://vault/key',
    'a://vault//key',
    'a://vault/key/',
    'a://vault///key//',
    'a://vault/./key',
    'a://vault/x/../key',
    'a://vault/%6bey',
    'a://vault/%2Fkey',
    'a://vault/%2fkey%2F',
    'a://vault/%5Ckey',
    'a://vault/key%5C',
    'a://vault/key?',
    'a://vault/key#',
    'a://vault/key?#',
    'a://vault/key?x=1',
    'a://vault/key#x',
    'a://vault//key/?x=1#y',
    'a://vault/key%0D%0A',
    'a://vault/C:%2Fkey',
  ])('is not found as %s', async (uri) => {
    const server = publicServer();
    server.resource('a://vault/key', ADMIN, 'secret');
    const client = await openClient(server);
    expect(await read(client, uri)).toBe(NOT_FOUND);
    await expect(client.request('resources/subscribe', { uri })).rejects.toMatchObject({ code: NOT_FOUND });
    expect(await read(client, 'a://vault/keys')).toBe('public {"path":"keys"}');
  });

  test.each([
    ['a://vault/a,b', 'a://vault/a%2Cb'],
    ['a://vault/a%2Cb', 'a://vault/a,b'],
    ['a://vault/a/b', 'a://vault/a%2Fb'],
    ['a://vault/x?all', 'a://vault//x?all'],
    ['a://vault/folder/', 'a://vault/folder'],
  ])('%s is not found as %s', async (restricted, uri) => {
    const server = publicServer();
    server.resource(restricted, ADMIN, 'secret');
    expect(await read(await openClient(server), uri)).toBe(NOT_FOUND);
  });

  test('is not found through a template that allows absolute paths', async () => {
    const server = publicServer('a://{+path}', { allow: ['absolute', 'backslashes', 'controls'] });
    server.resource('a:///key', ADMIN, 'secret');
    const client = await openClient(server);
    expect(await read(client, 'a:////key')).toBe(NOT_FOUND);
    expect(await read(client, 'a:///%5Ckey')).toBe(NOT_FOUND);
    expect(await read(client, 'a:///keys')).toBe('public {"path":"/keys"}');
  });

  test('that is registered in two spellings is decided by each of them', async () => {
    const server = publicServer();
    server.resource('a://vault/key', ADMIN, 'secret');
    server.resource('a://vault/key/', {}, 'index');
    const client = await openClient(server);
    expect(await read(client, 'a://vault/key/')).toBe('index');
    expect(await read(client, 'a://vault/key')).toBe(NOT_FOUND);
    expect(await read(client, 'a://vault//key')).toBe(NOT_FOUND);
  });
});

test('a URI that grows beyond the maximum when it is normalized is not found', async () => {
  const wire = await openWire(publicServer());
  expect(await wire.ask(1, 'resources/read', { uri: `a://vault/${'é'.repeat(1_000)}` })).toMatchObject({
    id: 1,
    result: { contents: [{ uri: `a://vault/${'%C3%A9'.repeat(1_000)}` }] },
  });
  expect(await wire.ask(2, 'resources/read', { uri: `a://vault/${'é'.repeat(2_000)}` })).toMatchObject({
    id: 2,
    error: { code: NOT_FOUND },
  });
});

describe('of templates', () => {
  test.each([
    'a://vault/private/x',
    'a://vault/private//x',
    'a://vault/private/x/',
    'a://vault//private/x',
    'a://vault/private%2Fx',
    'a://vault/private/a,b',
    'a://vault/private/a;b',
    'a://vault/private/x?',
    'a://vault/private/x?y=1',
  ])('a restricted one is not passed over for a broader one: %s', async (uri) => {
    const server = publicServer();
    server.resourceTemplate('a://vault/private/{id}', ADMIN, () => 'secret');
    const client = await openClient(server);
    expect(await read(client, uri)).toBe(NOT_FOUND);
    expect(await read(client, 'a://vault/privates/x')).toBe('public {"path":"privates/x"}');
  });

  test('one that refuses a value is not passed over for a broader one', async () => {
    const server = publicServer();
    server.resourceTemplate('a://vault/private/{+path}', ADMIN, () => 'secret');
    const client = await openClient(server);
    expect(await read(client, 'a://vault/private/C:x')).toBe(NOT_FOUND);
    expect(await read(client, 'a://vault/private//x')).toBe(NOT_FOUND);
    expect(await read(client, 'a://vault/private/%5Cx')).toBe(NOT_FOUND);
  });

  test('a public one that is more specific decides, and so does a public resource', async () => {
    const server = new Server(info);
    server.resourceTemplate('a://{+path}', ADMIN, () => 'secret');
    server.resourceTemplate('a://open/{id}', {}, ({ id }) => `open ${id}`);
    server.resource('a://door', {}, 'door');
    const client = await openClient(server);
    expect(await read(client, 'a://open/1')).toBe('open 1');
    expect(await read(client, 'a://door')).toBe('door');
    expect(await read(client, 'a://door/')).toBe(NOT_FOUND);
    expect(await read(client, 'a://other')).toBe(NOT_FOUND);
  });

  test.each([
    [['a://{+x}', 'a://{x}', 'a://k{x}'], 'a://key', 'a://k{x}'],
    [['a://{+x}', 'a://{x}'], 'a://key', 'a://{x}'],
    [['a://k{/x*}', 'a://k{/x}'], 'a://k/y', 'a://k{/x}'],
    [['a://{x}', 'a://{x:3}'], 'a://key', 'a://{x:3}'],
    [['a://k{?x,y}', 'a://k{?x}'], 'a://k?x=1', 'a://k{?x}'],
    [['a://{x}', 'a://{y}'], 'a://key', 'a://{x}'],
    [['a://{+x}', 'a://%C3%A9{x}'], 'a://%C3%A9a', 'a://%C3%A9{x}'],
  ])('%j, the most specific one for %s is %s', async (templates, uri, chosen) => {
    const server = new Server(info);
    for (const template of templates) server.resourceTemplate(template, {}, () => template);
    expect(await read(await openClient(server), uri)).toBe(chosen);
  });
});

test('what is disabled is not found through a broader template, until it is enabled or removed', async () => {
  const server = publicServer();
  const resource = server.resource('a://vault/key', {}, 'key');
  const template = server.resourceTemplate('a://vault/x/{id}', {}, () => 'x');
  const client = await openClient(server);
  const uris = ['a://vault/key', 'a://vault/x/1'];
  const readAll = (): Promise<unknown[]> => Promise.all(uris.map((uri) => read(client, uri)));
  expect(await readAll()).toEqual(['key', 'x']);
  resource.disable();
  template.disable();
  expect(await readAll()).toEqual([NOT_FOUND, NOT_FOUND]);
  resource.enable();
  template.enable();
  expect(await readAll()).toEqual(['key', 'x']);
  resource.disable();
  resource.remove();
  template.remove();
  expect(await readAll()).toEqual(['public {"path":"key"}', 'public {"path":"x/1"}']);
});

test('updates are told by the same decision', async () => {
  const server = publicServer();
  const client = await openClient(server);
  const uris = ['a://vault/key/', 'a://vault/x/1', 'a://vault/other'];
  for (const uri of uris) await client.request('resources/subscribe', { uri });
  server.resource('a://vault/key', ADMIN, 'secret');
  server.resourceTemplate('a://vault/x/{id}', ADMIN, () => 'secret');
  for (const uri of uris) server.resourceUpdated(uri);
  await client.request('ping');
  const updated = client.notified.empty().filter(({ method }) => method === 'notifications/resources/updated');
  expect(updated).toMatchObject([{ params: { uri: 'a://vault/other' } }]);
});

describe('a template for paths', () => {
  const REFUSED = [
    ['absolute', 'a://vault//x', '/x'],
    ['absolute', 'a://vault/%2Fx', '/x'],
    ['absolute', 'a://vault///host/x', '//host/x'],
    ['absolute', 'a://vault/C:/x', 'C:/x'],
    ['absolute', 'a://vault/c:x', 'c:x'],
    ['backslashes', 'a://vault/x%5Cy', 'x\\y'],
    ['controls', 'a://vault/x%0D%0Ay', 'x\r\ny'],
    ['controls', 'a://vault/x%7F', 'x\x7f'],
    ['controls', 'a://vault/x%C2%85', 'x\x85'],
  ] as const;

  test.each(REFUSED)('refuses a value unless it allows what is %s: %s', async (allowed, uri, path) => {
    expect(await read(await openClient(publicServer()), uri)).toBe(NOT_FOUND);
    const client = await openClient(publicServer('a://vault/{+path}', { allow: [allowed] }));
    expect(await read(client, uri)).toBe(`public ${JSON.stringify({ path })}`);
  });

  test.each([
    ['a://vault{#path}', 'a://vault#/x'],
    ['a://vault{#path}', 'a://vault#x%0Ay'],
    ['a://vault{/path*}', 'a://vault//x'],
    ['a://vault{/path*}', 'a://vault/C:/x'],
    ['a://vault/{+paths*}', 'a://vault/x,/y'],
  ])('%s refuses %s unless it is allowed', async (template, uri) => {
    expect(await read(await openClient(publicServer(template)), uri)).toBe(NOT_FOUND);
    const client = await openClient(publicServer(template, { allow: ['absolute', 'controls'] }));
    expect(await read(client, uri)).toContain('public');
  });

  test.each(['..', 'x/../..', 'x\0'])('never accepts %s', async (value) => {
    covers('resources-paths');
    const encoded = encodeURIComponent(value).replaceAll('.', '%2E');
    const allow = ['absolute', 'backslashes', 'controls'] as const;
    for (const template of ['a://vault/{+path}', 'a://vault{#path}']) {
      const uri = template.replace(/\{.*/, template.includes('#') ? `#${encoded}` : encoded);
      for (const [revision, code] of [
        [NEWEST_SESSION, NOT_FOUND],
        ['2026-07-28', -32602],
      ] as const) {
        const client = await openClient(publicServer(template, { allow }), { revision });
        expect(await read(client, uri)).toBe(code);
      }
    }
  });

  test.each(['a://vault{?path}', 'a://vault?x=1{&path}'])(
    'of a query like %s accepts any text but NUL',
    async (template) => {
      const client = await openClient(publicServer(template));
      const readAs = (path: string): Promise<unknown> =>
        read(client, template.replace(/\{(.).*/, `$1path=${encodeURIComponent(path)}`));
      for (const path of ['/x', '..', 'C:\\x', 'x\r\ny'])
        expect(await readAs(path)).toBe(`public ${JSON.stringify({ path })}`);
      expect(await readAs('x\0')).toBe(NOT_FOUND);
    },
  );

  test('of a segment accepts encoded slashes if it allows them, and guards what a more specific one decides about', async () => {
    const [uri, secret] = ['a://vault/x%2Fy', 'a://vault/secret%2Fplan'];
    expect(await read(await openClient(publicServer('a://vault/{path}')), uri)).toBe(NOT_FOUND);
    const server = publicServer('a://vault/{path}', { allow: ['slashes'] });
    server.resource('a://vault/secret/plan', { access: () => false }, 'secret');
    const client = await openClient(server);
    expect(await read(client, uri)).toBe('public {"path":"x/y"}');
    expect(await read(client, 'a://vault/x')).toBe('public {"path":"x"}');
    for (const refused of ['a://vault/x/y', 'a://vault/%2Fetc', 'a://vault/..%2Fetc', 'a://vault/x%5Cy', secret])
      expect(await read(client, refused), refused).toBe(NOT_FOUND);
  });

  test('that was refused and could be allowed is reported once, to the application alone', async () => {
    const { server, errors } = reportingServer();
    server.resourceTemplate('a://vault/{+path}', {}, () => 'public');
    const client = await openClient(server);
    for (const uri of ['a://vault//etc', 'a://vault//var', 'a://vault/x%5Cy', 'a://vault/x/%2e%2e%2fy', 'b://other'])
      expect(await read(client, uri), uri).toBe(NOT_FOUND);
    const told = (value: string): string =>
      `Error: The template a://vault/{+path} refused a value of "path", so the resource was not found. If its handler is safe with such values, add "${value}" to its option allow. Reported once`;
    expect(errors.map(String)).toEqual([told('absolute'), told('backslashes')]);
  });

  test('allows nothing else', () => {
    expect(() => publicServer('a://{+path}', { allow: ['dots'] as never })).toThrow(
      'Invalid option "allow" for the template a://{+path}: expected an array of absolute, backslashes, controls, slashes, got ["dots"]',
    );
  });
});
