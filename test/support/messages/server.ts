/** Servers: their options, registrations, handlers, and questions to clients. */

import { join } from 'node:path';
import {
  embedded,
  form,
  NotFoundError,
  sample,
  Server,
  url,
  UrlElicitationRequiredError,
  type Context,
} from '@mcp-gen/sdk';
import { Ledger } from '@mcp-gen/runtime';
import { tasks } from '@mcp-gen/sdk/tasks';
import { temporaryFolder } from '../temporaryFolder.js';
import { clientOf, info, reportedBy, type Cases } from './cases.js';

const handler = (): string => 'Sunny';
const make = (options: object): Server => new Server(info, options);
const given = (value: unknown): never => value as never;

function throwText(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the case of a handler that does so
  throw 'too cold';
}

/** Runs a handler for a client with options, and returns the error that it catches. */
async function caughtIn(act: (context: Context) => unknown, options?: object): Promise<unknown> {
  const server = new Server(info);
  let caught: unknown;
  server.tool('ask', {}, async (_, context) => {
    caught = await Promise.resolve()
      .then(() => act(context))
      .catch((error: unknown) => error);
    return 'done';
  });
  const client = await clientOf(server, { revision: '2025-11-25', ...options });
  await client.callTool('ask');
  return caught;
}

/** The cause of the error that is reported for a tool. */
const causeOf = async (act: () => unknown, options?: object): Promise<unknown> =>
  (await reportedBy(act, options)).cause;

