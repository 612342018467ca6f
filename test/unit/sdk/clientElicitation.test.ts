/** What servers want a client's user to be asked. */

import type { ElicitationOptions, FormContent, UrlRequest } from '@mcp-gen/sdk/client';
import { JsonRpcError, Ledger, type HandlerContext } from '@mcp-gen/runtime';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { listen } from '../runtime/httpSupport.js';
import { deferred } from '../runtime/support.js';
import { Elicitation } from '../../../sdk/src/client/elicitation.js';
import { inspectUrl } from '../../../sdk/src/client/urlElicitations.js';
import { converse } from './clientSupport.js';
import { NEWEST_SESSION } from '../../support/schemas.js';

const FORM = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 2 },
      age: { type: 'integer', minimum: 0 },
      mail: { type: 'string', format: 'email' },
      born: { type: 'string', format: 'date' },
      seen: { type: 'string', format: 'date-time' },
      page: { type: 'string', format: 'uri' },
      colour: { type: 'string', enum: ['red', 'green'], default: 'green' },
      size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] },
      days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue'] }, default: ['mon'] },
      sure: { type: 'boolean', default: false },
    },
    required: ['name'],
  },
};

const DEFAULTS = { colour: 'green', days: ['mon'], sure: false };

/** Has a server ask the client's user, once for each question. Gives what the server gets, and its session. */
async function ask(options: ElicitationOptions, ...questions: readonly object[]) {
  const answered: unknown[] = [];
  const connected = await converse(
    {
      callTool: async (_: unknown, context: HandlerContext) => {
        for (const [index, params] of questions.entries()) {
          try {
            answered.push(await context.ask(String(index), { method: 'elicitation/create', params }));
          } catch (error) {
            answered.push(error);
          }
        }
        return { content: [] };
      },
    },
    { elicitation: options },
    { revision: NEWEST_SESSION },
  );
  await connected.client.callTool('ask');
  return { ...connected, answered };
}

const filledIn = (content?: FormContent): ElicitationOptions => ({
  form: () => ({ action: 'accept', ...(content && { content }) }),
});

