/** Whatever a handler returns, a client is sent what its revision knows, or an error. */

import { inspect } from 'node:util';
import { connectSession, JsonRpcError, memoryPair, type Session } from '@mcp-gen/runtime';
import { NotExpressibleError, Server } from '@mcp-gen/sdk';
import { onTestFinished, describe, expect, test } from 'vitest';
import { GENERATED } from '../support/generated.js';
import { readDefinitions } from '../support/schemaDefinitions.js';
import { Random } from '../../generator/cases/random.js';
import { Samples } from '../support/samples.js';
import { readProjectFile, SESSION_IDS } from '../support/schemas.js';
import { Wire } from './wire.js';

const SEED = 20261121;
const COUNT = 1_000;

const definitions = readDefinitions(readProjectFile('schema/2026-07-28/schema.json'));

/** What no JSON can say, and no handler may return. */
const UNSAYABLE: readonly (() => unknown)[] = [
  () => undefined,
  () => 1n,
  () => NaN,
  () => Symbol('x'),
  () => () => 'called',
  () => new Map([['a', 1]]),
  () => ({ list: [{ deep: undefined }, Infinity] }),
  () => {
    const around: { self?: object } = {};
    around.self = around;
    return around;
  },
];

/** Random values that handlers may return, and such that they may not. */
class Returns {
  readonly #random = new Random(SEED);
  readonly #samples = new Samples(definitions, SEED, new Map(), { formats: true, allowed: ['x-other'] });

  block(): unknown {
    return this.#samples.valid('ContentBlock');
  }

  json(): unknown {
    return this.#samples.valid('JSONValue');
  }

  /** A block with one fault, or a value that is not a block. */
  wrongBlock(): unknown {
    const block = this.block();
    return this.#samples.mutate('ContentBlock', block)?.value ?? 7;
  }

  tool(): Returned {
    return this.#random.pick<() => Returned>([
      () => may(this.#random.pick(['', 'said', 'Grüße 🌍\u2028', '\u001b[31mred', '\ud800'])),
      () => may(this.block()),
      () => may([this.block(), 'said', this.block()]),
      () =>
        may({
          content: [this.block(), this.block()],
          structuredContent: this.json(),
          isError: this.#random.chance(50),
        }),
      () => may({ content: [], _meta: { 'example.org/x': this.json() } }),
      () => may(this.json()),
      () => any([this.wrongBlock(), this.block()]),
      () => any({ content: [this.wrongBlock()], structuredContent: this.json() }),
      () => mayNot(this.#random.pick(UNSAYABLE)()),
    ])();
  }

  resource(): Returned {
    const contents = (): unknown =>
      this.#samples.valid(this.#random.pick(['TextResourceContents', 'BlobResourceContents']));
    return this.#random.pick<() => Returned>([
      () => may('text'),
      () => may(new Uint8Array([1, 2, 3])),
      () => may(contents()),
      () => may([contents(), 'text', new Uint8Array()]),
      () => may({ contents: [contents()], ttlMs: 5_000, cacheScope: 'public' }),
      () => any(this.#samples.mutate('TextResourceContents', contents())?.value),
      () => any(this.json()),
      () => mayNot(undefined),
    ])();
  }

  prompt(): Returned {
    const message = (): unknown => ({ role: this.#random.pick(['user', 'assistant']), content: this.block() });
    return this.#random.pick<() => Returned>([
      () => may('text'),
      () => may(message()),
      () => may([message(), 'text', message()]),
      () => may({ description: 'What for', messages: [message()], _meta: {} }),
      () => any({ role: 'user', content: this.wrongBlock() }),
      () => any(this.json()),
      () => mayNot(undefined),
    ])();
  }
}

/** What a handler returns, and whether a client has to be sent it; nothing where either is right. */
interface Returned {
  readonly value: unknown;
  readonly sayable: boolean | undefined;
}

const may = (value: unknown): Returned => ({ value, sayable: true });
const mayNot = (value: unknown): Returned => ({ value, sayable: false });
const any = (value: unknown): Returned => ({ value, sayable: undefined });

describe.each(SESSION_IDS)('to a client of revision %s', (revision) => {
  const asked = {
    tool: { method: 'tools/call', params: { name: 'give' } },
    resource: { method: 'resources/read', params: { uri: 'give:///it' } },
    prompt: { method: 'prompts/get', params: { name: 'give' } },
  };

  test.each(['tool', 'resource', 'prompt'] as const)('what a %s returns is valid, or an error', async (kind) => {
    let value: unknown;
    const reported: unknown[] = [];
    const server = new Server(
      { name: 'test', version: '1' },
      { rateLimits: false, onError: (error) => reported.push(error) },
    );
    const give = (): never => value as never;
    server.tool('give', {}, give);
    server.resource('give:///it', {}, give);
    server.prompt('give', {}, give);
    const { session, wire } = await open(server, revision);

    const returns = new Returns();
    const outcomes = { said: 0, refused: 0 };
    const { method, params } = asked[kind];
    for (let count = 0; count < COUNT; count++) {
      const returned = returns[kind]();
      ({ value } = returned);
      const before = reported.length;
      const error = await session.request(method, params).then(
        // A tool that fails is a result, of which the author is told.
        (result) => (kind === 'tool' && reported.length > before ? result : undefined),
        (reason: unknown) => reason,
      );
      const shown = (): string => `${inspect(value, { depth: 9 })}: ${String(reported.at(-1))}`;
      if (error === undefined) expect(returned.sayable, shown()).not.toBe(false);
      else {
        if (error instanceof JsonRpcError) expect(error.code).toBe(-32603);
        else expect(error).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^Tool "give"/) }] });
        expect(reported.length, 'the author is told why').toBe(before + 1);
        expect(returned.sayable, shown()).not.toBe(true);
      }
      outcomes[error === undefined ? 'said' : 'refused']++;
    }
    expect(wire.refused).toEqual([]);
    expect(wire.judged).toBeGreaterThan(2 * COUNT);
    expect(outcomes.said).toBeGreaterThan(COUNT / 2);
    expect(outcomes.refused).toBeGreaterThan(COUNT / 20);
    expect(reported.filter((error) => error instanceof NotExpressibleError)).toEqual([]);
  });
});

/** A client that takes nothing on trust. */
async function open(
  server: Server,
  revision: (typeof SESSION_IDS)[number],
): Promise<{ readonly session: Session; readonly wire: Wire }> {
  const [near, far] = memoryPair();
  const wire = new Wire(revision);
  server.serve({ transport: far });
  const session = await connectSession(wire.tap(near), {
    clientInfo: { name: 'test', version: '1' },
    revisions: [GENERATED[revision].revision],
  });
  onTestFinished(() => session.close());
  return { session, wire };
}
