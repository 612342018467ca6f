/** Handlers that ask, in a revision in which they run again with the answers (specification, 2026-07-28: Multi Round-Trip Requests). */

import {
  form,
  roots,
  sample,
  Server,
  type ToolError,
  UrlElicitationRequiredError,
  url,
  type Context,
} from '@mcp-gen/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { openAlone, type AloneWire, type AnyResult } from '../../support/standAlone.js';
import { reportingServer } from './support.js';
import { stopClock } from '../../support/clock.js';

const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
const question = { message: 'Who are you?', schema: NAME };
const TEXT = { type: 'text', text: 'Hi' };
const accepted = (name: string): object => ({ action: 'accept', content: { name } });
const said = { role: 'assistant', content: { type: 'text', text: 'Sunny' }, model: 'test' };

/** Calls the tool `ask` as a client does that gives the answers of a round to the next one. Returns every result. */
async function callWith(wire: AloneWire, ...rounds: readonly object[]): Promise<AnyResult[]> {
  const results: AnyResult[] = [];
  let given: object = {};
  for (const inputResponses of [undefined, ...rounds]) {
    const answer = await wire.ask('tools/call', { name: 'ask', ...given, ...(inputResponses && { inputResponses }) });
    const result = answer.result ?? { error: answer.error };
    results.push(result);
    given = result.requestState === undefined ? {} : { requestState: result.requestState };
  }
  return results;
}

const textOf = (result: AnyResult | undefined): string | undefined => result?.content?.[0]?.text;
const keysOf = (result: AnyResult | undefined): readonly string[] => Object.keys(result?.inputRequests ?? {});

/** A server with one tool. */
function serverWith(handler: (context: Context) => unknown, options = {}): Server {
  const server = new Server({ name: 'asking', version: '1.0.0' }, options);
  server.tool('ask', {}, (_, context) => handler(context) as string);
  return server;
}

const wireOf = (...given: Parameters<typeof serverWith>): AloneWire => openAlone(serverWith(...given));

test('of questions that are asked together, any may be answered first', async () => {
  const wire = wireOf(async ({ elicit }) => {
    const answers = await Promise.all([elicit('first', question), elicit('last', question)]);
    return answers.map(({ content }) => content?.name).join(' ');
  });
  const results = await callWith(wire, { last: accepted('Lovelace') }, { first: accepted('Ada') });
  expect(results.slice(0, -1).map(keysOf)).toEqual([['first', 'last'], ['first']]);
  expect(textOf(results.at(-1))).toBe('Ada Lovelace');
});

