import { isObject, quote } from '../codegen/v1.js';
import type { NotificationEntry, Progress, RequestEntry } from '../codegen/v1.js';
import { InvalidMessageError, type ConnectionClosedError, type RequestCancelledError } from '../errors.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type {
  ErrorMessage,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResultMessage,
} from '../jsonrpc/messages.js';
import * as Method from '../registry/methods.js';
import { attempt } from '../report.js';
import type { MessageContext } from './context.js';
import { because, findFault } from './faults.js';
import type { Link } from './link.js';
import { PendingRequest, type PendingOptions, type RequestOutcome } from './pendingRequest.js';
import { requireCapability } from './profile.js';

/** Requests that a proxy relays on the same connection. */
export interface OthersRequests {
  /** The id of the first request of this side. Smaller ids, and strings, belong to relayed requests. */
  readonly firstId: number;
  /** Returns the callback for the response to a relayed request that arrived here; undefined if the id is unknown. */
  readonly take: (id: RequestId) => RequestOutcome | undefined;
}

/** Outgoing messages: requests with their ids and pending callers, and notifications. */
export class Outgoing {
  readonly #link: Link;
  readonly #pending = new Map<RequestId, PendingRequest>();
  readonly #defaultTimeout: number;
  #nextId: number;
  readonly #others: OthersRequests | undefined;
  /** Whether a tool's result without content has been reported. */
  #hasReportedContent = false;
  #unanswerable: ConnectionClosedError | undefined;
  #closed: ConnectionClosedError | undefined;

  /**
   * @param defaultTimeout milliseconds for requests without their own timeout.
   * @param others relayed requests on the same connection. Default: none
   * @param firstId the id of the first request, if none are relayed. Default 0
   */
  constructor(link: Link, defaultTimeout: number, others?: OthersRequests, firstId = 0) {
    this.#nextId = others?.firstId ?? firstId;
    this.#others = others;
    this.#link = link;
    this.#defaultTimeout = defaultTimeout;
  }

  /**
   * Sends a request.
   *
   * @param relatesTo the request of the other side that it belongs to
   * @param extension the entry of a method that an extension adds to the revision
   */
  request(
    method: string,
    params: unknown,
    options: PendingOptions = {},
    relatesTo?: RequestId,
    extension?: RequestEntry,
  ): Promise<object> {
    return new Promise((resolve, reject) => {
      this.open(method, params, options, { resolve, reject }, relatesTo, extension);
    });
  }

