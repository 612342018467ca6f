/** Options of an HTTP endpoint that cannot work are refused when it is made. */

import { revision } from '@mcp-gen/protocol/2025-11-25';
import { defineServer, memoryPair, serve } from '@mcp-gen/runtime';
import { expect, test } from 'vitest';
import { HttpEndpoint } from '../../../runtime/src/http/server/httpEndpoint.js';
import { HttpHandler } from '../../../runtime/src/http/server/httpHandler.js';

const make = (options: object): HttpEndpoint =>
  new HttpEndpoint(() => {
    throw new Error('No session is opened');
  }, options);

test('an endpoint that opens no sessions needs something that answers', () => {
  expect(() => new HttpEndpoint(undefined, {}, {})).toThrow(
    new TypeError('An HTTP endpoint without sessions needs a handler of POST requests'),
  );
});

const GROUPS = {
  limits: ['bodyLimit', 'sessionLimit', 'unsentLimit'],
  timeouts: ['sessionTimeout', 'answerTimeout'],
  streams: ['streamAfter', 'keepAlive', 'streamLifetime', 'retryDelay'],
} as const;
const NAMES = Object.entries(GROUPS).flatMap(([group, names]) => names.map((name) => [group, name] as const));

test.each(NAMES)('%s.%s is a number that is not negative', (group, name) => {
  const message = `Invalid option "${name}" for the option ${group} of the endpoint: expected ${expectedFor(name)}, got`;
  for (const value of ['5', null, {}, true]) {
    expect(() => make({ [group]: { [name]: value } })).toThrow(TypeError);
    expect(() => make({ [group]: { [name]: value } })).toThrow(message);
  }
  expect(() => make({ [group]: { [name]: NaN } })).toThrow(new RangeError(`${message} NaN`));
  expect(() => make({ [group]: { [name]: -1 } })).toThrow(new RangeError(`${message} -1`));
  for (const value of [undefined, 1, Infinity]) expect(() => make({ [group]: { [name]: value } })).not.toThrow();
});

test.each(GROUPS.limits)('%s is not 0: nothing would be let through', (name) => {
  expect(() => make({ limits: { [name]: 0 } })).toThrow(
    new RangeError(
      `Invalid option "${name}" for the option limits of the endpoint: expected ${expectedFor(name)}, got 0`,
    ),
  );
});

test.each(NAMES.filter(([group]) => group !== 'limits'))('%s.%s may be 0', (group, name) => {
  expect(() => make({ [group]: { [name]: 0 } })).not.toThrow();
});

test.each([
  ['bodyLimit', 'It is in limits: limits.bodyLimit'],
  ['sessionTimeout', 'It is in timeouts: timeouts.sessionTimeout'],
  ['keepalive', 'Did you mean "streams.keepAlive"?'],
])('%s is in a group', (name, hint) => {
  const options = { serverInfo: { name: 'a', version: '1' }, revisions: [revision], [name]: 1 };
  expect(() => new HttpHandler({}, options)).toThrow(`Unknown option "${name}" for HttpHandler. ${hint}`);
});

test('an endpoint and a connection do not ignore an option that is in a group', () => {
  expect(() => make({ bodyLimit: 5 })).toThrow(
    'Unknown option "bodyLimit" for the endpoint. It is in limits: limits.bodyLimit',
  );
  const options = { serverInfo: { name: 'a', version: '1' }, revisions: [revision], handlerLimit: 1 };
  expect(() => serve({}, { ...options, transport: memoryPair()[0] })).toThrow('It is in limits: limits.handlerLimit');
  expect(() => defineServer({}, options)).toThrow('It is in limits: limits.handlerLimit');
  const misspelled = { ...options, handlerLimit: undefined, ping: { interval: 1, miss: 1 } };
  expect(() => defineServer({}, misspelled)).toThrow('Unknown option "miss" for the option ping of the server');
});

test.each([5, null, { requestRate: 1 }])('the ledger is one, or left out: %j', (ledger) => {
  expect(() => make({ ledger })).toThrow('Invalid option "ledger" for the endpoint: expected a Ledger');
});

test.each(['json', 0, true])('responses are streams or left out: %j', (responses) => {
  expect(() => make({ streams: { responses } })).toThrow(
    `Invalid option "responses" for the option streams of the endpoint: expected "stream", got ${JSON.stringify(responses)}`,
  );
});

test('an error shows no long string', () => {
  expect(() => make({ streams: { responses: 'x'.repeat(50) } })).toThrow('got a string');
});

test.each([-1, 1.5, NaN, 'loopback'])('trustProxy is a boolean or a count: %j', (trustProxy) => {
  expect(() => make({ trustProxy })).toThrow(
    'Invalid option "trustProxy" for the endpoint: expected a boolean or the number of proxies',
  );
});

test.each(['token', {}, null])('authenticate is a function: %j', (authenticate) => {
  expect(() => make({ authenticate })).toThrow(
    'Invalid option "authenticate" for the endpoint: expected a function, got',
  );
});

test.each([
  ['eventStore', {}, 'append, read, end, forget'],
  ['eventStore', true, 'append, read, end, forget'],
  ['eventStore', null, 'append, read, end, forget'],
  ['eventStore', { append: () => '1', read: () => undefined, end: () => undefined }, 'append, read, end, forget'],
  ['sessionStore', false, 'get, set, delete'],
])('%s has its methods: %j', (name, store, expected) => {
  expect(() => make({ [name]: store })).toThrow(
    `Invalid option "${name}" for the endpoint: expected an object with the methods ${expected}`,
  );
});

test('a store is anything that has the methods, and an event store can be turned off', () => {
  expect(() => make({ eventStore: false, sessionStore: new Map() })).not.toThrow();
});

test.each(['non', false, null])('sessions are none, or left out: %j', (sessions) => {
  const options = { serverInfo: { name: 'a', version: '1' }, revisions: [revision], sessions: sessions as 'none' };
  expect(() => new HttpHandler({}, options)).toThrow(
    `Invalid option "sessions" for HttpHandler: expected "none", got ${JSON.stringify(sessions)}`,
  );
});

function expectedFor(name: string): string {
  if ((GROUPS.limits as readonly string[]).includes(name))
    return name === 'sessionLimit' ? 'an integer of at least 1' : 'a positive number';
  return name === 'retryDelay' ? 'a number of milliseconds' : 'a positive number of milliseconds, or 0 for none';
}