describe('a function of once that asks', () => {
  const errors: string[] = [];
  const nested = (before: () => Promise<void> | undefined): AloneWire =>
    wireOf(
      ({ once, elicit }) =>
        once('name', async () => {
          const waiting = before();
          if (waiting !== undefined) await waiting;
          return (await elicit('who', question)).action;
        }),
      { onError: (error: unknown) => errors.push(String(error)) },
    );

  test('is told so', async () => {
    const [result] = await callWith(nested(() => undefined));
    expect(result).toMatchObject({ isError: true });
    expect(errors.splice(0)).toMatchObject([expect.stringContaining('A function of context.once asks the client')]);
  });

  test('does not wait forever', async () => {
    stopClock();
    let result: AnyResult | undefined;
    void callWith(nested(() => Promise.resolve())).then(([given]) => (result = given));
    while (result === undefined) {
      await vi.advanceTimersByTimeAsync(100_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(result).toHaveProperty('error');
    expect(errors.splice(0)).toMatchObject([expect.stringContaining('takes more than 300000 ms')]);
  });
});

describe('rounds', () => {
  test('a question is the answer to the call, and its answer is found when the call comes again', async () => {
    covers('patterns-client-asks', 'rounds-only-way', 'rounds-not-empty', 'stdio-no-requests');
    const wire = wireOf(async ({ elicit }) => {
      const { action, content } = await elicit('who', question);
      return action === 'accept' ? `Hello, ${content.name}` : action;
    });
    const [asked, answered] = await callWith(wire, { who: accepted('Ada') });
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        who: { method: 'elicitation/create', params: { mode: 'form', message: 'Who are you?', requestedSchema: NAME } },
      },
      requestState: expect.any(String) as string,
    });
    expect(answered).toMatchObject({ resultType: 'complete' });
    expect(textOf(answered)).toBe('Hello, Ada');
    expect(wire.notified).toEqual([]);
  });

  test('several rounds keep the answers of all of them', async () => {
    covers('base-state-identified', 'elicitation-outcomes', 'elicitation-not-counted-on');
    const wire = wireOf(async ({ elicit, sample }) => {
      const { content } = await elicit('who', question);
      const { text } = await sample('wish', 'Wish');
      const { action } = await elicit('sure', { message: 'Sure?', schema: NAME });
      return [content?.name, text, action].join();
    });
    const rounds = await callWith(wire, { who: accepted('Ada') }, { wish: said }, { sure: { action: 'decline' } });
    expect(rounds.map(keysOf)).toEqual([['who'], ['wish'], ['sure'], []]);
    expect(textOf(rounds.at(-1))).toBe('Ada,Sunny,decline');
    expect(new Set(rounds.map(({ requestState }) => requestState)).size).toBe(4);
  });

  test.each([
    ['in one set', (context: Context) => context.ask({ who: form(question), wish: sample('Wish'), where: roots() })],
    [
      'side by side',
      async (context: Context) => {
        const [who, wish, where] = await Promise.all([
          context.elicit('who', question),
          context.sample('wish', 'Wish'),
          context.ask('where', roots()),
        ]);
        return { who, wish, where };
      },
    ],
  ])('several questions %s are asked at once', async (_, ask) => {
    covers('rounds-kinds');
    const wire = wireOf(async (context) => JSON.stringify(Object.keys(await ask(context))));
    const roots = [{ uri: 'file:///a' }];
    const [asked, answered] = await callWith(wire, { who: accepted('Ada'), wish: said, where: { roots } });
    const methods = Object.entries(asked?.inputRequests ?? {}).map(([key, { method }]) => [key, method]);
    expect(Object.fromEntries(methods)).toEqual({
      who: 'elicitation/create',
      wish: 'sampling/createMessage',
      where: 'roots/list',
    });
    expect(textOf(answered)).toBe('["who","wish","where"]');
  });

  test('questions side by side are asked at once, also when one takes longer to prepare', async () => {
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    let digests = 0;
    const slow = vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (...given) => {
      if (++digests === 2) await new Promise((resolve) => setTimeout(resolve, 20));
      return digest(...given);
    });
    onTestFinished(() => slow.mockRestore());
    const wire = wireOf(({ elicit }) => Promise.all(['one', 'two', 'three'].map((key) => elicit(key, question))));
    expect(keysOf((await callWith(wire))[0]).toSorted()).toEqual(['one', 'three', 'two']);
  });

  test('what is missing is asked again, and what is more is ignored', async () => {
    covers('rounds-answers-missing', 'rounds-answers-extra');
    const wire = wireOf(async ({ ask }) => {
      const { one, two } = await ask({ one: form(question), two: form({ ...question, message: 'And you?' }) });
      return `${one.content?.name} ${two.content?.name}`;
    });
    const rounds = await callWith(wire, { one: accepted('Ada'), three: accepted('X') }, { two: accepted('Bob') });
    expect(rounds.map(keysOf)).toEqual([['one', 'two'], ['two'], []]);
    expect(textOf(rounds.at(-1))).toBe('Ada Bob');
  });

  test('an answer of the wrong kind is refused before the handler runs', async () => {
    covers('rounds-answers-validated', 'rounds-errors');
    let runs = 0;
    const wire = wireOf(async ({ elicit }) => {
      runs++;
      await elicit('who', question);
      return 'done';
    });
    for (const who of [said, { roots: [] }]) {
      const [, refused] = await callWith(wire, { who });
      expect(refused).toMatchObject({ error: { code: -32602, message: expect.stringContaining('"who"') as string } });
    }
    expect(runs).toBe(2);
  });

  test('answers to what nobody has asked do not count', async () => {
    const wire = wireOf(async ({ elicit }) => (await elicit('who', question)).action);
    const answer = await wire.ask('tools/call', { name: 'ask', inputResponses: { who: accepted('Ada') } });
    expect(keysOf(answer.result)).toEqual(['who']);
  });

  test('prompts and resources ask, too', async () => {
    const server = new Server({ name: 'asking', version: '1.0.0' });
    server.prompt('greet', {}, async (_, { elicit }) => `Hello, ${(await elicit('who', question)).content?.name}`);
    server.resource('a://b', {}, async (_, { elicit }) => `It is ${(await elicit('who', question)).content?.name}`);
    const wire = openAlone(server);
    for (const [method, params, text] of [
      ['prompts/get', { name: 'greet' }, 'Hello, Ada'],
      ['resources/read', { uri: 'a://b' }, 'It is Ada'],
    ] as const) {
      const { result } = await wire.ask(method, params);
      expect(result?.resultType).toBe('input_required');
      const { requestState } = result as AnyResult;
      const answered = await wire.ask(method, { ...params, requestState, inputResponses: { who: accepted('Ada') } });
      expect(JSON.stringify(answered.result)).toContain(text);
    }
  });
});