  /**
   * Like `request`, for a caller that must handle the result before the next message, or that is called too often for promises.
   *
   * @returns a function that cancels the request, with the error for its caller
   * @throws errors that prevent sending the request, except for invalid params, which reject.
   */
  open(
    method: string,
    params: unknown,
    options: PendingOptions,
    outcome: RequestOutcome,
    relatesTo?: RequestId,
    extension?: RequestEntry,
  ): (error: unknown) => void {
    if (this.#unanswerable !== undefined) throw this.#unanswerable;
    options.signal?.throwIfAborted();
    const { profile, info } = this.#link;
    const entry = profile.sentRequests.get(method) ?? extension;
    if (entry === undefined) throw unknownMethod('request', method, profile.revision);
    requireCapability(entry.capability, info.capabilities, method);

    const id = this.#nextId++;
    const sent = withMeta(params, profile.requestMeta, options.onProgress === undefined ? undefined : id);
    const fault = paramsFault(method, sent, entry, this.#link);
    if (fault !== undefined) {
      let isWithdrawn = false;
      void fault.then((error) => {
        if (!isWithdrawn) outcome.reject(error);
      });
      return (error) => {
        isWithdrawn = true;
        outcome.reject(error);
      };
    }
    const timeout = options.timeout ?? this.#defaultTimeout;
    let withdraw: (() => void) | undefined;
    const pending = new PendingRequest(
      method,
      entry,
      options,
      timeout,
      outcome,
      this.#link.progressRate,
      (error, reason) => {
        this.#pending.delete(id);
        withdraw?.();
        pending.reject(error);
        if (entry.cancellable !== false && pending.sent) this.#cancel(id, reason, relatesTo);
      },
    );
    this.#pending.set(id, pending);
    pending.start();
    options.onRequestId?.(id);
    const message: RequestMessage = { jsonrpc: '2.0', id, method, params: sent as object | undefined };
    if (this.#link.isReady || method === Method.ping) this.#send(message, pending, relatesTo);
    else withdraw = this.#link.whenReady(() => this.#send(message, pending, relatesTo));
    return pending.abort;
  }

  /** Whether requests can be sent. False as soon as no response can arrive. */
  get isOpen(): boolean {
    return this.#unanswerable === undefined;
  }

  /** Whether nothing can be sent. */
  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /** Sends a notification, and resolves when the transport has accepted it. */
  async notify(method: string, params: unknown, relatesTo?: RequestId, extension?: NotificationEntry): Promise<void> {
    if (this.#closed !== undefined) throw this.#closed;
    const fault = notificationFault(method, params, this.#link, extension);
    if (fault !== undefined) throw await fault;
    await this.#link.send({ jsonrpc: '2.0', method, params: this.#alone(method, params) }, relatesTo);
  }

  /** Without a session, a notification has the metadata that requests have: nothing else says which revision and client it is from. */
  #alone(method: string, params: unknown): object | undefined {
    const { requestMeta, sentNotifications } = this.#link.profile;
    if (requestMeta === undefined || sentNotifications.get(method)?.lifecycle === true)
      return params as object | undefined;
    return withMeta(params, requestMeta, undefined) as object;
  }

  /** Sends a request, unless its caller no longer waits. */
  #send(message: RequestMessage, pending: PendingRequest, relatesTo: RequestId | undefined): void {
    if (this.#pending.get(message.id) !== pending) return;
    pending.sent = true;
    try {
      const sent = this.#link.send(message, relatesTo, pending.headers);
      if (sent !== undefined) sent.catch((error: unknown) => this.abort(message.id, error));
    } catch (error) {
      this.abort(message.id, error);
    }
  }

  /** Validates a result, and passes it to its caller. */
  settle({ id, result: given }: ResultMessage): void {
    const pending = this.#take(id);
    if (pending === undefined) return this.#others?.take(id)?.resolve(given);
    const { method, entry } = pending;
    const { completeResult } = this.#link.profile;
    const result = (completeResult === undefined ? given : completeResult(given)) as object;
    try {
      const problem = completeResult === undefined ? undefined : typeProblem(result, entry);
      if (problem !== undefined) throw new InvalidMessageError(method, `The result of ${method} has ${problem}`);
      if (entry.result(result)) return pending.resolve(result);
      const stale = completeResult === undefined ? undefined : withoutFreshness(result);
      if (stale !== undefined && entry.result(stale)) return pending.resolve(stale);
      const whole = method === Method.toolsCall ? withContent(result) : undefined;
      if (whole !== undefined && entry.result(whole)) {
        this.#reportWithoutContent(result);
        return pending.resolve(whole);
      }
    } catch (error) {
      return pending.reject(error);
    }
    pending.stop();
    void this.#link.explain(entry.resultType, result).then((issues) => {
      const message = `The result of ${method} is invalid in revision ${this.#link.profile.revision}${because(issues)}`;
      pending.reject(new InvalidMessageError(method, message, issues));
    });
  }

  #reportWithoutContent(result: object): void {
    if (this.#hasReportedContent) return;
    this.#hasReportedContent = true;
    const missing = `The result of ${Method.toolsCall} has no content, which revision ${this.#link.profile.revision} requires`;
    const other = Object.keys(result).find((key) => !KEYS_BESIDE_CONTENT.includes(key));
    const instead = other === undefined ? '' : `, but ${quote(other)}`;
    this.#link.report(new Error(`${missing}${instead}: read as no blocks. Reported once for each connection`));
  }

  /** Passes an error to its caller. An error without a request is reported. */
  fail({ id, error }: ErrorMessage): void {
    const received = new JsonRpcError(error.code, error.message, error.data);
    if (id === null || id === undefined) this.#link.report(received);
    else (this.#take(id) ?? this.#others?.take(id))?.reject(received);
  }

  /** Rejects a request that was lost, or whose response was lost. */
  abort(id: RequestId, cause: unknown): void {
    (this.#take(id) ?? this.#others?.take(id))?.reject(cause);
  }

  /** Ends a request that lasts as long as this side listens. A server must not cancel any other request. */
  endListening(id: RequestId, cause: RequestCancelledError): void {
    const method = this.#pending.get(id)?.method;
    if (method === Method.subscriptionsListen) this.abort(id, cause);
    else if (method !== undefined)
      this.#link.report(
        new Error(`Ignored the cancellation of ${method} by the server: servers of this revision must not cancel it`),
      );
  }

  /** Rejects the request whose response cannot be read. Reports the error if the id is unknown. */
  failUnreadable(id: RequestId | null, reason: string): void {
    const error = new JsonRpcError(ErrorCode.InvalidRequest, `The other side sent an invalid response: ${reason}`);
    const pending = id === null ? undefined : (this.#pending.get(id) ?? this.#others?.take(id));
    if (pending === undefined || id === null) {
      this.#link.report(error);
      return;
    }
    this.#pending.delete(id);
    pending.reject(error);
  }

  /** Passes on a progress notification with valid params. Unknown tokens are ignored. */
  progressed(params: unknown): void {
    const { progressToken, progress, total, message } = params as Progress & { readonly progressToken: RequestId };
    this.#pending.get(progressToken)?.progress({
      progress,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    });
  }

  /** Rejects all pending requests. Notifications can still be sent. */
  stopAsking(cause: ConnectionClosedError): void {
    this.#unanswerable ??= cause;
    for (const pending of this.#pending.values()) pending.reject(cause);
    this.#pending.clear();
  }

  close(cause: ConnectionClosedError): void {
    this.stopAsking(cause);
    this.#closed ??= cause;
  }

  /** Returns the request of a response. A late or duplicate response is ignored; one with an unknown id is reported. */
  #take(id: RequestId): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    if (pending !== undefined) this.#pending.delete(id);
    else if (this.#others === undefined && (typeof id === 'string' || id < 0 || id >= this.#nextId)) {
      this.#link.report(
        new JsonRpcError(ErrorCode.InvalidRequest, 'The other side answered a request that was never sent'),
      );
    }
    return pending;
  }

  #cancel(requestId: RequestId, reason: string, relatesTo: RequestId | undefined): void {
    const params = { requestId, reason };
    void attempt(
      () => this.#link.send({ jsonrpc: '2.0', method: Method.notificationsCancelled, params }, relatesTo),
      this.#link.report,
    );
  }
}

