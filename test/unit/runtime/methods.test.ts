/** Requests beyond those of the revisions. */

import { expect, test } from 'vitest';
import { isObject, type RequestEntry } from '../../../runtime/src/codegen/v1.js';
import { memoryPair, serve, type ServeTransportOptions } from '../../../runtime/src/index.js';
import { declares, namesIn } from '../../../runtime/src/peer/profile.js';
import { newer, older, serverInfo } from './fixture.js';
import { notification, request, Wire } from './support.js';

const entry: RequestEntry = {
  name: 'search',
  params: (value) => isObject(value) && typeof value['query'] === 'string',
  paramsType: 'SearchParams',
  result: isObject,
  resultType: 'SearchResult',
  cancellable: true,
  capability: 'extensions.com.acme/search',
};

function open(options: Partial<ServeTransportOptions> = {}): { readonly wire: Wire; readonly errors: unknown[] } {
  const [near, far] = memoryPair();
  const errors: unknown[] = [];
  const methods = { 'acme/search': { entry, handle: (params: unknown) => ({ found: params }) } };
  const onError = (error: unknown): void => void errors.push(error);
  serve({}, { serverInfo, revisions: [older, newer], transport: near, methods, onError, ...options });
  return { wire: new Wire(far), errors };
}

test.each([older.id, newer.id])('are answered in %s, and declare their capability', async (protocolVersion) => {
  const { wire, errors } = open();
  const clientInfo = { name: 'raw', version: '1.0.0' };
  wire.say(request('open', 'initialize', { protocolVersion, capabilities: {}, clientInfo }));
  expect(await wire.next()).toMatchObject({
    result: { protocolVersion, capabilities: { extensions: { 'com.acme/search': {} } } },
  });
  wire.say(notification('notifications/initialized'));
  wire.say(request(1, 'acme/search', { query: 'Emma' }));
  expect(await wire.next()).toMatchObject({ id: 1, result: { found: { query: 'Emma' } } });
  wire.say(request(2, 'acme/search', {}));
  expect(await wire.next()).toMatchObject({
    id: 2,
    error: { code: -32602, message: 'Invalid params for acme/search' },
  });
  wire.say(request(3, 'acme/other', {}));
  expect(await wire.next()).toMatchObject({ id: 3, error: { code: -32601 } });
  // The revision has no explanation of the definition, and is not asked for one.
  expect(errors).toEqual([]);
});

test.each(['words/say', 'initialize', 'ping', 'places/list'])('must not be %s, which a revision has', (method) => {
  const methods = { [method]: { entry, handle: () => ({}) } };
  expect(() => open({ methods })).toThrow(`${method} is a method of revision `);
});

test('the identifier of an extension is one name of a path', () => {
  expect(namesIn('extensions.com.example/ui')).toEqual(['extensions', 'com.example/ui']);
  expect(namesIn('experimental.com.example/ui')).toEqual(['experimental', 'com.example/ui']);
  expect(namesIn('resources.subscribe')).toEqual(['resources', 'subscribe']);
  expect(declares({ experimental: { 'com.example/ui': {} } }, 'experimental.com.example/ui')).toBe(true);
  expect(declares({ experimental: { com: { 'example/ui': {} } } }, 'experimental.com.example/ui')).toBe(false);
});
