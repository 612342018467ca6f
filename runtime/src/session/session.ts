import type { Caller, NotificationEntry, PeerInfo, RequestEntry, RequestOptions } from '../codegen/v1.js';
import type { ConnectionClosedError } from '../errors.js';
import type { RequestOutcome } from '../peer/pending.js';

/** An open conversation with a server. */
export interface Session extends Caller {
  /** The revision that was negotiated. */
  readonly revision: string;
  /** The id of the session, if the transport has one. Anyone who knows it may be able to use the session: do not log it. */
  readonly id: string | undefined;
  /** The server, and the capabilities it declared. */
  readonly peer: PeerInfo;
  /** How to use the server, in its own words. */
  readonly instructions: string | undefined;
  /** Whether requests can be sent: no longer from the moment on at which the connection is lost, which may be long before `closed`. */
  readonly isOpen: boolean;
  /** Resolves when the connection is closed and everything released, with the reason. Never rejects. */
  readonly closed: Promise<ConnectionClosedError>;
  /**
   * Sends a request and resolves with its result; see `Caller`.
   *
   * @param extension checks params and result of a method that the revision does not have, such as that of an extension. It is not used
   *   for methods that the revision has.
   * @throws {InvalidMessageError} if the params or the result are invalid, or the method is unknown and there is no `extension`.
   */
  request(method: string, params?: unknown, options?: RequestOptions, extension?: RequestEntry): Promise<object>;
  /**
   * Sends a request as `request` does, and calls back with its outcome, once: for proxies, where promises and signals are most of the cost
   * of a request.
   *
   * @returns what withdraws the request, with the error that it is rejected with
   * @throws what keeps the request from being sent.
   */
  open(method: string, params: unknown, options: RequestOptions, outcome: RequestOutcome): (error: unknown) => void;
  /**
   * Sends a notification; see `Caller`.
   *
   * @param extension checks the params of a notification that the revision does not have
   * @throws {InvalidMessageError} if the params are invalid, or the method is unknown and there is no `extension`.
   */
  notify(method: string, params?: unknown, extension?: NotificationEntry): Promise<void>;
  /**
   * Sends the requests and notifications that `act` sends before it returns as one batch, and returns what `act` does
   * (specification, 2025-03-26: Overview, Batching).
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
   * @throws {TypeError} if the revision has no batches: only 2025-03-26 has them.
   */
  batch<Result>(act: () => Result): Result;
  /**
   * Answers questions that the server has put into a result of an extension, with the handlers of this side, and resolves with the
   * answers by the keys of the questions. Only in revisions without sessions.
   *
   * @throws {InvalidMessageError} if there is no handler for a question, or there are too many.
   * @throws {JsonRpcError} if a handler refuses, or a question is invalid.
   * @throws the signal's reason if it aborts.
   */
  readonly answer?: (
    questions: { readonly [key: string]: { readonly method: string; readonly params?: unknown } },
    signal?: AbortSignal,
  ) => Promise<{ readonly [key: string]: unknown }>;
  /** Closes the connection: waiting callers are told, running handlers are stopped. */
  close(): Promise<void>;
}