/** Returns what is wrong with the `resultType` of a result in a revision without sessions; undefined if its request allows it. */
function typeProblem(result: object, { asks, resultTypes = [] }: RequestEntry): string | undefined {
  const { resultType: type } = result as { readonly resultType?: unknown };
  if (type === 'complete' || resultTypes.includes('*')) return undefined;
  const known = ['complete', ...(asks === true ? ['input_required'] : []), ...resultTypes];
  if (known.includes(type as string)) return undefined;
  return `the unknown resultType ${typeof type === 'string' ? quote(type) : typeof type}: expected ${known.join(' or ')}`;
}

/**
 * Returns a result with a cache hint that says that it is not fresh, if it says for how long it is in no valid way: not at all, as servers
 * before the final revision, or with a negative time (specification, 2026-07-28: Caching, Time-to-Live). Undefined if its hint is valid.
 */
function withoutFreshness(result: object): object | undefined {
  const { ttlMs, cacheScope = 'private' } = result as { readonly ttlMs?: unknown; readonly cacheScope?: unknown };
  const isReadAsZero = ttlMs === undefined || (typeof ttlMs === 'number' && ttlMs < 0);
  return isReadAsZero ? { ...result, ttlMs: 0, cacheScope } : undefined;
}

/** The keys of a tool's result without content that explain nothing. */
const KEYS_BESIDE_CONTENT: readonly string[] = ['structuredContent', 'isError', '_meta', 'resultType'];

/**
 * Returns the result of a tool without content with an empty list of blocks: that structured content comes as text, too, is only advice
 * (specification, 2025-06-18: Tools, Structured Content). A result without both is read in the same way, as the official SDKs do. One with
 * `toolResult`, the form before the first revision, is not: its content would be lost. Undefined if it has content, or that form.
 */
function withContent(result: object): object | undefined {
  return 'content' in result || 'toolResult' in result ? undefined : { ...result, content: [] };
}

/** The dependencies of validating an outgoing message. */
type Sender = Pick<MessageContext, 'profile' | 'report'>;

/**
 * Creates a notification, synchronously if possible, so that it is sent before the result that a handler returns next.
 *
 * @throws {InvalidMessageError} or rejects with one, if it is invalid.
 * @throws {JsonRpcError} if this side has not declared its capability.
 */
export function notificationOf(
  method: string,
  params: unknown,
  sender: Sender,
): NotificationMessage | Promise<NotificationMessage> {
  const fault = notificationFault(method, params, sender);
  if (fault !== undefined) return fault.then((error) => Promise.reject(error));
  return { jsonrpc: '2.0', method, params: params as object | undefined };
}

function notificationFault(
  method: string,
  params: unknown,
  sender: Sender,
  extension?: NotificationEntry,
): Promise<Error> | undefined {
  const { sentNotifications, capabilities, revision } = sender.profile;
  const entry = sentNotifications.get(method) ?? extension;
  if (entry === undefined) throw unknownMethod('notification', method, revision);
  requireCapability(entry.capability, capabilities, method, 'this side has not declared');
  return paramsFault(method, params, entry, sender);
}

function paramsFault(
  method: string,
  value: unknown,
  entry: RequestEntry | NotificationEntry,
  sender: Sender,
): Promise<Error> | undefined {
  const { params: guard, checkParams: check, paramsType: definition } = entry;
  return findFault({ method, name: 'params', value, guard, check, definition }, sender);
}

/** Returns params with the metadata of every request, and a progress token. The caller's object is not changed. */
function withMeta(params: unknown, meta: object | undefined, progressToken: number | undefined): unknown {
  if (meta === undefined && progressToken === undefined) return params;
  const given = isObject(params) ? params : {};
  const own = isObject(given._meta) ? { ...given._meta, ...meta } : meta;
  const _meta = progressToken === undefined ? { ...own } : { ...own, progressToken };
  // In Node.js 20, adding a property to a spread object takes twenty times as long as the other order.
  return '_meta' in given ? { ...given, _meta } : { _meta, ...given };
}

/** Returns the error for a message that the revision does not have. */
export function unknownMethod(kind: string, method: string, revision: string): InvalidMessageError {
  return new InvalidMessageError(
    method,
    `Revision ${revision} does not have a ${kind} ${method} that this side can send`,
  );
}
