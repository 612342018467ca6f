/**
 * The messages of JSON-RPC 2.0, with the restrictions of the Model Context Protocol: params and results are objects, ids are never null.
 */

import * as Feature from '../registry/features.js';
import { holds } from '../definedRevisions.js';

/** Identifies a request among those of its sender, who chooses it. */
export type RequestId = string | number;

/** A request (JSON-RPC 2.0, section 4). */
export interface RequestMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** The id, which the response repeats. */
  readonly id: RequestId;
  /** The method: `tools/call`. */
  readonly method: string;
  /** The params. */
  readonly params?: object | undefined;
}

/** A notification, which has no response (JSON-RPC 2.0, section 4.1). */
export interface NotificationMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** The method: `notifications/progress`. */
  readonly method: string;
  /** The params. */
  readonly params?: object | undefined;
}

/** The successful response to a request (JSON-RPC 2.0, section 5). */
export interface ResultMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** The id of the request. */
  readonly id: RequestId;
  /** The result. */
  readonly result: object;
}

/** The error response to a request (JSON-RPC 2.0, section 5). */
export interface ErrorMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** The id of the request. If it could not be read, it is null, or absent from revision 2025-11-25 on. */
  readonly id?: RequestId | null | undefined;
  /** The error. */
  readonly error: ErrorObject;
}

/** An error object (JSON-RPC 2.0, section 5.1). */
export interface ErrorObject {
  /** The error code: an integer. */
  readonly code: number;
  /** The message, a sentence. */
  readonly message: string;
  /** Additional data: any JSON value. */
  readonly data?: unknown;
}

/** A response. */
export type AnswerMessage = ResultMessage | ErrorMessage;

/** Any message. */
export type Message = RequestMessage | NotificationMessage | AnswerMessage;

/** The empty result. Shared, so that creating and encoding it costs nothing. */
export const EMPTY_RESULT: object = Object.freeze({});

/** Returns an error response. */
export function errorMessage(id: ErrorMessage['id'], error: ErrorObject): ErrorMessage {
  const { code, message, data } = error;
  return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } };
}

/**
 * Returns the response to an invalid message. If its id could not be read, it has none, or null in revisions that follow JSON-RPC.
 *
 * @param id the id of the message; null or undefined if it could not be read
 * @param revision the revision, which determines whether a missing id is null
 */
export function refusalMessage(id: ErrorMessage['id'], error: ErrorObject, revision: string): ErrorMessage {
  return errorMessage(id ?? (holds(Feature.errorsWithoutId, revision) ? undefined : null), error);
}

/** Returns whether these are several responses, sent as one batch. */
export function isBatch(answers: AnswerMessage | readonly AnswerMessage[]): answers is readonly AnswerMessage[] {
  return Array.isArray(answers);
}

/** Returns whether this is a response, or a batch of responses. */
export function isAnswer(message: Message | readonly Message[]): message is AnswerMessage | readonly AnswerMessage[] {
  const first = Array.isArray(message) ? (message as readonly Message[])[0] : (message as Message);
  return first !== undefined && !('method' in first);
}

/** Returns whether this is an error response, or a batch that begins with one. */
export function isError(message: Message | readonly Message[]): boolean {
  const first = Array.isArray(message) ? (message as readonly Message[])[0] : (message as Message);
  return first !== undefined && 'error' in first;
}