describe('a handler that is suspended', () => {
  test('stays where it asked: neither catch nor finally runs, and its signal is aborted', async () => {
    covers('elicitation-outcomes');
    const ran: string[] = [];
    const signals: AbortSignal[] = [];
    const wire = wireOf(async ({ elicit, signal }) => {
      signals.push(signal);
      signal.addEventListener('abort', () => ran.push('cleanup'));
      try {
        ran.push('try');
        await elicit('who', question);
        ran.push('answered');
      } catch {
        ran.push('catch');
      } finally {
        ran.push('finally');
      }
      return 'done';
    });
    const [asked] = await callWith(wire);
    expect([asked?.resultType, ran]).toEqual(['input_required', ['try', 'cleanup']]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    ran.length = 0;
    const rounds = await callWith(wire, { who: { action: 'cancel' } });
    expect(ran).toEqual(['try', 'cleanup', 'try', 'answered', 'finally']);
    expect(textOf(rounds[1])).toBe('done');
  });

  test('no longer sends anything: what it goes on to do is discarded', async () => {
    const errors: unknown[] = [];
    let goOn = (): void => {};
    const wire = wireOf(
      async (context) => {
        const other = new Promise<void>((resolve) => (goOn = resolve)).then(() => {
          context.progress(1);
          context.log.info('late');
          throw new Error('late');
        });
        await Promise.all([context.elicit('who', question), other]);
        return 'done';
      },
      { onError: (error: unknown) => errors.push(error) },
    );
    const answer = await wire.ask('tools/call', { name: 'ask' }, { progressToken: 1, logLevel: 'debug' });
    expect(answer.result?.resultType).toBe('input_required');
    goOn();
    await wire.ask('server/discover');
    expect([wire.notified, errors]).toEqual([[], []]);
  });

  test('that returns without the answer has answered', async () => {
    const wire = wireOf(async ({ elicit }) => {
      void elicit('who', question);
      return Promise.resolve('too early');
    });
    expect(textOf((await callWith(wire))[0])).toBe('too early');
  });

  test('repeats neither progress nor log messages of the part that it repeats', async () => {
    covers('progress-increases', 'progress-token-given');
    const wire = wireOf(async ({ elicit, progress, log }) => {
      progress(1, 3);
      log.info('one');
      await elicit('who', question);
      progress(2, 3);
      log.info('two');
      await elicit('sure', { message: 'Sure?', schema: NAME });
      progress(3, 3);
      log.info('three');
      return 'done';
    });
    let requestState: string | undefined;
    for (const inputResponses of [undefined, { who: accepted('Ada') }, { sure: accepted('Ada') }]) {
      const answer = await wire.ask(
        'tools/call',
        { name: 'ask', ...(inputResponses && { inputResponses }), ...(requestState && { requestState }) },
        { progressToken: 'p', logLevel: 'info' },
      );
      ({ requestState } = answer.result as AnyResult);
    }
    expect(wire.notified.map(({ params }) => params['progress'] ?? params['data'])).toEqual([
      1,
      'one',
      2,
      'two',
      3,
      'three',
    ]);
  });

  test('does not count as running: any number of calls may wait for answers', async () => {
    covers('rounds-not-awaited');
    const server = serverWith(async ({ elicit }) => (await elicit('who', question)).action);
    const wire = openAlone(server, { limits: { handlerLimit: 2 } });
    for (let call = 0; call < 5; call++) {
      expect((await callWith(wire))[0]?.resultType).toBe('input_required');
    }
  });

  test('does not count as running if its call is cancelled while its questions are prepared', async () => {
    const questions: Promise<unknown>[] = [];
    const asked = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 20));
    const server = serverWith(async ({ elicit, once }) => {
      // The request is answered only when this is done, and is cancelled before.
      questions.push(once('slow', asked));
      return (await elicit('who', question)).action;
    });
    const wire = openAlone(server, { limits: { handlerLimit: 3 } });
    for (let call = 1; call <= 3; call++) {
      const requestId = wire.send('tools/call', { name: 'ask' });
      await expect.poll(() => questions.length).toBe(call);
      wire.notify('notifications/cancelled', { requestId });
    }
    await expect.poll(async () => (await callWith(wire))[0]?.resultType).toBe('input_required');
  });
});