describe('a form', () => {
  test('is shown with its defaults, and sent back filled in', async () => {
    covers('elicitation-defaults', 'elicitation-mode-default', 'elicitation-approval');
    const seen: unknown[] = [];
    const { answered, errors } = await ask(
      {
        form: (request, { defaults, server }) => {
          seen.push(request.message, defaults, server.name);
          return Promise.resolve({ action: 'accept', content: { name: 'Ada', sure: true } });
        },
      },
      FORM,
      { ...FORM, mode: 'form' },
    );
    const content = { ...DEFAULTS, name: 'Ada', sure: true };
    expect(answered).toEqual([
      { action: 'accept', content },
      { action: 'accept', content },
    ]);
    expect(seen.slice(0, 3)).toEqual(['Who are you?', DEFAULTS, 'weather']);
    expect(errors.empty()).toEqual([]);
  });

  test('that is declined or cancelled takes nothing along', async () => {
    covers('elicitation-decline-any-time');
    const actions = ['decline', 'cancel'] as const;
    let at = 0;
    const form = () => ({ action: actions[at++] ?? ('accept' as const), content: { name: 'Ada' } });
    expect((await ask({ form }, FORM, FORM)).answered).toEqual([{ action: 'decline' }, { action: 'cancel' }]);
  });

  test('takes along nothing that was not asked for', async () => {
    const { answered } = await ask(filledIn({ name: 'Ada', password: 'secret', constructor: 'x' }), FORM);
    expect(answered).toEqual([{ action: 'accept', content: { ...DEFAULTS, name: 'Ada' } }]);
  });

  test.each<{ content: FormContent; at: string }>([
    { content: {}, at: '/name' },
    { content: { name: 'A' }, at: '/name' },
    { content: { name: 'Ada', age: 1.5 }, at: '/age' },
    { content: { name: 'Ada', age: -1 }, at: '/age' },
    { content: { name: 'Ada', mail: 'ada' }, at: '/mail' },
    { content: { name: 'Ada', mail: '@example.com' }, at: '/mail' },
    { content: { name: 'Ada', mail: 'ada@' }, at: '/mail' },
    { content: { name: 'Ada', born: '2025-02-30' }, at: '/born' },
    { content: { name: 'Ada', born: 'soon' }, at: '/born' },
    { content: { name: 'Ada', born: '+012025-02-20' }, at: '/born' },
    { content: { name: 'Ada', seen: '2025-02-20' }, at: '/seen' },
    { content: { name: 'Ada', seen: '2025-02-20T25:00:00Z' }, at: '/seen' },
    { content: { name: 'Ada', page: 'page' }, at: '/page' },
    { content: { name: 'Ada', colour: 'blue' }, at: '/colour' },
    { content: { name: 'Ada', size: 'Small' }, at: '/size' },
    { content: { name: 'Ada', days: ['sun'] }, at: '/days/0' },
    { content: { name: 'Ada', sure: 'yes' }, at: '/sure' },
  ])('is not sent with what the server does not take: $content', async ({ content, at }) => {
    covers('elicitation-answer-validated');
    const { answered, errors } = await ask(filledIn(content), FORM);
    expect(answered).toMatchObject([{ code: -32603 }]);
    expect(errors.empty()).toMatchObject([{ message: expect.stringContaining(at) }]);
  });

  test('may have fields of an unknown format, which is not checked', async () => {
    const colour = { type: 'string', enum: ['red', 'green'], format: 'colour' };
    const form = { message: 'Which?', requestedSchema: { type: 'object', properties: { colour } } };
    const { answered } = await ask(filledIn({ colour: 'red' }), form);
    expect(answered).toEqual([{ action: 'accept', content: { colour: 'red' } }]);
  });

  test.each([undefined, 'accept', { action: 'ok' }])('says what has to be returned, which is not %j', async (wrong) => {
    const { answered, errors } = await ask({ form: () => wrong as never }, FORM);
    expect(answered).toMatchObject([{ code: -32603 }]);
    expect(errors.empty()).toMatchObject([
      { message: "The function form must return { action: 'accept', content }, or the action 'decline' or 'cancel'" },
    ]);
  });

  test('can be checked before it is handed in', async () => {
    const found: string[] = [];
    const good = { name: 'Ada', mail: 'ada@example.org', born: '1815-12-10', seen: '1843-09-05T10:00:00.5+01:00' };
    const { answered } = await ask(
      {
        form: (_, { check }) => {
          found.push(...check({ name: 'A', mail: 'x' }).map(({ pointer }) => pointer));
          expect(check({ ...good, page: 'https://example.org/a', size: 's', age: 36 })).toEqual([]);
          return { action: 'accept', content: good };
        },
      },
      FORM,
    );
    expect(found).toEqual(['/name', '/mail']);
    expect(answered).toEqual([{ action: 'accept', content: { ...DEFAULTS, ...good } }]);
  });

  test('is not shown when the server asks too often', async () => {
    covers('elicitation-rate');
    let shown = 0;
    const form = () => {
      shown += 1;
      return { action: 'decline' } as const;
    };
    const { answered } = await ask({ form, rate: { perSecond: 0.1, burst: 1 } }, FORM, FORM);
    expect(answered).toMatchObject([
      { action: 'decline' },
      { code: -32603, message: expect.stringContaining('Too many forms and pages') },
    ]);
    expect(shown).toBe(1);
    const many = Array.from({ length: 11 }, () => FORM);
    expect((await ask({ form }, ...many)).answered.filter((each) => each instanceof Error)).toHaveLength(1);
  });

  test('is not called invalid if the compiler of schemas cannot be loaded', async () => {
    const failure = new TypeError("Cannot find module '/home/ada/compile.js'");
    const { answer } = new Elicitation(filledIn(), () => Promise.reject(failure), new Ledger().connection('test'));
    await expect(async () => answer(FORM as never, {} as never)).rejects.toBe(failure);
  });

  test('is refused where there are only pages', async () => {
    covers('elicitation-mode-refused');
    const { answered } = await ask({ url: () => 'accept' }, FORM);
    expect(answered).toMatchObject([{ code: -32602, message: expect.stringContaining('the elicitation mode form') }]);
  });
});

