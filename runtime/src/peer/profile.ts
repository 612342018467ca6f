import type { Explain, HandlerContext, Issue, NotificationEntry, PeerInfo, RequestEntry } from '../codegen/v1.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/errors.js';
import type { ErrorListener } from '../report.js';

/** A JSON object of capabilities, as `initialize` declares them. */
export type Capabilities = { readonly [name: string]: unknown };

/** A program that has not introduced itself, and need not. */
export const UNKNOWN_PEER: PeerInfo = { name: '', version: '', capabilities: {} };

/** Answers a request, or takes a notification. */
export type Handler = (params: unknown, context: HandlerContext) => unknown;

/** What checks and answers the requests of one method. */
export interface RequestMethod {
  /** Checks params and result. */
  readonly entry: RequestEntry;
  /** Answers a request. */
  readonly handle: Handler;
}

/**
 * Converts a result that the revision of a conversation does not allow to one that it does. What it throws, the request fails with.
 *
 * @param result what the handler has returned
 */
export type ResultConversion = (method: string, result: unknown, context: HandlerContext) => unknown;

/** Request methods by name. */
export type RequestMethods = { readonly [method: string]: RequestMethod };

/**
 * What a peer runs on: one revision, seen from one side, with the handlers of that side. Immutable, and shared by every
 * connection that runs on it.
 */
export interface Profile {
  /** The id of the revision, for handlers and messages. */
  readonly revision: string;
  /** Whether arrays of messages are taken. */
  readonly batching: boolean;
  /** The capabilities that this side declares. */
  readonly capabilities: Capabilities;
  /** The requests that this side answers. */
  readonly requests: ReadonlyMap<string, RequestMethod>;
  /** Converts results that the revision does not allow. Default: they are errors. */
  readonly convertResult: ResultConversion | undefined;
  /** Adds what every result of the revision says. Default: nothing is added. */
  readonly completeResult: ((result: unknown) => unknown) | undefined;
  /** What servers may ask for inside of results. A client has handlers for what it answers. */
  readonly questions: ReadonlyMap<string, { readonly entry: RequestEntry; readonly handle: Handler | undefined }>;
  /** What every request that is sent says in its `_meta`. Default: nothing. */
  readonly requestMeta: object | undefined;
  /** The notifications that this side knows, whether or not somebody listens. */
  readonly notifications: ReadonlyMap<
    string,
    { readonly entry: NotificationEntry; readonly handle: Handler | undefined }
  >;
  /** The requests that the other side answers. */
  readonly sentRequests: ReadonlyMap<string, RequestEntry>;
  /** The notifications that the other side takes. */
  readonly sentNotifications: ReadonlyMap<string, NotificationEntry>;
  /** Loads the explanations of the revision. */
  readonly explain: (() => Promise<Explain>) | undefined;
  /** What is answered to a request without a route. */
  readonly refuse: (method: string) => JsonRpcError;
}

/** What is wrong with a value. Nothing is known where the revision has no explanations, or where they fail to load. */
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

/** Returns whether capabilities declare what a path names: `resources.subscribe`, `extensions.com.example/ui`. */
export function declares(capabilities: Capabilities, path: string): boolean {
  let value: unknown = capabilities;
  for (const name of namesIn(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Capabilities)[name];
  }
  return value !== undefined && value !== null && value !== false;
}

/**
 * Checks that capabilities declare what a method needs.
 *
 * @param path what it needs; undefined for nothing
 * @param who who has not declared it
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
 * Returns the names in the path of a capability. The identifier of an extension is one name, whatever dots are in it:
 * `extensions.com.example/ui`, `experimental.com.example/ui`.
 */
export function namesIn(path: string): readonly string[] {
  // Most are one name, and each request asks.
  if (!path.includes('.')) return [path];
  const [, place, identifier] = /^(extensions|experimental)\.(.+)$/.exec(path) ?? [];
  return place === undefined || identifier === undefined ? path.split('.') : [place, identifier];
}