export const SERVER: Cases = {
  'no name': () => new Server(given({ version: '1.0.0' })),
  'an unknown option': () => make({ instruction: 'Be brief' }),
  'options that are not an object': () => new Server(info, given('Be brief')),
  'an unsupported revision': () => make({ revisions: ['2023-01-01'] }),
  'an unknown feature': () => make({ features: ['tool'] }),
  'a page size of 0': () => make({ pageSize: 0 }),
  'a limit that is a string': () => make({ rateLimits: { toolCalls: { perSecond: 'many' } } }),
  'a callback that is not a function': () => make({ onError: 'log' }),
  'an unknown error detail': () => make({ errors: 'tell' }),
  'a logger without methods': () => make({ logger: {} }),
  'a change bus without methods': () => make({ changes: {} }),
  'a ledger without limits': () => new Ledger(given({ reading: 5 })),
  'a ledger with an unknown option': () => new Ledger(given({ reeding: {} })),

  'an invalid tool name': () => make({}).tool('', {}, handler),
  'a tool without options': () => make({}).tool('forecast', given(handler), given(undefined)),
  'a tool without a handler': () => make({}).tool('forecast', {}, given(undefined)),
  'an unknown option of a tool': () => make({}).tool('forecast', given({ inputSchema: {} }), handler),
  'two tools with one name': () => {
    const server = make({});
    server.tool('forecast', {}, handler);
    server.tool('forecast', {}, handler);
  },
  'an object of schemas': () => make({}).tool('forecast', given({ input: { city: { type: 'string' } } }), handler),
  'a schema with an unknown type': () =>
    make({}).tool('forecast', { input: given({ type: 'object', properties: { city: { type: 'text' } } }) }, handler),
  'a schema with an external reference': () =>
    make({}).tool('forecast', { input: { type: 'object', $ref: 'https://example.com/city.json' } }, handler),
  'a schema that is not of objects': () => make({}).tool('forecast', { input: { type: 'string' } }, handler),
  'access that is one role': () => make({}).tool('forecast', given({ access: 'admin' }), handler),
  'an icon over http': () => make({}).tool('forecast', { icons: [{ src: 'http://example.com/icon.png' }] }, handler),
  'a task mode without tasks': () => make({}).tool('forecast', { task: 'optional' }, handler),
  'a tool after the server was started without tools': async () => {
    const server = make({});
    await clientOf(server);
    server.tool('forecast', {}, handler);
  },
  'a resource without a scheme': () => make({}).resource('notes', {}, 'Buy milk'),
  'a resource with a variable': () => make({}).resource('notes://{id}', {}, 'Buy milk'),
  'a template with an open brace': () => make({}).resourceTemplate('notes://{id', {}, () => 'Buy milk'),
  'a template with an unknown operator': () => make({}).resourceTemplate('notes://{%id}', {}, () => 'Buy milk'),
  'a completion of an unknown variable': () =>
    make({}).resourceTemplate('notes://{id}', { complete: given({ name: ['milk'] }) }, () => 'Buy milk'),
  'prompt arguments that are a schema': () =>
    make({}).prompt('review', { arguments: given({ type: 'object', properties: {} }) }, () => 'Review this'),
  'a prompt without a name': () => make({}).prompt('', {}, () => 'Review this'),
  'a method of the protocol': () => make({}).method('tools/call', {}, () => ({})),
  'an invalid method name': () => make({}).method('rpc.search', {}, () => ({})),
  'middleware that is not a function': () => make({}).use(given('log')),
  'a transport instead of options': () => make({}).serve(given({ start: () => undefined, send: () => undefined })),
  'an option of a resource content': () => embedded('notes://1', given(5)),

  'a tool that throws': () =>
    reportedBy(() => {
      throw new RangeError('No such day');
    }),
  'a tool that returns nothing': () => causeOf(() => undefined),
  'a tool that returns a bigint': () => causeOf(() => ({ celsius: 5n })),
  'a tool that returns a map': () => causeOf(() => new Map([['celsius', 5]])),
  'a tool that returns a cycle': () => {
    const cycle: { self?: object } = {};
    cycle.self = cycle;
    return causeOf(() => cycle);
  },
  'a tool that throws a string': () => reportedBy(throwText),
  'output above the limit': () => causeOf(() => 'x'.repeat(200), { output: { size: { maxCharacters: 100 } } }),
  'middleware without a result': async () => {
    const server = make({ onError: () => undefined });
    server.tool('forecast', {}, handler);
    const caught: unknown[] = [];
    server.use(async (request, next) => {
      await next(request).catch((error: unknown) => void caught.push(error));
      throw caught[0] as Error;
    });
    server.use(given(() => undefined));
    const client = await clientOf(server);
    await client.callTool('forecast').catch(() => undefined);
    return caught[0];
  },

  'a form for a client without elicitation': () =>
    caughtIn((context) => context.elicit('city', { message: 'Which city?', schema: { type: 'object' } })),
  'sampling that the client rejects': () =>
    caughtIn((context) => context.sample('sum', 'Sum this up'), {
      sampling: { model: () => Promise.reject(new Error('No model')) },
    }),
  'a question that times out': () =>
    caughtIn((context) => context.ask('sum', sample('Sum this up'), { timeout: 20 }), {
      sampling: { model: () => new Promise<never>(() => undefined) },
    }),
  'a form answer that does not match': () =>
    caughtIn(
      (context) =>
        context.ask(
          'city',
          form({ message: 'City?', schema: { type: 'object', properties: { days: { type: 'integer' } } } }),
        ),
      { elicitation: { form: () => ({ action: 'accept', content: { days: 'two' } }) } },
    ),
  'a nested form': () =>
    form({
      message: 'City?',
      schema: { type: 'object', properties: { place: { type: 'object', properties: {} } } },
    }),
  'an unsafe URL for the user': () => url({ message: 'Pay here', url: 'http://example.com/pay' }),
  'roots of a client without roots': () => caughtIn((context) => context.roots.list()),
  'a path outside the roots': async () => {
    const folder = await temporaryFolder({ 'inside/a.txt': '', 'b.txt': '' });
    return caughtIn((context) => context.roots.resolve(join(folder, 'b.txt')), { roots: [join(folder, 'inside')] });
  },
  'a key that is used twice': () =>
    caughtIn(
      async (context) => {
        await context.sample('sum', 'Sum this up');
        await context.sample('sum', 'Again');
      },
      { sampling: { model: () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'a' } }) } },
    ),
  'a resource that does not exist': () => new NotFoundError(),
  'an error that requires visits, without URLs': () => new UrlElicitationRequiredError([]),
  'an error that requires a visit': () =>
    new UrlElicitationRequiredError([{ message: 'Log in to the bank', url: 'https://bank.example/login' }]),
  'an unknown option of tasks': () => tasks(given({ timeToLive: 5 })),
};
