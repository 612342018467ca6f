import { isObject, quote, type MethodTable, type RequestEntry, type Revision } from '../codegen/v1.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import { EMPTY_RESULT } from '../jsonrpc/messages.js';
import type {
  Capabilities,
  Handler,
  Profile,
  RequestMethod,
  RequestMethods,
  ResultConversion,
  UnknownNotificationHandler,
  UnknownRequestHandler,
} from '../peer/profile.js';
import { anyOf, count, finite, FLAG, FUNCTION, OBJECT, oneOf, type OptionTable } from '../options/kinds.js';
import * as Method from '../registry/methods.js';
import { MetaKey, withServerInfo } from '../stateless/metadata.js';
import { declareCapabilities } from './capabilities.js';
import { findHandler, type Side } from './handlers.js';

/** The info of a program (specification: Lifecycle, Initialization). */
export interface Implementation {
  /** The name of the program. */
  readonly name: string;
  /** The version of the program, not of the protocol. */
  readonly version: string;
}

/** Options of either side. */
export interface SideOptions {
  /**
   * Capabilities to declare in addition to those of the handlers, for example `{ tools: { listChanged: true } }` for a server that sends
   * such notifications; or a function that returns them for a revision. Default: none.
   */
  readonly capabilities?: Capabilities | ((revision: Revision) => Capabilities) | undefined;
  /**
   * Called with each of `capabilities` whose value a revision does not allow, when the revision is negotiated for the first time. The value
   * is omitted in that revision. Default: such a value is a `TypeError`.
   */
  readonly invalidCapability?: InvalidCapabilityHandler | undefined;
  /**
   * Whether the formats of what is sent are checked in addition to its shape: URIs, base64, keys of `_meta`, and what only senders must
   * observe, such as the number of suggestions. Default true. False is for proxies, which pass on what other programs made.
   */
  readonly checkFormats?: boolean | undefined;
  /**
   * Called with each notification of the other side that the revision does not have, and its unvalidated params: for logging, and for
   * extensions. Default: such a notification is ignored, and reported to `onError`, at most 100 in a second.
   */
  readonly unknownNotification?: UnknownNotificationHandler | undefined;
  /**
   * Called with each method that the other side requests and nothing handles: for logging. The request is refused in any case (-32601).
   * Default: nothing is called.
   */
  readonly unknownRequest?: UnknownRequestHandler | undefined;
  /**
   * Returns the tables of a prepared revision with more entries: for proxies, which forward messages that the revision does not have.
   * Default: unchanged.
   *
   * @internal
   */
  readonly extendProfile?: ((profile: Profile) => Profile) | undefined;
}

/** {@link SideOptions}. */
export const SIDE_OPTIONS: OptionTable<SideOptions> = {
  capabilities: anyOf(OBJECT, FUNCTION),
  invalidCapability: FUNCTION,
  checkFormats: FLAG,
  unknownNotification: FUNCTION,
  unknownRequest: FUNCTION,
  extendProfile: FUNCTION,
};

/** What a server offers besides its handlers. */
export interface OfferOptions extends SideOptions {
  /**
   * Returns the methods of the notifications that the server sends in a revision: the capabilities that they need are declared. Default: none.
   */
  readonly notifies?: ((revision: Revision) => readonly string[]) | undefined;
  /** Instructions for the client's model on how to use the server. Default: none. */
  readonly instructions?: string | undefined;
  /**
   * Custom request methods, such as those of an extension, with their entries and handlers, by method. Params and results are validated
   * only by the validators of the entry; errors have no explanations. A method of a revision is a `TypeError`. Default: none.
   */
  readonly methods?: RequestMethods | undefined;
  /**
   * Called with each result of a handler that is invalid in the negotiated revision, and returns the result to send: for handlers
   * that are written for another revision. Default: such a result is an error.
   */
  readonly convertResult?: ResultConversion | undefined;
  /** Cache hint for the result of `server/discover`. Default: not cached, and private. */
  readonly discovery?: CacheHint | undefined;
}

/** Everything that an application defines for its side. */
export interface SideDefinition extends OfferOptions {
  readonly info: Implementation;
  readonly handlers: object;
}

