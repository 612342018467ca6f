import { checkOptions, duration, SIGNAL, type OptionTable } from '@mcp-gen/runtime/options';
import { JsonRpcError, RequestTimeoutError, type HandlerContext } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { ExtensionAskOptions } from '../extension/extensionOptions.js';
import type { ExtensionQuestions } from './extensionQuestions.js';
import type { SentQuestion } from './questionHooks.js';
import { NotExpressibleError } from '../conversions/index.js';
import { hasRequest, isProtocolMethod, type ServerRequestMethod } from '../registry.js';
import type { Translator } from '../translator.js';
import { AskError } from './errors.js';
import type { AskedClient, Question } from './questions.js';

/** Several questions by key. */
export type Questions = { readonly [key: string]: Question<unknown> };

/** Options of asking the client, and those that extensions add to them. */
export interface AskOptions extends ExtensionAskOptions {
  /**
   * Milliseconds to wait for the answers; 0 for no limit. Default: 3,600,000 (an hour), since a person may answer or review a question; for
   * roots the `requestTimeout` of `serve`, 60,000.
   */
  readonly timeout?: number | undefined;
  /** Withdraws the questions: the client is notified, and the promise rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

export const ASK_OPTIONS: OptionTable<Omit<AskOptions, keyof ExtensionAskOptions>, 'timeout'> = {
  timeout: duration(undefined),
  signal: SIGNAL,
};

/** Sends a question through middleware, which may change its params, or answer it. */
type Through = (method: string, params: unknown, send: (params: unknown) => Promise<unknown>) => Promise<unknown>;

/** The dependencies of asking a client. */
export interface Asking {
  readonly translator: Translator;
  /** Throws or rejects if the caller has exceeded its rate limit. */
  readonly admit: (limited: 'sampling') => void | Promise<void>;
  readonly ask: HandlerContext['ask'];
  /** Whether the client's capabilities are known. Up to 2025-11-25 they are unknown without a session, and the client cannot be asked. */
  readonly isKnown: boolean;
  /** Returns whether a question already has its answer. */
  readonly isAnswered: (key: string) => boolean;
  /** The signal of the handler that asks. */
  readonly signal: AbortSignal;
  /** Whether the handler runs as a task, to which its questions then belong. */
  readonly isTask: boolean;
  /** What extensions add to questions. Undefined: nothing. */
  readonly extensions: ExtensionQuestions | undefined;
  /** Sends a question through the middleware. Undefined: there is none. */
  readonly through: Through | undefined;
}

/**
 * Asks a client several questions at once, and parses its answers.
 *
 * @throws {AskError} if the client does not support one of them, or gives an invalid answer.
 * @throws {TypeError} or {RangeError} if an option is invalid.
 */
export async function askClient(
  questions: Questions,
  client: AskedClient,
  asking: Asking,
  options: AskOptions = {},
): Promise<Answers> {
  const { through, extensions } = asking;
  checkOptions('ask', options, extensions?.options ?? ASK_OPTIONS);
  const send = (some: Questions, how: AskOptions): Promise<Answers> => sendAll(some, client, asking, how);
  const answers = await (through === undefined
    ? send(questions, options)
    : sendEach(questions, client, options, { through, send }));
  const read = Object.entries(questions).map(async ([key, { read }]) => [key, await read(answers[key])] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Answers by the key of their question. */
type Answers = { readonly [key: string]: unknown };

/** Sends each question through the middleware. If one fails, the others are withdrawn. */
async function sendEach(
  questions: Questions,
  client: AskedClient,
  options: AskOptions,
  { through, send }: { through: Through; send: (questions: Questions, options: AskOptions) => Promise<Answers> },
): Promise<Answers> {
  const withdrawn = new AbortController();
  const signal = AbortSignal.any([withdrawn.signal, ...(options.signal ? [options.signal] : [])]);
  const answers = Object.entries(questions).map(async ([key, question]) => {
    const { method, params } = question;
    const answer = await through(method, params(client), async (given) => {
      const changed = { ...question, params: () => given as object };
      return (await send({ [key]: changed }, { ...options, signal }))[key];
    });
    return [key, answer] as const;
  });
  try {
    return Object.fromEntries(await Promise.all(answers));
  } catch (error) {
    withdrawn.abort(error);
    throw error;
  }
}

/** Sends questions at once. Returns the answers in the unified types. */
async function sendAll(
  questions: Questions,
  client: AskedClient,
  { translator, admit, ask, isKnown, isAnswered, signal: ending, isTask, extensions }: Asking,
  options: AskOptions,
): Promise<Answers> {
  const { signal } = options;
  const { revision } = client;
  const lacking = Object.values(questions).find(
    ({ method }) => isProtocolMethod(method) && !hasRequest(method, revision),
  );
  if (lacking !== undefined) throw new AskError(`Revision ${revision} does not have ${lacking.method}`);
  const unsupported = Object.values(questions).find(({ needs }) => needs !== undefined && !client.can(needs));
  if (unsupported?.needs !== undefined) {
    throw isKnown
      ? missingCapability(unsupported.needs, client)
      : new AskError('Clients cannot be asked without a session');
  }
  const sent: Record<string, { method: string; params: unknown } & AskOptions> = {};
  const asked = new Map<string, SentQuestion>();
  for (const [key, { method, params, timeout: usual }] of Object.entries(questions)) {
    const isLimited = method === Method.samplingCreateMessage && !isAnswered(key);
    const admitted = isLimited ? admit('sampling') : undefined;
    if (admitted !== undefined) await admitted;
    const converted = inWords(() => translator.toRevision(method as ServerRequestMethod, 'params', params(client)));
    const timeout = options.timeout ?? usual;
    const question = { key, method, settings: options, timeout, signal, ending, isTask, ask };
    asked.set(key, question);
    const whole = extensions === undefined ? converted : extensions.params(converted as object, question, client);
    sent[key] = { method, params: whole, timeout, signal };
  }
  const answers = await ask(sent as never)
    .then((given: unknown) => (extensions === undefined ? given : extensions.answers(given as Answers, asked)))
    .catch(rethrow);
  const unified = Object.entries(questions).map(([key, { method }]) => {
    const answer = (answers as Record<string, unknown>)[key];
    return [key, translator.toAuthor(method as ServerRequestMethod, 'result', answer)] as const;
  });
  return Object.fromEntries(unified);
}

function missingCapability(capability: string, { revision }: AskedClient): AskError {
  return new AskError(`The client has not declared the required capability ${capability} in revision ${revision}`, {
    needs: capability,
  });
}

/** @throws {AskError} if the question cannot be expressed in the revision of the client. */
function inWords<Value>(convert: () => Value): Value {
  try {
    return convert();
  } catch (cause) {
    throw cause instanceof NotExpressibleError ? new AskError(cause.message, { cause }) : cause;
  }
}

/** Converts an error of the client, or a timeout, to an `AskError`. */
function rethrow(cause: unknown): never {
  if (cause instanceof JsonRpcError) {
    const { code, message } = cause;
    throw new AskError(`The client answered with an error: ${message}`, { rpcCode: code, cause });
  }
  throw cause instanceof RequestTimeoutError ? new AskError(cause.message, { cause }) : cause;
}