describe('once', () => {
  test('does something once for a call, however often the handler runs', async () => {
    let orders = 0;
    const wire = wireOf(async ({ once, elicit }) => {
      const order = await once('order', () => ({ number: ++orders, at: new Date(0) }));
      await elicit('who', question);
      const nothing = await once('nothing', (): unknown => undefined);
      await elicit('sure', { message: 'Sure?', schema: NAME });
      return `${order.number} ${String(order.at)} ${String(nothing)}`;
    });
    const rounds = await callWith(wire, { who: accepted('Ada') }, { sure: accepted('Ada') });
    expect([textOf(rounds.at(-1)), orders]).toEqual(['1 1970-01-01T00:00:00.000Z undefined', 1]);
  });

  test('is waited for before the handler is left, so that its value is kept', async () => {
    let orders = 0;
    const wire = wireOf(async ({ once, elicit }) => {
      const slow = async (): Promise<number> => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return ++orders;
      };
      const [number, { content }] = await Promise.all([once('order', slow), elicit('who', question)]);
      return `${number} ${content?.name}`;
    });
    const rounds = await callWith(wire, { who: accepted('Ada') });
    expect([textOf(rounds[1]), orders]).toEqual(['1 Ada', 1]);
  });

  test('that fails is done again', async () => {
    let attempts = 0;
    const wire = wireOf(async ({ once, elicit }) => {
      const value = await once('try', () => {
        if (++attempts === 1) throw new Error('not yet');
        return attempts;
      }).catch(() => 'failed');
      await elicit('who', question);
      return String(value);
    });
    expect(textOf((await callWith(wire, { who: accepted('Ada') }))[1])).toBe('2');
  });

  test('has keys of its own, and shares them with questions', async () => {
    covers('rounds-keys-unique');
    const errors: unknown[] = [];
    const options = { onError: (error: unknown) => errors.push((error as Error).message) };
    const server = new Server({ name: 'asking', version: '1.0.0' }, options);
    server.tool('twice', {}, async (_, { once }) => `${await once('a', () => 1)}${await once('a', () => 2)}`);
    server.tool(
      'both',
      {},
      async (_, { once, elicit }) => `${await once('a', () => 1)}${(await elicit('a', question)).action}`,
    );
    const wire = openAlone(server);
    await wire.ask('tools/call', { name: 'twice' });
    await wire.ask('tools/call', { name: 'both' });
    expect(errors).toEqual([expect.stringContaining('"a"'), expect.stringContaining('"a"')]);
  });
});

describe('what cannot be asked', () => {
  test('a capability that the client has not declared is named in the error', async () => {
    covers('base-capability-missing', 'base-capability-undeclared', 'rounds-declared');
    const wire = wireOf(async ({ sample }) => (await sample('wish', 'Wish')).text);
    const answer = await wire.ask('tools/call', { name: 'ask' }, { capabilities: { elicitation: {} } });
    expect(answer.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {} } } });
  });

  test.each([
    [{}, undefined],
    [{ context: {} }, 'thisServer'],
  ])('context of a model, unless the client declares it: of sampling %j, %j', async (sampling, includeContext) => {
    covers('sampling-context-undeclared');
    const wire = wireOf(({ sample }) => sample('wish', { messages: 'Wish', includeContext: 'thisServer' }));
    const answer = await wire.ask('tools/call', { name: 'ask' }, { capabilities: { sampling } });
    const messages = [{ role: 'user', content: { type: 'text', text: 'Wish' } }];
    expect(answer.result?.inputRequests?.['wish']?.params).toEqual({ messages, maxTokens: 1_000, includeContext });
  });

  test.each([{ role: 'system', content: TEXT }, { content: TEXT }, { role: 'user', content: {} }])(
    'a model is not asked with the message %j',
    async (message) => {
      covers('sampling-messages-shaped');
      const errors: unknown[] = [];
      const onError = (error: unknown): void => void errors.push(error);
      const wire = wireOf(({ sample }) => sample('wish', { messages: [message as never] }), { onError });
      const [answer] = await callWith(wire);
      expect([answer?.resultType, answer?.inputRequests]).toEqual(['complete', undefined]);
      expect(errors).toMatchObject([{ cause: { name: 'InvalidMessageError', method: 'sampling/createMessage' } }]);
    },
  );

  test('pages that have to be visited are named only to clients that show them', async () => {
    covers('base-capability-missing');
    const visit = new UrlElicitationRequiredError([{ message: 'Link it', url: 'https://example.org/link' }]);
    const wire = wireOf(() => Promise.reject(visit));
    const answer = await wire.ask('tools/call', { name: 'ask' }, { capabilities: { elicitation: { form: {} } } });
    expect(answer.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { url: {} } } } });
  });

  test('a handler may go on without it', async () => {
    const wire = wireOf(async (context) => {
      const asked = context.sample('wish', 'Wish').then(
        ({ text }) => text,
        (error: unknown) => (error as ToolError).name,
      );
      return `${context.can('sampling')},${await asked}`;
    });
    const answer = await wire.ask('tools/call', { name: 'ask' }, { capabilities: {} });
    expect(textOf(answer.result)).toBe('false,AskError');
  });

  test('anything but tools, prompts, and resources: asking elsewhere is a mistake of the author', async () => {
    covers('rounds-methods');
    const { server, errors } = reportingServer();
    server.method('acme/ask', {}, async (_, { elicit }) => ({ action: (await elicit('who', question)).action }));
    const answer = await openAlone(server).ask('acme/ask');
    expect(answer.error).toMatchObject({ code: -32603, message: 'Internal error' });
    expect(String(errors[0])).toContain('acme/ask cannot ask the client questions');
  });

  test('a question that differs in each run is asked a few times, and not for ever', async () => {
    const errors: unknown[] = [];
    let runs = 0;
    const wire = wireOf(async ({ elicit }) => (await elicit('who', { ...question, message: `Run ${++runs}` })).action, {
      onError: (error: unknown) => errors.push((error as Error).message),
    });
    const rounds = await callWith(wire, ...Array.from({ length: 4 }, () => ({ who: accepted('Ada') })));
    expect(rounds.filter(({ resultType }) => resultType === 'input_required')).toHaveLength(4);
    expect(errors[0]).toContain('context.once');
  });
});

