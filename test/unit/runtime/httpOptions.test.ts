/** Options of an HTTP endpoint that cannot work are refused when it is made. */

import { revision } from '@mcp-gen/protocol/2025-11-25';
import { expect, test } from 'vitest';
import { HttpEndpoint } from '../../../runtime/src/http/server/httpEndpoint.js';
import { HttpHandler } from '../../../runtime/src/http/server/httpHandler.js';
import type { HttpEndpointOptions } from '../../../runtime/src/http/server/endpointOptions.js';

const make = (options: object): HttpEndpoint =>
  new HttpEndpoint(() => {
    throw new Error('No session is opened');
  }, options);

const LIMITS = ['bodyLimit', 'sessionLimit', 'unsentLimit'] as const;
const DURATIONS = ['sessionTimeout', 'streamAfter', 'keepAlive', 'streamLifetime', 'answerTimeout'] as const;
const DELAYS = ['retry'] as const;

test.each<keyof HttpEndpointOptions>([...LIMITS, ...DURATIONS, ...DELAYS])(
  '%s is a number that is not negative',
  (name) => {
    const message = `Invalid option "${name}" for the endpoint: expected ${expectedFor(name)}, got`;
    for (const value of ['5', null, {}, true]) {
      expect(() => make({ [name]: value })).toThrow(TypeError);
      expect(() => make({ [name]: value })).toThrow(message);
    }
    expect(() => make({ [name]: NaN })).toThrow(new RangeError(`${message} NaN`));
    expect(() => make({ [name]: -1 })).toThrow(new RangeError(`${message} -1`));
    for (const value of [undefined, 1, Infinity]) expect(() => make({ [name]: value })).not.toThrow();
  },
);

test.each(LIMITS)('%s is not 0: nothing would be let through', (name) => {
  expect(() => make({ [name]: 0 })).toThrow(
    new RangeError(`Invalid option "${name}" for the endpoint: expected ${expectedFor(name)}, got 0`),
  );
});

test.each([...DURATIONS, ...DELAYS])('%s may be 0', (name) => {
  expect(() => make({ [name]: 0 })).not.toThrow();
});

test.each([5, null, { requestRate: 1 }])('the ledger is one, or left out: %j', (ledger) => {
  expect(() => make({ ledger })).toThrow('Invalid option "ledger" for the endpoint: expected a Ledger');
});

test.each(['json', 0, true])('answers are streams or left out: %j', (answers) => {
  expect(() => make({ answers })).toThrow(
    `Invalid option "answers" for the endpoint: expected "stream", got ${JSON.stringify(answers)}`,
  );
});

test('an error shows no long string', () => {
  expect(() => make({ answers: 'x'.repeat(50) })).toThrow('got a string');
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
  if ((LIMITS as readonly string[]).includes(name))
    return name === 'sessionLimit' ? 'an integer of at least 1' : 'a positive number';
  const isDelay = (DELAYS as readonly string[]).includes(name);
  return isDelay ? 'a number of milliseconds' : 'a positive number of milliseconds, or 0 for none';
}
