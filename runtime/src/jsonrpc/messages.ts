/** The messages of JSON-RPC 2.0, as the Model Context Protocol uses them: params and results are objects, ids never null. */

/** Names a request within one conversation. The side that sends the request chooses it. */
export type RequestId = string | number;

export interface RequestMessage {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: object | undefined;
}

export interface NotificationMessage {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: object | undefined;
}

export interface ResultMessage {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: object;
}

export interface ErrorMessage {
  readonly jsonrpc: '2.0';
  /** Null where the id of the request could not be read. */
  readonly id: RequestId | null;
  readonly error: ErrorObject;
}

export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What answers a request. */
export type AnswerMessage = ResultMessage | ErrorMessage;

export type Message = RequestMessage | NotificationMessage | AnswerMessage;

/** The result that says nothing but that the request was carried out. Shared, so that it costs nothing to make or encode. */
export const EMPTY_RESULT: object = Object.freeze({});

/** The answer that carries an error. */
export function errorMessage(id: RequestId | null, error: ErrorObject): ErrorMessage {
  const { code, message, data } = error;
  return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } };
}

/** Whether this is an answer, or a batch of them. */
export function isAnswer(message: Message | readonly Message[]): message is AnswerMessage | readonly AnswerMessage[] {
  const first = Array.isArray(message) ? (message as readonly Message[])[0] : (message as Message);
  return first !== undefined && !('method' in first);
}