describe('a page', () => {
  const PAGE = { mode: 'url', message: 'Pay', url: 'https://pay.example.org/a?b=c', elicitationId: 'e1' };

  test('is shown with its host, and opened with the consent of the user', async () => {
    const seen: UrlRequest[] = [];
    const url = (request: UrlRequest) => {
      seen.push(request);
      return request.host.startsWith('pay.') ? 'accept' : 'decline';
    };
    const { answered } = await ask({ url }, PAGE, { ...PAGE, url: 'http://user@xn--bcher-kva.example/' });
    expect(answered).toEqual([{ action: 'accept' }, { action: 'decline' }]);
    expect(seen[0]).toEqual({
      url: 'https://pay.example.org/a?b=c',
      host: 'pay.example.org',
      warnings: [],
      message: 'Pay',
      elicitationId: 'e1',
    });
    expect(seen[1]?.warnings).toHaveLength(3);
  });

  test('is fetched by nobody but the user', async () => {
    covers('elicitation-url-not-fetched');
    const visits: unknown[] = [];
    const url = await listen((request, response) => {
      visits.push(request.url);
      response.end();
    });
    const { answered } = await ask({ url: () => 'accept' }, { ...PAGE, url });
    expect(answered).toEqual([{ action: 'accept' }]);
    expect(visits).toEqual([]);
    await fetch(url);
    expect(visits).toHaveLength(1);
  });

  test('says what has to be returned, where something else is', async () => {
    const { answered, errors } = await ask({ url: () => true as never }, PAGE);
    expect(answered).toMatchObject([{ code: -32603 }]);
    expect(errors.empty()).toMatchObject([{ message: "The function url must return 'accept', 'decline' or 'cancel'" }]);
  });

  test('is refused for clients with forms only, and if it is not a web page', async () => {
    covers('elicitation-mode-refused');
    const forms = await ask(filledIn(), PAGE);
    expect(forms.answered).toMatchObject([
      { code: -32602, message: expect.stringContaining('the elicitation mode url') },
    ]);
    let shown = 0;
    const url = () => {
      shown += 1;
      return 'accept' as const;
    };
    const bad = ['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x', 'data:text/html,x'];
    const { answered } = await ask({ url }, ...bad.map((each) => ({ ...PAGE, url: each })));
    expect(answered).toHaveLength(4);
    for (const each of answered) expect(each).toMatchObject({ code: -32602 });
    expect(shown).toBe(0);
  });

  test('that has been dealt with is told once, if the user went there', async () => {
    covers('elicitation-complete-unknown');
    const done: string[] = [];
    const onComplete = ({ elicitationId }: UrlRequest): void => void done.push(elicitationId ?? 'none');
    const url = ({ elicitationId }: UrlRequest) => (elicitationId === 'e2' ? 'decline' : 'accept');
    const { session, client, errors } = await ask({ url, onComplete }, PAGE, { ...PAGE, elicitationId: 'e2' });
    for (const elicitationId of ['unknown', 'e2', 'e1', 'e1']) {
      await session().notify('notifications/elicitation/complete', { elicitationId });
    }
    await client.ping();
    expect(done).toEqual(['e1']);
    expect(errors.empty()).toEqual([]);
  });

  test('that has been dealt with while the user is still asked is told when they have agreed', async () => {
    const done: string[] = [];
    const { promise, resolve } = deferred<'accept'>();
    const asking = deferred();
    const url = ({ elicitationId }: UrlRequest) => {
      asking.resolve();
      return elicitationId === 'e1' ? promise : ('decline' as const);
    };
    const onComplete = ({ elicitationId }: UrlRequest): void => void done.push(elicitationId ?? 'none');
    const { client, session } = await converse(
      {
        callTool: async (_: unknown, context: HandlerContext) => {
          await context.ask('0', { method: 'elicitation/create', params: PAGE });
          return { content: [] };
        },
      },
      { elicitation: { url, onComplete } },
    );
    const call = client.callTool('pay');
    await asking.promise;
    await session().notify('notifications/elicitation/complete', { elicitationId: 'e1' });
    await client.ping();
    expect(done).toEqual([]);
    resolve('accept');
    await call;
    expect(done).toEqual(['e1']);
  });

  test('that a request has to wait for is visited, and then the request is made again', async () => {
    covers('elicitation-complete-missing');
    const paid = new Set<string>();
    const pages = ['e1', 'e2'].map((elicitationId) => ({ ...PAGE, elicitationId }));
    const shown: unknown[] = [];
    const url = ({ elicitationId }: UrlRequest) => {
      shown.push(elicitationId);
      return 'accept' as const;
    };
    const { client, session } = await converse(
      {
        callTool: () => {
          if (paid.size === 2) return { content: [{ type: 'text', text: 'Thanks' }] };
          throw new JsonRpcError(-32042, 'Pay first', { elicitations: pages });
        },
      },
      { elicitation: { url } },
    );
    const refused: unknown = await client.callTool('pay').catch((error: unknown) => error);
    const visiting = client.elicitRequiredUrls(refused);
    for (const { elicitationId } of pages) {
      await expect.poll(() => shown.length).toBe(2);
      paid.add(elicitationId);
      await session().notify('notifications/elicitation/complete', { elicitationId });
    }
    expect(await visiting).toBe(true);
    expect((await client.callTool('pay')).text).toBe('Thanks');

    const leaving = new AbortController();
    const left = client.elicitRequiredUrls(refused, { signal: leaving.signal });
    await expect.poll(() => shown.length).toBe(4);
    leaving.abort(new Error('Enough'));
    await expect(left).rejects.toThrow('Enough');

    expect(await client.elicitRequiredUrls(refused, { done: Promise.resolve() })).toBe(true);
    const controller = new AbortController();
    const waiting = client.elicitRequiredUrls(refused, { signal: controller.signal });
    controller.abort(new Error('Never mind'));
    await expect(waiting).rejects.toThrow('Never mind');
  });

  test.each<{ title: string; error: unknown; action?: 'accept' | 'decline' }>([
    { title: 'another error', error: new JsonRpcError(-32602, 'Wrong', { elicitations: [PAGE] }) },
    { title: 'no error of a server', error: new Error('Lost') },
    { title: 'no pages', error: new JsonRpcError(-32042, 'Wait') },
    { title: 'no pages in a list', error: new JsonRpcError(-32042, 'Wait', { elicitations: [] }) },
    { title: 'a form', error: new JsonRpcError(-32042, 'Wait', { elicitations: [PAGE, FORM] }) },
    { title: 'too many pages', error: new JsonRpcError(-32042, 'Wait', { elicitations: Array(11).fill(PAGE) }) },
    { title: 'a user who declines', error: new JsonRpcError(-32042, 'W', { elicitations: [PAGE] }), action: 'decline' },
  ])('is not worth a second request with $title', async ({ error, action = 'accept' }) => {
    const { client } = await converse({}, { elicitation: { url: () => action } });
    expect(await client.elicitRequiredUrls(error)).toBe(false);
  });

  test.each([
    { url: 'https://example.org/', warnings: 0 },
    { url: 'http://localhost:3000/', warnings: 0 },
    { url: 'http://127.0.0.1/', warnings: 0 },
    { url: 'http://[::1]:80/', warnings: 0 },
    { url: 'http://example.org/', warnings: 1 },
    { url: 'https://192.0.2.1/', warnings: 1 },
    { url: 'https://[2001:db8::1]/', warnings: 1 },
    { url: 'https://192.0.2.1.example.org/', warnings: 0 },
    { url: 'https://bücher.example/', warnings: 1 },
    { url: 'https://bank.example@evil.example/', warnings: 1 },
    { url: 'http://:x@192.0.2.1/', warnings: 3 },
  ])('at $url comes with $warnings warnings', ({ url, warnings }) => {
    covers('elicitation-url-suspicious');
    expect(inspectUrl(url).warnings).toHaveLength(warnings);
  });
});
