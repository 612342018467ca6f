import type { PeerInfo } from '../codegen/v1.js';
import { ConnectionClosedError, InvalidMessageError } from '../errors.js';
import { JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { AnswerMessage } from '../jsonrpc/messages.js';
import { Dispatcher } from '../peer/dispatcher.js';
import { PeerLoad } from '../peer/load.js';
import type { Peer } from '../peer/peer.js';
import type { Profile, RequestMethod } from '../peer/profile.js';

type Questions = { readonly [key: string]: { readonly method: string; readonly params?: unknown } };

/** Maximum number of questions in one result. */
const MAX_QUESTIONS = 100;

/**
 * Answers the questions in a server's result with the handlers of this side (specification, 2026-07-28: Multi Round-Trip Requests).
 *
 * @param other the server
 * @returns the answers by key
 * @throws {InvalidMessageError} if a question has no handler, or there are too many.
 * @throws {ConnectionClosedError} if the connection is closed, or closes before all answers are available.
 * @throws {JsonRpcError} if a handler refuses, or a question is invalid: the request of the question fails then.
 */
export async function answerQuestions(
  questions: Questions,
  peer: Peer,
  other: PeerInfo,
  signal: AbortSignal | undefined,
): Promise<{ readonly [key: string]: unknown }> {
  const asked = Object.entries(questions);
  if (asked.length > MAX_QUESTIONS) {
    throw new InvalidMessageError(
      '',
      `The server asked ${asked.length} questions at once: at most ${MAX_QUESTIONS} are allowed`,
    );
  }
  const profile = answeringProfile(peer.profile);
  signal?.throwIfAborted();
  if (!peer.isOpen) throw new ConnectionClosedError('closed', 'The connection was closed');
  const dispatcher = new Dispatcher(new PeerLoad(MAX_QUESTIONS));
  let stop!: (cause: Error) => void;
  const stopped = new Promise<never>((_resolve, reject) => (stop = reject));
  const abort = (): void => stop(signal?.reason as Error);
  signal?.addEventListener('abort', abort);
  // Without the connection, the answers cannot be sent.
  const leave = peer.onEnd(stop);
  try {
    const answers = asked.map(async ([key, { method, params }]) => {
      const answer = await new Promise<AnswerMessage>((resolve) => {
        dispatcher.request(
          { jsonrpc: '2.0', id: key, method, params: params as object | undefined },
          peer.contextWith(profile, other),
          undefined,
          { answer: resolve, leaveUnanswered: () => undefined },
        );
      });
      if (profile.requests.get(method) === undefined) {
        throw new InvalidMessageError(method, `The server requested ${method}, which this client has not declared`);
      }
      if ('error' in answer) throw new JsonRpcError(answer.error.code, answer.error.message, answer.error.data);
      return [key, answer.result] as const;
    });
    return Object.fromEntries(await Promise.race([Promise.all(answers), stopped]));
  } catch (error) {
    // The remaining questions need no answer.
    dispatcher.close(error as Error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    leave();
  }
}

/** Returns a profile that handles questions like requests. */
function answeringProfile(profile: Profile): Profile {
  const { questions } = profile;
  const get = (method: string): RequestMethod | undefined => {
    const question = questions.get(method);
    return question?.handle && { entry: question.entry, handle: question.handle };
  };
  return { ...profile, requests: { get, values: () => [] }, completeResult: undefined };
}
