import { JsonRpcError, RequestTimeoutError, type HandlerContext } from '@mcp-gen/runtime';
import { NotExpressibleError } from '../conversions/index.js';
import type { Translator } from '../translator.js';
import { AskError } from './errors.js';
import type { AskedClient, Question } from './questions.js';

/** Several questions, each under its key. */
export type Questions = { readonly [key: string]: Question<unknown> };

/** What a client is asked by. */
export interface Asking {
  readonly translator: Translator;
  /** Throws, or rejects, if the caller has asked too often. */
  readonly admit: (limited: 'sampling') => void | Promise<void>;
  readonly ask: HandlerContext['ask'];
}

/**
 * Asks a client several questions at once, and reads its answers.
 *
 * @throws {AskError} if it cannot be asked one of them, or does not give what it was asked for.
 */
export async function askClient(
  questions: Questions,
  client: AskedClient,
  { translator, admit, ask }: Asking,
): Promise<{ readonly [key: string]: unknown }> {
  const sent: Record<string, { method: string; params: unknown }> = {};
  for (const [key, { method, params, needs }] of Object.entries(questions)) {
    if (!client.can(needs)) throw incapable(needs, client);
    const admitted = method === 'sampling/createMessage' ? admit('sampling') : undefined;
    if (admitted !== undefined) await admitted;
    sent[key] = { method, params: inWords(() => translator.toRevision(method, 'params', params(client))) };
  }
  const answers = await ask(sent as never).catch(rethrow);
  const read = Object.entries(questions).map(async ([key, { method, read }]) => {
    const answer = (answers as Record<string, unknown>)[key];
    return [key, await read(translator.toAuthor(method, 'result', answer))] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

function incapable(capability: string, { revision }: AskedClient): AskError {
  return new AskError(
    `This needs a client with the capability ${capability}, which this one has not declared in revision ${revision}`,
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

/** What a client answers with, or lets a question wait too long for, is told in words. */
function rethrow(cause: unknown): never {
  if (cause instanceof JsonRpcError) {
    const { code, message } = cause;
    throw new AskError(`The client answered: ${message}`, { rpcCode: code, cause });
  }
  throw cause instanceof RequestTimeoutError ? new AskError(cause.message, { cause }) : cause;
}
