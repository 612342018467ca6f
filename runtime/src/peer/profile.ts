import type { Explain, HandlerContext, Issue, NotificationEntry, PeerInfo, RequestEntry } from '../codegen/v1.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { ErrorListener } from '../report.js';

/** A JSON object of capabilities, as `initialize` declares them. */
export type Capabilities = { readonly [name: string]: unknown };

/** The info of a program that has not introduced itself. */
export const UNKNOWN_PEER: PeerInfo = { name: '', version: '', capabilities: {} };

/** Handles a request or a notification. */
export type Handler = (params: unknown, context: HandlerContext) => unknown;

/**
 * Handles a notification that the revision does not have. Its params are not validated.
 *
 * @param ignore reports the notification as ignored, within a rate, as if there were no such handler
 */
export type UnknownNotificationHandler = (
  method: string,
  params: unknown,
  context: HandlerContext,
  ignore: () => void,
) => unknown;

/**
 * Returns what is called with a request that nothing handles, and its unvalidated params; undefined for nothing. The request is refused in
 * any case: with the error that it throws, else with the refusal.
 *
 * @param refusal the error that the other side receives (-32601)
 */
export type UnknownRequestHandler = (method: string, refusal: JsonRpcError) => Handler | undefined;

/** The entry and handler of a request method. */
export interface RequestMethod {
  /** Validates params and result. */
  readonly entry: RequestEntry;
  /** Handles a request. */
  readonly handle: Handler;
}

/**
 * Converts a result that is invalid in the negotiated revision to a valid one. If it throws, the request fails with that error.
 *
 * @param result the return value of the handler
 * @param params those of the request
 */
export type ResultConversion = (method: string, result: unknown, context: HandlerContext, params: unknown) => unknown;

/** Looks up what a method has. A proxy has more than it can list. */
export interface Lookup<Value> {
  /** Returns the value of a method; undefined if it has none. */
  readonly get: (method: string) => Value | undefined;
  /** Returns the values of the methods of the revision. */
  readonly values: () => Iterable<Value>;
}

/** A request that a server may ask in a result, with the handler of the client. */
export interface QuestionMethod {
  /** Validates params and result. */
  readonly entry: RequestEntry;
  /** Handles a question; undefined if this side does not answer it. */
  readonly handle: Handler | undefined;
}

/** The entry and handler of a notification method. */
export interface NotificationMethod {
  /** Validates the params. */
  readonly entry: NotificationEntry;
  /** Handles a notification; undefined if this side ignores it. */
  readonly handle: Handler | undefined;
}

/** Request methods by name. */
export type RequestMethods = { readonly [method: string]: RequestMethod };

/** The configuration of a peer: one revision, one side, and the handlers of that side. Immutable, and shared by all its connections. */
export interface Profile {
  /** The id of the revision, for handlers and messages. */
  readonly revision: string;
  /** Whether batches are supported. */
  readonly batching: boolean;
  /** The capabilities that this side declares. */
  readonly capabilities: Capabilities;
  /** The requests that this side handles. */
  readonly requests: Lookup<RequestMethod>;
  /** Converts results that are invalid in the revision. Default: they are errors. */
  readonly convertResult: ResultConversion | undefined;
  /** Whether the formats of what is sent are checked, in addition to its shape. */
  readonly checkFormats: boolean;
  /** Adds the properties that every result of the revision has. Default: none. */
  readonly completeResult: ((result: unknown) => unknown) | undefined;
  /** The questions that servers may ask in results. A client has handlers for those that it supports. */
  readonly questions: Lookup<QuestionMethod>;
  /** The metadata of every outgoing request in `_meta`. Default: none. */
  readonly requestMeta: object | undefined;
  /** The notifications that this side can receive, with or without a handler. */
  readonly notifications: ReadonlyMap<string, NotificationMethod>;
  /** Handles the notifications that the revision does not have. Default: they are ignored. */
  readonly unknownNotification: UnknownNotificationHandler | undefined;
  /** Called with requests that nothing handles. Default: they are refused. */
  readonly unknownRequest: UnknownRequestHandler | undefined;
  /** Returns the error to report for an ignored notification of an unknown method. */
  readonly ignored: (method: string) => Error;
  /** The requests that the other side handles. */
  readonly sentRequests: Lookup<RequestEntry>;
  /** The notifications that the other side can receive. */
  readonly sentNotifications: Lookup<NotificationEntry>;
  /** Loads the explanations of the revision. */
  readonly explain: (() => Promise<Explain>) | undefined;
  /** Returns the error for a request of an unknown method. */
  readonly refuse: (method: string) => JsonRpcError;
  /** Whether the session is not open yet. Default: it is. */
  readonly isOpening?: true;
}

/** Explains why a value does not match a definition. Returns an empty array if the revision has no explanations, or they fail to load. */
export async function explain(
  { explain: load }: Profile,
  definition: string | undefined,
  value: unknown,
  report: ErrorListener,
): Promise<readonly Issue[]> {
  if (definition === undefined || load === undefined) return [];
  try {
    const loaded = await load();
    return loaded(definition as never, value);
  } catch (error) {
    report(error);
    return [];
  }
}

/** Returns whether capabilities contain a path: `resources.subscribe`, `extensions.com.example/ui`. */
export function declares(capabilities: Capabilities, path: string): boolean {
  let value: unknown = capabilities;
  for (const name of namesIn(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Capabilities)[name];
  }
  return value !== undefined && value !== null && value !== false;
}

/**
 * Checks that capabilities contain the one that a method needs.
 *
 * @param path the path of the capability; undefined if none is needed
 * @param who the side that has not declared it, for the error
 * @throws {JsonRpcError} -32601 if they do not.
 */
export function requireCapability(
  path: string | undefined,
  capabilities: Capabilities,
  method: string,
  who = 'the other side has not declared',
): void {
  if (path === undefined || declares(capabilities, path)) return;
  throw new JsonRpcError(ErrorCode.MethodNotFound, `${method} needs the capability ${path}, which ${who}`);
}

/**
 * Returns the segments of a capability's path. The identifier of an extension is one segment, including its dots:
 * `extensions.com.example/ui`, `experimental.com.example/ui`.
 */
export function namesIn(path: string): readonly string[] {
  // Fast path: most paths have one segment, and this runs for each request.
  if (!path.includes('.')) return [path];
  const [, place, identifier] = /^(extensions|experimental)\.(.+)$/.exec(path) ?? [];
  return place === undefined || identifier === undefined ? path.split('.') : [place, identifier];
}
