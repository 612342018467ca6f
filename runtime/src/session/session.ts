import type { Caller, NotificationEntry, PeerInfo, RequestEntry, RequestOptions } from '../codegen/v1.js';
import type { ConnectionClosedError } from '../errors.js';
import type { RequestOutcome } from '../peer/pendingRequest.js';

/** A client's end of a session; in revisions without sessions, of its requests to one server. */
export interface Session extends Caller {
  /** The negotiated revision. */
  readonly revision: string;
  /** The id of the session, if the transport has one. Anyone who has it may be able to use the session: do not log it. */
  readonly id: string | undefined;
  /** The server, and its declared capabilities. */
  readonly peer: PeerInfo;
  /** The server's own instructions. */
  readonly instructions: string | undefined;
  /** Whether requests can be sent. False as soon as the connection is lost, which can be long before `closed` resolves. */
  readonly isOpen: boolean;
  /** Resolves when the connection is closed and all resources are released, with the reason. Never rejects. */
  readonly closed: Promise<ConnectionClosedError>;
  /**
   * Sends a request and resolves with its result; see `Caller`.
   *
   * @param extension validates a method that the revision does not have, such as that of an extension. Ignored for methods of the revision.
   * @throws {InvalidMessageError} if the params or the result are invalid, or the method is unknown and `extension` is undefined.
   */
  request(method: string, params?: unknown, options?: RequestOptions, extension?: RequestEntry): Promise<object>;
  /**
   * Like `request`, but calls back once with the outcome: for proxies, in which promises and signals are most of the cost of a request.
   *
   * @returns a function that cancels the request, with the error for its rejection
   * @throws errors that prevent sending the request.
   */
  open(method: string, params: unknown, options: RequestOptions, outcome: RequestOutcome): (error: unknown) => void;
  /**
   * Sends a notification; see `Caller`.
   *
   * @param extension validates a notification that the revision does not have
   * @throws {InvalidMessageError} if the params are invalid, or the method is unknown and `extension` is undefined.
   */
  notify(method: string, params?: unknown, extension?: NotificationEntry): Promise<void>;
  /**
   * Sends the requests and notifications that `act` sends synchronously as one batch, and returns the result of `act` (specification,
   * 2025-03-26: Overview, Batching).
   *
   * @example
   * ```ts
   * import { ClientStub } from '@mcp-gen/protocol/2025-03-26';
   * import type { Session } from '@mcp-gen/runtime';
   *
   * declare const session: Session; // connectSession(...)
   * const server = new ClientStub(session);
   * const [tools, prompts] = await session.batch(() => Promise.all([server.listTools(), server.listPrompts()]));
   * console.log(tools, prompts);
   * ```
   * @throws {TypeError} if the revision does not support batches: only 2025-03-26 does.
   */
  batch<Result>(act: () => Result): Result;
  /**
   * Answers the questions in a result of an extension with the handlers of this side. Resolves with the answers by key. Only in revisions
   * without sessions.
   *
   * @throws {InvalidMessageError} if a question has no handler, or there are too many.
   * @throws {JsonRpcError} if a handler refuses, or a question is invalid.
   * @throws the signal's reason if it aborts.
   */
  readonly answer?: (
    questions: { readonly [key: string]: { readonly method: string; readonly params?: unknown } },
    signal?: AbortSignal,
  ) => Promise<{ readonly [key: string]: unknown }>;
  /** Closes the connection: pending requests are rejected, running handlers are aborted. */
  close(): Promise<void>;
}