/**
 * Called with a capability whose value a revision does not allow.
 *
 * @param pointer the JSON Pointer to the value: `/capabilities/tasks/list`
 */
export type InvalidCapabilityHandler = (pointer: string, revision: string) => void;

/** How long a result stays fresh, and who may share it (specification, 2026-07-28: Caching). */
export interface CacheHint {
  /** Milliseconds that the result stays fresh. Default 0. */
  readonly ttlMs?: number | undefined;
  /** Who may share it: every caller, or only the one that requested it. Default `private`. */
  readonly cacheScope?: 'public' | 'private' | undefined;
}

/** {@link CacheHint}. */
export const CACHE_HINT_OPTIONS: OptionTable<CacheHint> = {
  ttlMs: finite(count(0, 0)),
  cacheScope: oneOf('public', 'private'),
};

/** Who sends what a side receives. */
const OTHERS = { server: 'clients', client: 'servers' } as const;

/** One side prepared for one revision. */
export interface Prepared {
  readonly profile: Profile;
  /** The entry of the opening request: `initialize`, or `server/discover` in revisions without sessions. */
  readonly opening: RequestEntry;
  /** The introduction of the side: for a client the params of that request, for a server the result. */
  readonly introduction: object;
}

/**
 * Combines the definition of a side with one revision.
 *
 * @param supported the ids of all revisions of the side
 * @throws {TypeError} if they do not match.
 */
export function prepare(
  side: Side,
  revision: Revision,
  options: SideDefinition,
  supported: readonly string[] = [revision.id],
): Prepared {
  const { id, era, server, client } = revision;
  const method = era === 'session' ? Method.initialize : Method.serverDiscover;
  const opening = server.requests[method];
  if (opening === undefined)
    throw new TypeError(`Revision ${id} does not have ${method}, which every server must support`);
  const {
    info,
    handlers,
    methods,
    capabilities: given = {},
    invalidCapability = refuseCapability,
    extendProfile,
  } = options;
  const [receives, sends] = side === 'server' ? [server, client] : [client, server];
  const introduce = (capabilities: Capabilities): object =>
    introduction(side, revision, options, capabilities, supported);
  const requests = requestMethods(receives.requests, handlers, () => introduced);
  const questions = questionMethods(client.questions, handlers, side);
  addMethods(requests, revision, methods);
  const answered = [...requests.values(), ...questions.values()].flatMap(({ entry, handle }) =>
    handle ? [entry] : [],
  );
  const notified = options.notifies?.(revision).flatMap((name) => sends.notifications[name] ?? []) ?? [];
  const valid = side === 'server' ? opening.result : opening.params;
  const capabilities = declareCapabilities(
    [...answered, ...notified],
    (declared) => valid(introduce(declared)),
    typeof given === 'function' ? given(revision) : given,
    (pointer) => invalidCapability(pointer, id),
  );
  const introduced = introduce(capabilities);
  if (!valid(introduced)) {
    throw new TypeError(`Revision ${id} does not accept this ${side}Info or these instructions`);
  }
  const isStateless = era === 'stateless';
  const profile: Profile = {
    revision: id,
    batching: revision.batching,
    capabilities,
    requests,
    convertResult: options.convertResult,
    checkFormats: options.checkFormats ?? true,
    completeResult: isStateless ? completion(side, info) : undefined,
    questions,
    requestMeta: isStateless && side === 'client' ? (introduced as { readonly _meta: object })._meta : undefined,
    notifications: notificationMethods(receives, handlers),
    unknownNotification: options.unknownNotification,
    unknownRequest: options.unknownRequest,
    ignored: (notification) =>
      new Error(`Ignored ${quote(notification)}: revision ${id} has no such notification of ${OTHERS[side]}`),
    sentRequests: new Map(Object.entries(sends.requests)),
    sentNotifications: new Map(Object.entries(sends.notifications)),
    explain: revision.explain,
    refuse: methodNotFound,
  };
  return { opening, introduction: introduced, profile: extendProfile?.(profile) ?? profile };
}

/** @throws {TypeError} always. */
function refuseCapability(pointer: string, revision: string): never {
  throw new TypeError(`Revision ${revision} does not accept the value at ${pointer}`);
}

