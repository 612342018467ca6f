import { JsonRpcError, RequestTimeoutError, type HandlerContext } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { NotExpressibleError } from '../conversions/index.js';
import type { Translator } from '../translator.js';
import { checkNumbers, checkOptions, type OptionNames } from '../options.js';
import { REVISION_WITH_TASKS } from '../tasks/names.js';
import { answerOfTask } from './askAsTask.js';
import { AskError } from './errors.js';
import type { AskedClient, Question } from './questions.js';

/** Several questions, each under its key. */
export type Questions = { readonly [key: string]: Question<unknown> };

/** Options of asking the client. */
export interface AskOptions {
  /**
   * Milliseconds to wait for the answers; 0 for no limit. Default: 3,600,000 (an hour) for forms, pages and sampling, which a person may
   * answer or review; for roots the `requestTimeout` of serving, 60,000.
   */
  readonly timeout?: number | undefined;
  /** Withdraws the questions: the client is told, and asking rejects with the signal's reason. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Has the client answer forms, pages and sampling as tasks, where it can (specification, 2025-11-25: Tasks): it is polled for the answer,
   * which no open request waits for. Elsewhere, and within a task, it is asked as usual. Default false.
   */
  readonly task?: boolean | undefined;
}

const ASK_OPTIONS: OptionNames<AskOptions> = { timeout: true, signal: true, task: true };

/** What a client is asked by. */
export interface Asking {
  readonly translator: Translator;
  /** Throws, or rejects, if the caller has asked too often. */
  readonly admit: (limited: 'sampling') => void | Promise<void>;
  readonly ask: HandlerContext['ask'];
  /** Whether the client's capabilities are known. Without a session they are not, up to 2025-11-25, and it cannot be asked. */
  readonly isKnown: boolean;
  /** Returns whether a question has its answer already. */
  readonly isAnswered: (key: string) => boolean;
  /** Ends the handler that asks. */
  readonly signal: AbortSignal;
  /** Whether the handler runs as a task: its questions belong to that. */
  readonly isTask: boolean;
}

/**
 * Asks a client several questions at once, and reads its answers.
 *
 * @throws {AskError} if it cannot be asked one of them, or does not give what it was asked for.
 * @throws {TypeError} or {RangeError} if an option is invalid.
 */
export async function askClient(
  questions: Questions,
  client: AskedClient,
  { translator, admit, ask, isKnown, isAnswered, signal: ending, isTask }: Asking,
  options: AskOptions = {},
): Promise<{ readonly [key: string]: unknown }> {
  checkOptions('ask', options, ASK_OPTIONS);
  checkNumbers('ask', options, { timeout: 'timeout' });
  const { signal } = options;
  const lacking = Object.values(questions).find(({ needs }) => !client.can(needs));
  if (lacking !== undefined) {
    throw isKnown ? incapable(lacking.needs, client) : new AskError('A server without sessions cannot ask its clients');
  }
  const sent: Record<string, { method: string; params: unknown } & AskOptions> = {};
  for (const [key, { method, params, timeout: usual }] of Object.entries(questions)) {
    const isLimited = method === 'sampling/createMessage' && !isAnswered(key);
    const admitted = isLimited ? admit('sampling') : undefined;
    if (admitted !== undefined) await admitted;
    const converted = inWords(() => translator.toRevision(method, 'params', params(client)));
    const timeout = options.timeout ?? usual;
    const asTask = options.task === true && !isTask && canAnswerAsTask(method, client);
    const whole = asTask ? { ...(converted as object), task: timeout ? { ttl: timeout } : {} } : converted;
    sent[key] = { method, params: whole, timeout, signal };
  }
  const answers = await ask(sent as never)
    .then((given: unknown) => (options.task === true ? ofTasks(given as object, sent, ask, ending) : given))
    .catch(rethrow);
  const read = Object.entries(questions).map(async ([key, { method, read }]) => {
    const answer = (answers as Record<string, unknown>)[key];
    return [key, await read(translator.toAuthor(method, 'result', answer))] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** The capability of clients that answer the questions of a method as tasks. */
const ANSWERS_AS_TASK: { readonly [method: string]: string | undefined } = {
  'elicitation/create': 'tasks.requests.elicitation.create',
  'sampling/createMessage': 'tasks.requests.sampling.createMessage',
};

/** Whether a client takes a question as a task: in the one revision that has such tasks. */
function canAnswerAsTask(method: string, { can, revision }: AskedClient): boolean {
  const capability = ANSWERS_AS_TASK[method];
  return revision === REVISION_WITH_TASKS && capability !== undefined && can(capability);
}

/** The answers, those that the client has made tasks of included. */
async function ofTasks(
  given: object,
  sent: { readonly [key: string]: { readonly method: string } & AskOptions },
  ask: HandlerContext['ask'],
  ending: AbortSignal,
): Promise<object> {
  const answers = Object.entries(given).map(async ([key, answer]: [string, unknown]) => {
    const asked = sent[key];
    if (asked === undefined || !isObject(answer) || !isObject(answer['task'])) return [key, answer] as const;
    const { method, timeout, signal } = asked;
    const own = signal === undefined ? ending : AbortSignal.any([ending, signal]);
    return [key, await answerOfTask(answer, { ask, key, method, timeout, signal: own })] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

function incapable(capability: string, { revision }: AskedClient): AskError {
  return new AskError(
    `This needs a client with the capability ${capability}, which this one has not declared in revision ${revision}`,
    { needs: capability },
  );
}

/** @throws {AskError} if the question cannot be expressed in the revision of the client. */
function inWords<Value>(convert: () => Value): Value {
  try {
    return convert();
  } catch (cause) {
    throw cause instanceof NotExpressibleError ? new AskError(cause.message, { cause }) : cause;
  }
}

/** Turns an error of the client, or a timeout, into an `AskError`. */
function rethrow(cause: unknown): never {
  if (cause instanceof JsonRpcError) {
    const { code, message } = cause;
    throw new AskError(`The client answered: ${message}`, { rpcCode: code, cause });
  }
  throw cause instanceof RequestTimeoutError ? new AskError(cause.message, { cause }) : cause;
}
