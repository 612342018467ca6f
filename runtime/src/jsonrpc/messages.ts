/** The messages of JSON-RPC 2.0, as the Model Context Protocol uses them: params and results are objects, ids never null. */

/** Names a request within one conversation. The side that sends the request chooses it. */
export type RequestId = string | number;

/** A message that asks for an answer (JSON-RPC 2.0, section 4). */
export interface RequestMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** What the answer carries, too. */
  readonly id: RequestId;
  /** What is asked for: `tools/call`. */
  readonly method: string;
  /** What it is asked with. */
  readonly params?: object | undefined;
}

/** A message that is not answered (JSON-RPC 2.0, section 4.1). */
export interface NotificationMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** What is told: `notifications/progress`. */
  readonly method: string;
  /** The particulars. */
  readonly params?: object | undefined;
}

/** The answer to a request that was carried out (JSON-RPC 2.0, section 5). */
export interface ResultMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** That of the request. */
  readonly id: RequestId;
  /** What came of it. */
  readonly result: object;
}

/** The answer to a request that failed (JSON-RPC 2.0, section 5). */
export interface ErrorMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** The id of the request. If that could not be read it is null, or absent from revision 2025-11-25 on. */
  readonly id?: RequestId | null | undefined;
  /** Why the request failed. */
  readonly error: ErrorObject;
}

/** An error as a message carries it (JSON-RPC 2.0, section 5.1). */
export interface ErrorObject {
  /** What kind of error it is: an integer. */
  readonly code: number;
  /** What is wrong, in a sentence. */
  readonly message: string;
  /** More about it: any JSON value. */
  readonly data?: unknown;
}

/** What answers a request. */
export type AnswerMessage = ResultMessage | ErrorMessage;

/** Whatever one side says to the other. */
export type Message = RequestMessage | NotificationMessage | AnswerMessage;

/** The result that says nothing but that the request was carried out. Shared, so that it costs nothing to make or encode. */
export const EMPTY_RESULT: object = Object.freeze({});

/** The answer that carries an error. */
export function errorMessage(id: ErrorMessage['id'], error: ErrorObject): ErrorMessage {
  const { code, message, data } = error;
  return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } };
}

/** The first revision whose schema makes the id of an error optional (JSONRPCErrorResponse). Earlier ones have the null of JSON-RPC. */
const ID_OPTIONAL_SINCE = '2025-11-25';

/**
 * Returns the response to an invalid message.
 *
 * @param id the id of the message; null or undefined if it could not be read
 * @param revision which decides between null and no id
 */
export function refusalMessage(id: ErrorMessage['id'], error: ErrorObject, revision: string): ErrorMessage {
  return errorMessage(id ?? (revision < ID_OPTIONAL_SINCE ? null : undefined), error);
}

/** Whether these are several answers, sent as one batch. */
export function isBatch(answers: AnswerMessage | readonly AnswerMessage[]): answers is readonly AnswerMessage[] {
  return Array.isArray(answers);
}

/** Whether this is an answer, or a batch of them. */
export function isAnswer(message: Message | readonly Message[]): message is AnswerMessage | readonly AnswerMessage[] {
  const first = Array.isArray(message) ? (message as readonly Message[])[0] : (message as Message);
  return first !== undefined && !('method' in first);
}

/** Whether this is an error in the place of an answer, or a batch that begins with one. */
export function isError(message: Message | readonly Message[]): boolean {
  const first = Array.isArray(message) ? (message as readonly Message[])[0] : (message as Message);
  return first !== undefined && 'error' in first;
}
