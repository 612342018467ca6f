import { quote, type MethodTable, type RequestEntry, type Revision } from '../codegen/v1.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import { EMPTY_RESULT } from '../jsonrpc/messages.js';
import type {
  Capabilities,
  Handler,
  Profile,
  RequestMethod,
  RequestMethods,
  ResultConversion,
} from '../peer/profile.js';
import { Method, type Side } from '../protocol.js';
import { declareCapabilities } from './capabilities.js';
import { findHandler } from './handlers.js';

/** A program, as it introduces itself (specification: Lifecycle, Initialization). */
export interface Implementation {
  /** The name of the program. */
  readonly name: string;
  /** The version of the program, not of the protocol. */
  readonly version: string;
}

/** What an application says of its side. */
export interface SideOptions {
  readonly info: Implementation;
  readonly handlers: object;
  readonly capabilities?: Capabilities | undefined;
  readonly instructions?: string | undefined;
  /** Requests beyond those of the revisions. */
  readonly methods?: RequestMethods | undefined;
  /** Converts results of handlers that a revision does not allow. Default: they are errors. */
  readonly convertResult?: ResultConversion | undefined;
}

/** One side on one revision, ready to run. */
export interface Prepared {
  readonly profile: Profile;
  /** The entry of `initialize`. */
  readonly initialize: RequestEntry;
  /** What the side introduces itself with: the params of `initialize` for a client, the result for a server. */
  readonly introduction: object;
}

/**
 * Joins what an application says of its side with one revision.
 *
 * @throws {TypeError} if the two do not fit, saying why.
 */
export function prepare(side: Side, revision: Revision, options: SideOptions): Prepared {
  const { id, server, client } = revision;
  const initialize = server.requests[Method.Initialize];
  if (revision.era !== 'session' || initialize === undefined) {
    throw new TypeError(`Revision ${id} does not open with initialize, which is the only way supported`);
  }
  const { info, handlers, instructions, methods } = options;
  const [receives, sends] = side === 'server' ? [server, client] : [client, server];
  const requests = requestMethods(receives, handlers);
  addMethods(requests, revision, methods);
  const answered = [...requests.values()].map(({ entry }) => entry);
  const valid = side === 'server' ? initialize.result : initialize.params;
  const introduce = (capabilities: Capabilities): object => ({
    protocolVersion: id,
    capabilities,
    [`${side}Info`]: info,
    ...(instructions !== undefined && { instructions }),
  });
  const accepts = (capabilities: Capabilities): boolean => valid(introduce(capabilities));
  const capabilities = declareCapabilities(answered, accepts, options.capabilities);
  const introduction = introduce(capabilities);
  if (!valid(introduction)) {
    throw new TypeError(`Revision ${id} does not accept these ${side}Info, capabilities or instructions`);
  }
  return {
    initialize,
    introduction,
    profile: {
      revision: id,
      batching: revision.batching,
      capabilities,
      requests,
      convertResult: options.convertResult,
      notifications: notificationMethods(receives, handlers),
      sentRequests: new Map(Object.entries(sends.requests)),
      sentNotifications: new Map(Object.entries(sends.notifications)),
      explain: revision.explain,
      refuse: methodNotFound,
    },
  };
}

function requestMethods(table: MethodTable, handlers: object): Map<string, RequestMethod> {
  const requests = new Map<string, RequestMethod>();
  for (const [method, entry] of Object.entries(table.requests)) {
    const handle = entry.lifecycle === true ? lifecycleHandler(method) : findHandler(handlers, entry.name);
    if (handle !== undefined) requests.set(method, { entry, handle });
  }
  return requests;
}

/** @throws {TypeError} if a method is one of the revision's own, whichever side answers it. */
function addMethods(
  requests: Map<string, RequestMethod>,
  { id, server, client }: Revision,
  methods: RequestMethods = {},
): void {
  for (const [method, added] of Object.entries(methods)) {
    if (Object.hasOwn(server.requests, method) || Object.hasOwn(client.requests, method)) {
      throw new TypeError(`${method} is a method of revision ${id}: give its handler by name`);
    }
    requests.set(method, unexplained(added));
  }
}

/** A method without the definitions of its params and result, which the revision cannot explain. */
function unexplained({ entry, handle }: RequestMethod): RequestMethod {
  const { name, params, result, checkParams, checkResult, capability, cancellable } = entry;
  return {
    entry: {
      name,
      params,
      result,
      cancellable,
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

/** Once a conversation is open, `ping` is all that is left to answer of the lifecycle. */
function lifecycleHandler(method: string): Handler {
  return method === Method.Ping ? () => EMPTY_RESULT : refuseToOpenAgain;
}

function refuseToOpenAgain(): never {
  throw invalidRequest('the conversation has been initialized already');
}

/** A name that can be shown as it is. */
const PLAIN_NAME = /^[\w$./-]{1,100}$/;

function methodNotFound(method: string): JsonRpcError {
  const shown = PLAIN_NAME.test(method) ? method : quote(method);
  return new JsonRpcError(ErrorCode.MethodNotFound, `Method not found: ${shown}`);
}
