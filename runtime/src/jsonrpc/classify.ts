import { isObject } from '../codegen/v1.js';
import type { ErrorMessage, NotificationMessage, RequestId, RequestMessage, ResultMessage } from './messages.js';

/** The classification of an incoming value. */
export type Classified =
  | ClassifiedAs<'request', RequestMessage>
  | ClassifiedAs<'notification', NotificationMessage>
  | ClassifiedAs<'result', ResultMessage>
  | ClassifiedAs<'error', ErrorMessage>
  | InvalidMessage;

/** A valid message. */
export interface ClassifiedAs<Kind extends string, Message> {
  /** The kind of the message. */
  readonly kind: Kind;
  /** The message. */
  readonly message: Message;
}

/** An invalid message. */
export interface InvalidMessage {
  /** Marks an invalid message. */
  readonly kind: 'invalid';
  /** What is wrong, without quoting the value. */
  readonly reason: string;
  /** The id; null if it could not be read. */
  readonly id: RequestId | null;
  /** The intended kind. Only a request is answered; a response with a known id rejects its caller. */
  readonly meant: 'request' | 'notification' | 'response';
}

/** Classifies a parsed JSON value as a JSON-RPC message. Never throws. */
export function classify(value: unknown): Classified {
  if (!isObject(value)) return invalid('request', null, 'a message must be a JSON object');
  const { jsonrpc, id, method, params, result, error } = value;
  const meant =
    method === undefined
      ? result === undefined && error === undefined
        ? 'request'
        : 'response'
      : id === undefined && typeof method === 'string'
        ? 'notification'
        : 'request';
  const readableId = isRequestId(id) ? id : null;
  if (jsonrpc !== '2.0') return invalid(meant, readableId, 'jsonrpc must be "2.0"');

  if (meant === 'response') {
    if (result !== undefined && error !== undefined) {
      return invalid(meant, readableId, 'a response must not have both a result and an error');
    }
    if (result === undefined) return classifyError(value, readableId, id, error);
    if (readableId === null) return invalid(meant, null, 'the id of a result must be a string or an integer');
    if (!isObject(result)) return invalid(meant, readableId, 'a result must be an object');
    return { kind: 'result', message: value as unknown as ResultMessage };
  }

  if (method === undefined) return invalid(meant, readableId, 'a message must have a method, a result or an error');
  if (typeof method !== 'string') return invalid(meant, readableId, 'the method must be a string');
  if (result !== undefined || error !== undefined) {
    return invalid(meant, readableId, 'a message with a method must have neither a result nor an error');
  }
  if (params !== undefined && !isObject(params)) return invalid(meant, readableId, 'params must be an object');
  if (meant === 'notification') return { kind: 'notification', message: value as unknown as NotificationMessage };
  if (readableId === null) return invalid(meant, null, 'the id of a request must be a string or an integer');
  return { kind: 'request', message: value as unknown as RequestMessage };
}

/** Classifies each message of a batch; a single message is the only item. */
export function classifyAll(value: unknown): readonly Classified[] {
  return Array.isArray(value) ? value.map(classify) : [classify(value)];
}

/** Returns whether a message gets an answer: it is a request, or was intended as one. */
export function isAnswered(item: Classified): item is ClassifiedAs<'request', RequestMessage> | InvalidMessage {
  return item.kind === 'request' || (item.kind === 'invalid' && item.meant === 'request');
}

function classifyError(value: object, readableId: RequestId | null, id: unknown, error: unknown): Classified {
  if (readableId === null && id !== null && id !== undefined) {
    return invalid('response', null, 'the id of an error must be a string, an integer or null');
  }
  if (!isObject(error)) return invalid('response', readableId, 'an error must be an object');
  if (!Number.isInteger(error.code)) return invalid('response', readableId, 'the code of an error must be an integer');
  if (typeof error.message !== 'string') {
    return invalid('response', readableId, 'the message of an error must be a string');
  }
  return { kind: 'error', message: { ...(value as ErrorMessage), id: readableId } };
}

/** Larger integers lose precision in parsing: the response would have a different id. */
function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function invalid(meant: InvalidMessage['meant'], id: RequestId | null, reason: string): InvalidMessage {
  return { kind: 'invalid', reason, id, meant };
}
