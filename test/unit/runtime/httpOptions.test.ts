/** Options of an HTTP endpoint that cannot work are refused when it is made. */

import { expect, test } from 'vitest';
import { HttpEndpoint } from '../../../runtime/src/http/endpoint.js';
import type { HttpEndpointOptions } from '../../../runtime/src/http/endpointOptions.js';

const make = (options: object): HttpEndpoint =>
  new HttpEndpoint(() => {
    throw new Error('No session is opened');
  }, options);

const LIMITS = ['bodyLimit', 'sessionLimit', 'unsentLimit'] as const;
const DURATIONS = ['sessionTimeout', 'streamAfter', 'keepAlive', 'streamLifetime', 'retry', 'answerTimeout'] as const;

test.each<keyof HttpEndpointOptions>([...LIMITS, ...DURATIONS])('%s is a number that is not negative', (name) => {
  const message = `Invalid option "${name}": expected ${expectedFor(name)}, got`;
  for (const value of ['5', null, {}, true]) {
    expect(() => make({ [name]: value })).toThrow(TypeError);
    expect(() => make({ [name]: value })).toThrow(message);
  }
  expect(() => make({ [name]: NaN })).toThrow(new RangeError(`${message} NaN`));
  expect(() => make({ [name]: -1 })).toThrow(new RangeError(`${message} -1`));
  for (const value of [undefined, 1, 0.5, Infinity]) expect(() => make({ [name]: value })).not.toThrow();
});

test.each(LIMITS)('%s is not 0: nothing would be let through', (name) => {
  expect(() => make({ [name]: 0 })).toThrow(
    new RangeError(`Invalid option "${name}": expected a positive number, got 0`),
  );
});

test.each(DURATIONS)('%s may be 0', (name) => {
  expect(() => make({ [name]: 0 })).not.toThrow();
});

test.each(['json', 0, true])('answers are streams or left out: %j', (answers) => {
  expect(() => make({ answers })).toThrow(
    `Invalid option "answers": expected 'stream' or undefined, got ${JSON.stringify(answers)}`,
  );
});

test.each([-1, 1.5, NaN, 'loopback'])('trustProxy is a boolean or a count: %j', (trustProxy) => {
  expect(() => make({ trustProxy })).toThrow(
    'Invalid option "trustProxy": expected a boolean or the number of proxies',
  );
});

function expectedFor(name: string): string {
  return (LIMITS as readonly string[]).includes(name) ? 'a positive number' : 'a number of milliseconds';
}
