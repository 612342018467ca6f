/** Options that do not exist are refused, with the name that was probably meant. */

import { Server, type ServerOptions } from '@mcp-gen/sdk';
import { createCompleter, connect, type ClientOptions } from '@mcp-gen/sdk/client';
import { connectSession as openSession, memoryPair } from '@mcp-gen/runtime';
import { revision } from '@mcp-gen/protocol/2025-11-25';
import { Host } from '@mcp-gen/sdk/host';
import { createHandler, serveHttp } from '@mcp-gen/sdk/http';
import { testClient } from '@mcp-gen/sdk/testing';
import { onTestFinished, describe, expect, test } from 'vitest';
import {
  allOf,
  amount,
  ANY,
  checkOptions,
  count,
  delay,
  duration,
  anyOf,
  FUNCTION,
  group,
  lifetime,
  listOf,
  matching,
  methods,
  nearest,
  oneOf,
  orElse,
  partGroup,
  recordOf,
  repeating,
  required,
  STRING,
  withDefaults,
  type OptionKind,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { openHost, stoppable } from './hostSupport.js';
import { testClientUntilEnd } from '../../support/untilEnd.js';
import { reportingServer } from './support.js';

const info = { name: 'test', version: '1.0.0' };
const wrong = { timout: 5 } as object;

/** A server that counts what is asked of it. */
function counting(): { readonly server: Server; readonly asked: string[] } {
  const asked: string[] = [];
  const server = new Server(info);
  server.tool('a', {}, () => 'a');
  server.resource('a:b', {}, 'b');
  server.prompt('p', { arguments: { x: { complete: ['y'] } } }, () => 'p');
  server.use((message, next) => {
    if (message.direction === 'in') asked.push(message.method);
    return next(message);
  });
  return { server, asked };
}

describe('an unknown option', () => {
  const table = { timeout: ANY, onError: ANY, input: ANY };

  test.each([
    ['timout', 'Unknown option "timout" for the test. Did you mean "timeout"?'],
    ['ipnut', 'Unknown option "ipnut" for the test. Did you mean "input"?'],
    ['onerror', 'Unknown option "onerror" for the test. Did you mean "onError"?'],
    ['inputSchema', 'Unknown option "inputSchema" for the test. Did you mean "input"?'],
    ['color', 'Unknown option "color" for the test. Valid options: timeout, onError, input'],
    ['x'.repeat(100_000), `Unknown option "${'x'.repeat(40)}" for the test. Valid options: timeout, onError, input`],
    ['a\nb', 'Unknown option "a\\nb" for the test. Valid options: timeout, onError, input'],
  ])('%.20s is refused with a suggestion', (name, message) => {
    expect(() => checkOptions('the test', { [name]: 1 }, table)).toThrow(new TypeError(message));
  });

  test.each([
    ['bodyLimit', 'Unknown option "bodyLimit" for the test. It is in limits: limits.bodyLimit'],
    ['bodylimits', 'Unknown option "bodylimits" for the test. Did you mean "limits.bodyLimit"?'],
    ['limit', 'Unknown option "limit" for the test. Did you mean "limits"?'],
  ])('%s is found in its group', (name, message) => {
    const grouped = { ...table, limits: partGroup({ bodyLimit: count(5) }) };
    expect(() => checkOptions('the test', { [name]: 1 }, grouped)).toThrow(new TypeError(message));
  });

  test('is near to nothing that is no more like it than others', () => {
    expect(nearest('ab', ['cd'])).toBeUndefined();
    expect(nearest('timeout', [])).toBeUndefined();
    expect(nearest('ping', ['pong', 'pin', 'ping'])).toBe('ping');
    expect(nearest('timeot', ['timeout'.repeat(100), 'timeout'])).toBe('timeout');
  });
});

test('the options of a group have their defaults, whichever of them are set', () => {
  interface Limits {
    readonly bodyLimit?: number | undefined;
    readonly batchLimit?: number | undefined;
  }
  const table: OptionTable<{ readonly limits?: Limits | undefined }> = {
    limits: partGroup({ bodyLimit: count(5), batchLimit: count(7) }),
  };
  expect(withDefaults({}, table).limits).toEqual({ bodyLimit: 5, batchLimit: 7 });
  const limits: Limits = { bodyLimit: 1, batchLimit: undefined };
  expect(withDefaults({ limits }, table).limits).toEqual({ bodyLimit: 1, batchLimit: 7 });
});

describe('options that an object inherits are checked like its own', () => {
  const table = { timeout: lifetime(5), limits: group({ perSecond: lifetime(1) }) };
  const inheriting = (options: object): object => Object.create(options) as object;

  class Settings {
    get timeout(): number {
      return NaN;
    }
  }

  test.each<[options: object, message: string]>([
    [inheriting({ timeout: 0 }), 'Invalid option "timeout" for the test: expected a positive number'],
    [inheriting({ timout: 1 }), 'Unknown option "timout" for the test. Did you mean "timeout"?'],
    [new Settings(), 'Invalid option "timeout" for the test: expected a positive number of milliseconds, got NaN'],
    [{ limits: inheriting({ perSecond: 0 }) }, 'Invalid option "perSecond" for the option limits of the test'],
  ])('%#', (options, message) => {
    expect(() => checkOptions('the test', options, table)).toThrow(message);
  });

  test('and read', () => {
    expect(withDefaults(inheriting({ timeout: 7 }), table)).toMatchObject({ timeout: 7 });
    expect(() => checkOptions('the test', inheriting({ timeout: 7 }), table)).not.toThrow();
  });
});

test('a property that a library has given to all objects of the program is not an option', () => {
  const table = { timeout: lifetime(5) };
  const everyObject = Object.prototype as { spare?: number };
  everyObject.spare = 1;
  onTestFinished(() => void delete everyObject.spare);
  expect(() => checkOptions('the test', { timeout: 7 }, table)).not.toThrow();
  expect(() => checkOptions('the test', { spare: 7 }, table)).toThrow('Unknown option "spare" for the test');
});

describe('a required option', () => {
  const table = { name: required(STRING), size: group({ maximum: required(count(undefined)) }) };

  test.each<[options: object, message: string]>([
    [{}, 'Invalid option "name" for the test: expected a string, got nothing'],
    [{ name: undefined }, 'Invalid option "name" for the test: expected a string, got nothing'],
    [
      { name: 'a', size: {} },
      'Invalid option "maximum" for the option size of the test: expected an integer of at least 1, got nothing',
    ],
  ])('is missing in %j', (options, message) => {
    expect(() => checkOptions('the test', options, table)).toThrow(new TypeError(message));
  });
});

describe('a kind of several kinds', () => {
  const check = (kind: OptionKind, given: unknown) => () => checkOptions('the test', { it: given }, { it: kind });

  test('accepts what one of them accepts, and checks its options', () => {
    const kind = anyOf(methods('take'), group({ rate: count(1) }));
    for (const given of [{ take: () => {}, other: 1 }, { rate: 2 }]) expect(check(kind, given)).not.toThrow();
    expect(check(kind, { rates: 2 })).toThrow('Unknown option "rates" for the option it of the test');
    expect(check(kind, 5)).toThrow('expected an object with the method take or an object, got a number');
    expect(check(orElse(false, kind), false)).not.toThrow();
  });

  test('accepts what all of them accept, and names the first that does not', () => {
    const kind = allOf(STRING, matching('a string of digits', /^\d+$/), repeating(matching('an even one', /[02468]$/)));
    expect(check(kind, '12')).not.toThrow();
    expect(check(kind, 5)).toThrow('expected a string, got a number');
    expect(check(kind, 'secret')).toThrow('expected a string of digits, got a string');
    expect(check(kind, '13')).toThrow('expected an even one, got "13"');
    expect(check(anyOf(kind, FUNCTION), '13')).toThrow(TypeError);
  });

  test('is a list, or an object, of one', () => {
    expect(check(listOf('words', oneOf('a', 'b'), 1), ['a', 'b'])).not.toThrow();
    expect(check(listOf('words', oneOf('a', 'b'), 1), [])).toThrow('expected a non-empty array of words, got []');
    expect(check(listOf('words', oneOf('a', 'b')), ['c'])).toThrow('expected an array of words, got ["c"]');
    expect(check(listOf('words', STRING), ['c', 1])).toThrow('expected an array of words, got an array');
    expect(check(recordOf('words', STRING), { any: 'c' })).not.toThrow();
    expect(check(recordOf('words', STRING), { any: 1 })).toThrow('expected an object of words, got an object');
  });
});

describe('of a client', () => {
  test.each<[options: object, message: string]>([
    [{ messageLimit: 5 }, 'Unknown option "messageLimit" for connect. It is in limits: limits.messageLimit'],
    [{ retryLimit: 5 }, 'Unknown option "retryLimit" for connect. It is in retry: retry.retryLimit'],
    [{ timout: 5 }, 'Unknown option "timout" for connect. Did you mean "timeout"?'],
    [{ reconnect: { atempts: 1 } }, 'Unknown option "atempts" for the option reconnect of connect'],
    [{ ping: { intervall: 1 } }, 'Unknown option "intervall" for the option ping of connect'],
    [{ roots: { list: [], watched: true } }, 'Unknown option "watched" for the option roots of connect'],
    [{ sampling: { modell: () => '' } }, 'Unknown option "modell" for the option sampling of connect'],
    [{ elicitation: { from: () => '' } }, 'Unknown option "from" for the option elicitation of connect'],
    [{ logRate: { bursts: 1 } }, 'Unknown option "bursts" for the option logRate of connect'],
  ])('%j is refused before anything is started', async (options, message) => {
    const started = (): never => {
      throw new Error('started');
    };
    await expect(connect(started, options as ClientOptions)).rejects.toThrow(message);
  });

  test('is refused in a test, too', async () => {
    await expect(testClient(counting().server, { timout: 1 } as object)).rejects.toThrow(
      'Unknown option "timout" for connect',
    );
  });

  test('is refused with a request, and nothing is sent', async () => {
    const { server, asked } = counting();
    const client = await testClientUntilEnd(server);
    const ref = { type: 'ref/prompt', name: 'p' } as const;
    await expect(client.callTool('a', {}, wrong)).rejects.toThrow('for tools/call. Did you mean "timeout"?');
    for (const request of [
      () => client.readResource('a:b', wrong),
      () => client.getPrompt('p', {}, wrong),
      () => client.complete(ref, 'x', '', {}, wrong),
      () => client.setLogLevel('info', wrong),
      () => client.ping(wrong),
      () => client.request('tools/list', {}, wrong),
      () => client.elicitRequiredUrls(new Error(''), wrong),
    ])
      await expect(request()).rejects.toThrow('Unknown option "timout" for ');
    expect(() => client.tools({ limits: 1 } as object)).toThrow('Unknown option "limits" for tools/list');
    expect(() => createCompleter(client, ref, 'x', { delays: 1 } as object)).toThrow('Did you mean "delay"?');
    expect(asked).toEqual([]);
  });
});

describe('of a host', () => {
  test.each<[options: object, message: string]>([
    [{ onEvents: () => {} }, 'Unknown option "onEvents" for the host. Did you mean "onEvent"?'],
    [{ reconnect: { tries: 1 } }, 'Unknown option "tries" for the option reconnect of the host'],
    [{ elicitation: { from: () => '' } }, 'Unknown option "from" for the option elicitation of the host'],
    [
      { sampling: { model: () => '', review: { befor: () => '' } } },
      'Unknown option "befor" for the option sampling.review of the host',
    ],
  ])('%j is refused', (options, message) => {
    expect(() => new Host({ servers: {}, ...options })).toThrow(message);
  });

  test('is refused with a call, before anybody is asked for consent', async () => {
    const { server, asked } = counting();
    const questions: unknown[] = [];
    const { host } = await openHost({
      servers: { one: stoppable(server).connect },
      consent: (question) => {
        questions.push(question);
        return 'allow';
      },
    });
    await expect(host.callTool('one__a', {}, wrong)).rejects.toThrow('Did you mean "timeout"?');
    await expect(host.readResource({ server: 'one', uri: 'a:b' }, wrong)).rejects.toThrow('"timout"');
    await expect(host.getPrompt('one__p', {}, wrong)).rejects.toThrow('Unknown option "timout"');
    expect(questions).toEqual([]);
    expect(asked.filter((method) => !/[/]list(en)?$/.test(method))).toEqual([]);
  });
});

describe('a number', () => {
  test.each<[name: string, kind: OptionKind, accepted: readonly number[], refused: readonly unknown[]]>([
    ['count', count(1), [1, 5, Infinity, undefined as never], [0, -1, 1.5, NaN, '5', null, true]],
    ['count that may be 0', count(1, 0), [0, 5, Infinity], [-1, 0.5, NaN, '5']],
    ['amount', amount(1), [0.1, 5, Infinity], [0, -1, NaN, '5', {}]],
    ['lifetime', lifetime(1), [0.1, 5, 2 ** 40, Infinity], [0, -1, NaN, '5', {}]],
    ['duration', duration(1), [0, 0.5, 2 ** 40, Infinity], [-1, NaN, '5', null]],
    ['delay', delay(1), [0, 0.5, 2 ** 40, Infinity], [-1, NaN, '5', null]],
  ])('of the kind %s', (_name, kind, accepted, refused) => {
    const check = (given: unknown) => () => checkOptions('the test', { n: given }, { n: kind });
    for (const value of accepted) expect(check(value)).not.toThrow();
    for (const value of refused) {
      expect(check(value)).toThrow('Invalid option "n" for the test: expected ');
      expect(check(value)).toThrow(typeof value === 'number' ? RangeError : TypeError);
    }
  });

  const each = [NaN, -1, '5'];

  test.each<[name: string, optionsOf: (value: unknown) => object, where: string]>([
    ['pageSize', (pageSize) => ({ pageSize }), 'the server'],
    [
      'maxCharacters',
      (maxCharacters) => ({ output: { size: { maxCharacters } } }),
      'the option output.size of the server',
    ],
    ['perSecond', (perSecond) => ({ rateLimits: { logs: { perSecond } } }), 'the option rateLimits.logs of the server'],
    ['burst', (burst) => ({ rateLimits: { toolCalls: { burst } } }), 'the option rateLimits.toolCalls of the server'],
    [
      'callers',
      (callers) => ({ rateLimits: { sampling: { callers } } }),
      'the option rateLimits.sampling of the server',
    ],
  ])('%s of a server is checked when it is given', (name, optionsOf, where) => {
    for (const value of each) {
      expect(() => new Server(info, optionsOf(value))).toThrow(`Invalid option "${name}" for ${where}: expected `);
    }
  });

  test.each<[name: string, optionsOf: (value: unknown) => object]>([
    ...['requestTimeout', 'shutdownTimeout'].map((name): [string, (value: unknown) => object] => [
      name,
      (value) => ({ [name]: value }),
    ]),
    ...['handlerLimit', 'batchLimit', 'progressRate'].map((name): [string, (value: unknown) => object] => [
      `limits.${name}`,
      (value) => ({ limits: { [name]: value } }),
    ]),
    ['ping.interval', (interval) => ({ ping: { interval } })],
    ['ping.timeout', (timeout) => ({ ping: { interval: 1_000, timeout } })],
    ['ping.misses', (misses) => ({ ping: { interval: 1_000, misses } })],
  ])('%s of serving is checked when it is given, and again for each client', (path, optionsOf) => {
    const name = path.split('.').at(-1);
    const server = new Server(info);
    const serve = (options: object) => () => server.serve({ transport: memoryPair()[0], ...options });
    for (const value of each) expect(serve(optionsOf(value))).toThrow(`Invalid option "${name}" for `);
    serve({})();
    for (const value of each) expect(serve(optionsOf(value))).toThrow(`Invalid option "${name}" for `);
  });

  test('0 turns timeouts and pings off', () => {
    const server = new Server(info);
    const off = { requestTimeout: 0, shutdownTimeout: 0, ping: { interval: 0 } };
    expect(() => server.serve({ transport: memoryPair()[0], ...off })).not.toThrow();
  });

  test('the size of a resource is checked', () => {
    const server = new Server(info);
    expect(() => server.resource('a:b', { size: -1 }, '')).toThrow('Invalid option "size" for the resource a:b');
  });

  test('of connecting with the runtime is checked before anything is sent', async () => {
    const options = { clientInfo: info, revisions: [revision], requestTimeout: NaN };
    await expect(openSession(memoryPair()[0], options)).rejects.toThrow('Invalid option "requestTimeout"');
    const negative = { ...options, requestTimeout: 0, shutdownTimeout: -0.5 };
    await expect(openSession(memoryPair()[0], negative)).rejects.toThrow('Invalid option "shutdownTimeout"');
  });
});

describe('of a server', () => {
  test.each<[options: object, message: string]>([
    [{ instruction: '' }, 'Unknown option "instruction" for the server. Did you mean "instructions"?'],
    [{ listLimit: 5 }, 'Unknown option "listLimit" for the server. It is in limits: limits.listLimit'],
    [{ rateLimits: 5 }, 'Invalid option "rateLimits" for the server: expected an object, or false, got a number'],
    [
      { rateLimits: { logs: 5 } },
      'Invalid option "logs" for the option rateLimits of the server: expected an object, or false, got a number',
    ],
    [
      { rateLimits: { logs: true } },
      'Invalid option "logs" for the option rateLimits of the server: expected an object, or false, got a boolean',
    ],
    [{ rateLimits: { toolCall: false } }, 'Unknown option "toolCall" for the option rateLimits of the server'],
    [{ output: { sanitise: false } }, 'Did you mean "sanitize"?'],
    [
      { output: { size: { maxCharacter: 9 } } },
      'Unknown option "maxCharacter" for the option output.size of the server',
    ],
    [
      { output: { size: 9 } },
      'Invalid option "size" for the option output of the server: expected an object, got a number',
    ],
  ])('%j is refused', (options, message) => {
    expect(() => new Server(info, options as ServerOptions)).toThrow(message);
  });

  test('pings without a known option are refused wherever it is served', async () => {
    const ping = { interval: 1_000, timeot: 5 };
    const message = 'Unknown option "timeot" for the option ping of';
    const server = new Server(info);
    expect(() => server.serve({ transport: memoryPair()[0], ping })).toThrow(`${message} serve`);
    expect(() => createHandler(server, { ping })).toThrow(`${message} createHandler`);
    await expect(serveHttp(server, { port: 0, ping })).rejects.toThrow(`${message} serveHttp`);
  });
});

test.each([undefined, ['2025-11-25'] as const])(
  'a capability that the newest of %j does not accept is refused',
  async (revisions) => {
    const revision = revisions?.[0] ?? '2026-07-28';
    const [asServer, asClient]: object[] = [{ logging: 5, tools: { listChanged: 'yes' } }, { roots: 7 }];
    const { server, errors } = reportingServer({ revisions, capabilities: asServer });
    await expect(testClient(server, { revision })).rejects.toThrow('Internal error');
    const invalid = 'Invalid option "capabilities" for the';
    const refuses = `revision ${revision} does not accept the value at /capabilities`;
    expect(errors.map(String)).toContain(`TypeError: ${invalid} server: ${refuses}/logging`);
    const connecting = connect(memoryPair()[0], { revisions: [revision], capabilities: asClient });
    await expect(connecting).rejects.toThrow(`${invalid} client: ${refuses}/roots`);
  },
);

test('a capability that an earlier revision does not accept is reported to onError, if nobody listens to losses', async () => {
  const errors: unknown[] = [];
  const capabilities: object = { logging: 5 };
  const server = new Server(info, { capabilities, onError: (error) => errors.push(error) });
  const client = await testClient(server, { revision: '2025-11-25' });
  await client.close();
  const refuses = 'revision 2025-11-25 does not accept the value at /capabilities/logging, which is omitted';
  expect(errors.map(String)).toEqual([`Error: Invalid option "capabilities" for the server: ${refuses}`]);
});