describe('pages', () => {
  test('are asked for without an id, and the answer says whether the person agrees', async () => {
    covers('elicitation-page-params');
    const wire = wireOf(
      async ({ elicitUrl }) => (await elicitUrl('pay', { message: 'Pay', url: 'https://a.example' })).action,
    );
    const [asked, answered] = await callWith(wire, { pay: { action: 'accept' } });
    expect(asked?.inputRequests?.['pay']?.params).toEqual({ mode: 'url', message: 'Pay', url: 'https://a.example' });
    expect(textOf(answered)).toBe('accept');
  });

  test('that a handler requires by an error are asked for, and the call comes again', async () => {
    covers('base-codes-retired');
    let isPaid = false;
    const wire = wireOf(() => {
      if (!isPaid) throw new UrlElicitationRequiredError([{ message: 'Pay first', url: 'https://a.example/pay' }]);
      return 'done';
    });
    const [asked, again] = await callWith(wire, { 'visit 1': { action: 'accept' } });
    expect(asked?.inputRequests).toMatchObject({
      'visit 1': { method: 'elicitation/create', params: { mode: 'url' } },
    });
    expect(again).toMatchObject({ error: { code: -32603, message: 'Pay first' } });
    isPaid = true;
    const rounds = await callWith(wire, { 'visit 1': { action: 'accept' } });
    expect(textOf(rounds[0])).toBe('done');
  });

  test('are the same question in each run', async () => {
    const page = { message: 'Pay', url: 'https://a.example' };
    const wire = wireOf(async ({ ask }) => (await ask({ pay: url(page) })).pay.action);
    const rounds = await callWith(wire, { pay: { action: 'decline' } });
    expect(textOf(rounds[1])).toBe('decline');
  });
});

describe('limits', () => {
  test('a call that comes again with answers counts once; the same answers again count as a call', async () => {
    const rateLimits = { toolCalls: { perSecond: 0.001, burst: 2 } };
    const wire = wireOf(async ({ elicit }) => (await elicit('who', question)).action, { rateLimits });
    const rounds = await callWith(wire, { who: accepted('Ada') });
    expect(textOf(rounds[1])).toBe('accept');
    const again = { name: 'ask', requestState: rounds[0]?.requestState, inputResponses: { who: accepted('Ada') } };
    const second = await wire.ask('tools/call', again);
    expect(textOf(second.result)).toBe('accept');
    const third = await wire.ask('tools/call', again);
    expect(third.error?.message).toContain('Too many tool calls');
  });

  test('a question to the model counts once', async () => {
    const rateLimits = { sampling: { perSecond: 0.001, burst: 1 } };
    const wire = wireOf(
      async ({ sample, elicit }) => {
        await sample('wish', 'Wish');
        return (await elicit('who', question)).action;
      },
      { rateLimits },
    );
    const rounds = await callWith(wire, { wish: said }, { who: accepted('Ada') });
    expect(textOf(rounds[2])).toBe('accept');
  });
});
