/** What programs in plain JavaScript get wrong, and the compiler cannot tell them. */

import { Server, type Access } from '@mcp-gen/sdk';
import { createHandler, serveHttp } from '@mcp-gen/sdk/http';
import { memoryPair } from '@mcp-gen/runtime';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openClient, reportingServer } from './support.js';

const info = { name: 'test', version: '1.0.0' };
const handler = (): string => '';

/** As JavaScript sees it: whatever is given passes. */
type Untyped = {
  readonly [Name in 'tool' | 'resource' | 'resourceTemplate' | 'prompt' | 'serve']: (...given: unknown[]) => unknown;
};

function untyped(): Untyped {
  return new Server(info) as unknown as Untyped;
}

test.each<[message: string, act: (server: Untyped) => unknown]>([
  [
    'Unknown option "inputSchema" for the tool a. Did you mean "input"?',
    (server) => server.tool('a', { inputSchema: { type: 'object' } }, handler),
  ],
  [
    'Invalid options for the tool a: expected an object, got a string',
    (server) => server.tool('a', 'Does it', handler),
  ],
  [
    "Missing options for the tool a: pass { description: '...' } or {} before the handler",
    (server) => server.tool('a', handler),
  ],
  ['Missing options for the prompt a: pass {', (server) => server.prompt('a', handler)],
  ['Missing options for the resource a:b: pass {', (server) => server.resource('a:b', handler)],
  ['Missing options for the template a:{b}: pass {', (server) => server.resourceTemplate('a:{b}', handler)],
  ['Invalid handler for the tool a: expected a function', (server) => server.tool('a', {})],
  [
    'Invalid option "access" for the tool a: expected an array of roles or a function, got a string',
    (server) => server.tool('a', { access: 'admin' }, handler),
  ],
  [
    'the input of tool a: expected one schema, got an object with a schema at city. Wrap it: z.object({ city: ... })',
    (server) => server.tool('a', { input: { city: z.string() } }, handler),
  ],
  ['Invalid handler for the resource a:b: expected a function, got nothing', (server) => server.resource('a:b', {})],
  ['Unknown option "type" for the resource', (server) => server.resource('a:b', { type: '' }, '')],
  [
    'Invalid option "access" for the resource a:b: expected an array of roles or a function, got an array',
    (server) => server.resource('a:b', { access: [1] }, ''),
  ],
  ['Invalid handler for the template a:{b}: expected a function', (server) => server.resourceTemplate('a:{b}', {})],
  ['Unknown option "lists"', (server) => server.resourceTemplate('a:{b}', { lists: handler }, handler)],
  ['Invalid option "access" for the template', (server) => server.resourceTemplate('a:{b}', { access: '' }, handler)],
  ['Invalid tool name 5', (server) => server.tool(5, {}, handler)],
  ['Invalid tool name undefined', (server) => server.tool(undefined, {}, handler)],
  ['Invalid prompt name: expected a non-empty string', (server) => server.prompt(undefined, {}, handler)],
  ['Invalid handler for the prompt a: expected a function', (server) => server.prompt('a', {})],
  ['Unknown option "argsSchema"', (server) => server.prompt('a', { argsSchema: {} }, handler)],
  ['Invalid option "access" for the prompt a', (server) => server.prompt('a', { access: '' }, handler)],
  // One schema for all arguments, and one for each.
  [
    'Invalid option "arguments" for the prompt a: expected an object with options for each argument',
    (server) => server.prompt('a', { arguments: z.object({ city: z.string() }) }, handler),
  ],
  [
    'Invalid option "arguments" for the prompt b: expected an object with options for each argument',
    (server) => server.prompt('b', { arguments: { city: z.string() } }, handler),
  ],
  [
    'Invalid options for the argument city of the prompt a: expected an object, got a string',
    (server) => server.prompt('a', { arguments: { city: 'The city' } }, handler),
  ],
  [
    'Unknown option "type" for the argument city of the prompt a. Valid options: title, description, required, complete',
    (server) => server.prompt('a', { arguments: { city: { type: 'string' } } }, handler),
  ],
  ['Pass the transport as an option: server.serve({ transport })', (server) => server.serve(memoryPair()[0])],
  ['Unknown option "transports" for serve', (server) => server.serve({ transports: [] })],
])('an author is told: %s', (message, act) => {
  expect(() => act(untyped())).toThrow(message);
});

test('a server needs a name, a version, and options that there are', () => {
  const Untyped = Server as unknown as new (...given: unknown[]) => Server;
  const nameless = "Invalid server info: expected a name and a version, such as { name: 'weather', version: '1.0.0' }";
  expect(() => new Untyped()).toThrow(nameless);
  expect(() => new Untyped({ name: 'test' })).toThrow(nameless);
  expect(() => new Untyped(info, { instruction: '' })).toThrow('Unknown option "instruction" for the server');
});

test.each([
  [new URL('https://a.example'), 'an object of the class URL'],
  [7, 'a number'],
  [null, 'null'],
])('the website of a server is not %o', (websiteUrl, got) => {
  const Untyped = Server as unknown as new (...given: unknown[]) => Server;
  const message = `Invalid option "websiteUrl" for the server: expected a URL as a string, got ${got}`;
  expect(() => new Untyped({ ...info, websiteUrl })).toThrow(new TypeError(message));
});

test('options of HTTP have to be there', async () => {
  const options = { host: '0.0.0.0' } as object;
  await expect(serveHttp(new Server(info), options)).rejects.toThrow('Unknown option "host" for serveHttp');
  expect(() => createHandler(new Server(info), { port: 1 } as object)).toThrow(
    'Unknown option "port" for createHandler',
  );
});

test.each<[string, unknown]>([
  ['a promise', Promise.resolve(true)],
  ['nothing', undefined],
  ['a text', 'yes'],
])('a function for access that returns %s lets nobody in', async (_what, returned) => {
  const { server, errors } = reportingServer();
  server.tool('secret', { access: (() => returned) as Access }, () => 'told');
  const client = await openClient(server);
  await expect(client.request('tools/call', { name: 'secret' })).rejects.toMatchObject({ code: -32603 });
  expect(String(errors)).toContain('An access function must return a boolean synchronously');
});

test.each<[string, unknown, string]>([
  [
    'a response that nobody has read',
    { answer: new Response('{}') },
    // Libraries replace the class of Node by their own.
    `an object of the class ${Response.name} without properties`,
  ],
  [
    'an object that hides what it has',
    new (class Hidden {
      #text = 'x';
      get text() {
        return this.#text;
      }
    })(),
    'the class Hidden without properties',
  ],
])('%s is not a result', async (_what, returned, message) => {
  const { server, errors } = reportingServer();
  server.tool('a', {}, () => returned as object);
  const client = await openClient(server);
  expect(await client.request('tools/call', { name: 'a' })).toMatchObject({ isError: true });
  expect(String(errors)).toContain(message);
});