/** Returns the introduction of a side, in a session or with every request. */
function introduction(
  side: Side,
  { id, era }: Revision,
  { info, instructions, discovery = {} }: SideDefinition,
  capabilities: Capabilities,
  supportedVersions: readonly string[],
): object {
  const more = instructions === undefined ? {} : { instructions };
  if (era === 'session') return { protocolVersion: id, capabilities, [`${side}Info`]: info, ...more };
  if (side === 'client') {
    const { ProtocolVersion, ClientInfo, ClientCapabilities } = MetaKey;
    return { _meta: { [ProtocolVersion]: id, [ClientInfo]: info, [ClientCapabilities]: capabilities } };
  }
  const { ttlMs = 0, cacheScope = 'private' } = discovery;
  return withServerInfo({ supportedVersions, capabilities, ...more, ttlMs, cacheScope }, info);
}

/** Returns a function that adds `resultType` and the server's info to results. */
function completion(side: Side, info: Implementation): (result: unknown) => unknown {
  if (side === 'client') {
    return (result) =>
      isObject(result) && result.resultType === undefined ? { resultType: 'complete', ...result } : result;
  }
  return (result) => (isObject(result) ? withServerInfo(result, info) : result);
}

/** @param discover handles `server/discover` unless the handlers do */
function requestMethods(
  table: MethodTable['requests'],
  handlers: object,
  discover: () => object,
): Map<string, RequestMethod> {
  const requests = new Map<string, RequestMethod>();
  for (const [method, entry] of Object.entries(table)) {
    const found = entry.lifecycle === true ? lifecycleHandler(method) : findHandler(handlers, entry.name);
    const handle = found ?? (method === Method.serverDiscover ? discover : undefined);
    if (handle !== undefined) requests.set(method, { entry, handle });
  }
  return requests;
}

/** Returns the questions that a server may ask in results, with the client's handlers. */
function questionMethods(table: MethodTable['questions'] = {}, handlers: object, side: Side): Profile['questions'] {
  const questions = Object.entries(table).map(([method, entry]) => {
    const handle = side === 'client' ? findHandler(handlers, entry.name) : undefined;
    return [method, { entry, handle }] as const;
  });
  return new Map(questions);
}

/** @throws {TypeError} if a method exists in the revision, in either direction. */
function addMethods(
  requests: Map<string, RequestMethod>,
  { id, server, client }: Revision,
  methods: RequestMethods = {},
): void {
  for (const [method, added] of Object.entries(methods)) {
    if (Object.hasOwn(server.requests, method) || Object.hasOwn(client.requests, method)) {
      throw new TypeError(`${method} is a method of revision ${id}: pass its handler by name`);
    }
    requests.set(method, unexplained(added));
  }
}

/** Returns a method without the names of its definitions, since the revision cannot explain them. */
function unexplained({ entry, handle }: RequestMethod): RequestMethod {
  const { name, params, result, checkParams, checkResult, capability, cancellable } = entry;
  return {
    entry: {
      name,
      params,
      result,
      ...(cancellable !== undefined && { cancellable }),
      ...(checkParams && { checkParams }),
      ...(checkResult && { checkResult }),
      ...(capability !== undefined && { capability }),
    },
    handle,
  };
}

function notificationMethods(table: MethodTable, handlers: object): Profile['notifications'] {
  return new Map(
    Object.entries(table.notifications).map(([method, entry]) => {
      const handle = entry.lifecycle === true ? undefined : findHandler(handlers, entry.name);
      return [method, { entry, handle }];
    }),
  );
}

/** In an open session, `ping` is the only lifecycle request. */
function lifecycleHandler(method: string): Handler {
  return method === Method.ping ? () => EMPTY_RESULT : rejectInitialize;
}

function rejectInitialize(): never {
  throw invalidRequest('the session has already been initialized');
}

/** A method name that can be shown unchanged. */
const PLAIN_NAME = /^[\w$./-]{1,100}$/;

function methodNotFound(method: string): JsonRpcError {
  const shown = PLAIN_NAME.test(method) ? method : quote(method);
  return new JsonRpcError(ErrorCode.MethodNotFound, `Method not found: ${shown}`);
}
