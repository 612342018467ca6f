/** What is fixed about an extension, and the extension as programs register it. */

import {
  FLAG,
  FUNCTION,
  group,
  LIST,
  listOf,
  OBJECT,
  recordOf,
  required,
  STRING,
  STRINGS,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import type { RevisionRange } from '@mcp-gen/runtime';
import type { Guard, TableOf } from '@mcp-gen/runtime/codegen/v1';
import { LAUNCH_SETTINGS, type LaunchSettings } from '../client/launchSettings.js';
import type * as features from '@mcp-gen/protocol/registry/features';

/** The generated tables of the messages of an extension: `extensions/<name>.ts` of a revision. */
export interface ExtensionMessages<
  ClientRequests = unknown,
  ClientNotifications = unknown,
  ServerRequests = unknown,
  ServerNotifications = unknown,
> {
  /** What servers receive. Default: nothing. */
  readonly server?: TableOf<ClientRequests, ClientNotifications> | undefined;
  /** What clients receive. Default: nothing. */
  readonly client?: TableOf<ServerRequests, ServerNotifications> | undefined;
}

/** A feature of the protocol that only some revisions have: `structuredContent`. */
export type ProtocolFeature = keyof typeof features;

/** What the program that registers an extension must have. Nothing of it is sent to the other side. */
export interface ExtensionRequirements {
  /** Identifiers of other extensions, which must be registered, in any order. Default: none. */
  readonly extensions?: readonly string[] | undefined;
  /** Features of the revision: the extension is inactive in revisions without them. Default: none. */
  readonly features?: readonly ProtocolFeature[] | undefined;
  /** Paths of capabilities that a server must declare, from when it is served: `resources.subscribe`. Default: none. */
  readonly serverCapabilities?: readonly string[] | undefined;
  /** Paths of capabilities that a client must declare: `sampling`. Default: none. */
  readonly clientCapabilities?: readonly string[] | undefined;
}

export const REQUIREMENTS: OptionTable<ExtensionRequirements> = {
  extensions: STRINGS,
  features: STRINGS,
  serverCapabilities: STRINGS,
  clientCapabilities: STRINGS,
};

/** Another result that an extension adds to a request of the protocol, in revisions without sessions. */
export interface ExtensionResult {
  /** Its `resultType`: `task`. */
  readonly type: string;
  /** Returns whether a value is such a result. */
  readonly guard: Guard;
}

/** Revisions in which an extension is a part of the protocol: its messages there are methods of these revisions. */
export interface ExtensionInProtocol extends RevisionRange {
  /** The name of the feature that revisions with it have: `tasks`. Decides for revisions that are not dates. Default: the range does. */
  readonly feature?: string | undefined;
  /** The path of the capability that declares it there: `tasks`. Its value takes the place of the settings. */
  readonly capability: string;
  /** Other results that requests have there, by method: middleware of clients receives them as they are sent. Default: none. */
  readonly results?: { readonly [method: string]: Guard } | undefined;
}

/** {@link ExtensionInProtocol}. */
export const IN_PROTOCOL: OptionTable<ExtensionInProtocol> = {
  since: required(STRING),
  until: STRING,
  except: LIST,
  feature: STRING,
  capability: required(STRING),
  results: recordOf('results', FUNCTION),
};

/** What is fixed about an extension, whatever its options. */
export interface ExtensionDeclaration<
  ClientRequests = unknown,
  ClientNotifications = unknown,
  ServerRequests = unknown,
  ServerNotifications = unknown,
> {
  /** Its identifier, under which both sides declare it: `com.example/search` (specification: Extensions). */
  readonly id: string;
  /** Its messages. Default: none. */
  readonly messages?:
    | ExtensionMessages<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications>
    | undefined;
  /** The revisions in which it is active. Default: all. */
  readonly revisions?: RevisionRange | undefined;
  /** Earlier revisions that have it as a part of the protocol: it is active in them, without messages of its own. Default: none. */
  readonly inProtocol?: ExtensionInProtocol | undefined;
  /** What it needs. Default: nothing. */
  readonly requires?: ExtensionRequirements | undefined;
  /** Other results of requests of the protocol, by method. Default: none. */
  readonly results?: { readonly [method: string]: ExtensionResult } | undefined;
}

export const DECLARATION: OptionTable<ExtensionDeclaration> = {
  id: required(STRING),
  messages: OBJECT,
  revisions: OBJECT,
  inProtocol: group(IN_PROTOCOL),
  requires: group(REQUIREMENTS),
  results: recordOf('results', OBJECT),
};

/** An extension with its options, to pass to a server, a client, or a host. Created by an {@link ExtensionDefinition}. */
export interface Extension {
  /** Its identifier: `com.example/search`. */
  readonly id: string;
  /** @internal */
  readonly engine: object;
  /** @internal */
  readonly declaration: ExtensionDeclaration;
  /** @internal */
  readonly server: AnyServerSide | (() => AnyServerSide) | undefined;
  /** @internal */
  readonly client: AnyClientSide | (() => AnyClientSide) | undefined;
  /** @internal */
  readonly host: AnyHostSide | undefined;
}

/**
 * An extension of one program, with the code of its own.
 *
 * @internal
 */
export interface RegisteredExtension extends Extension {
  readonly server: AnyServerSide | undefined;
  readonly client: AnyClientSide | undefined;
}

/**
 * The code of any extension in a host.
 *
 * @internal
 */
export interface AnyHostSide {
  readonly setup: AnyFunction;
}

/** Functions of an extension whose types it knows itself. */
type AnyFunction = (...given: never[]) => unknown;

/** Handlers by method. */
interface Handlers {
  readonly [method: string]: AnyFunction | undefined;
}

/**
 * The code of any extension on one side.
 *
 * @internal
 */
export interface AnySide {
  readonly settings?: { readonly [name: string]: unknown } | undefined;
  readonly requests?: Handlers | undefined;
  readonly notifications?: Handlers | undefined;
  readonly middleware?: readonly AnyFunction[] | undefined;
  readonly onClose?: (() => void | Promise<void>) | undefined;
  readonly setup?: AnyFunction | undefined;
}

/**
 * The code of any extension in a server.
 *
 * @internal
 */
export interface AnyServerSide extends AnySide {
  readonly enabled?: boolean | undefined;
  readonly onClient?: AnyFunction | undefined;
  readonly capabilities?: AnyFunction | undefined;
  readonly tools?: object | undefined;
  readonly questions?: object | undefined;
  readonly listen?: AnyFunction | undefined;
  readonly onStart?: (() => void) | undefined;
  readonly httpMiddleware?: readonly AnyFunction[] | undefined;
  readonly routes?: object | undefined;
  readonly onServe?: AnyFunction | undefined;
}

/**
 * The code of any extension in a client.
 *
 * @internal
 */
export interface AnyClientSide extends AnySide {
  readonly wrapFetch?: AnyFunction | undefined;
  readonly launch?: LaunchSettings | undefined;
  readonly protocol?: AnyFunction | undefined;
  readonly offersTool?: AnyFunction | undefined;
}

export const HOST_SIDE: OptionTable<AnyHostSide> = { setup: required(FUNCTION) };

export const SIDE: OptionTable<AnySide> = {
  settings: OBJECT,
  requests: OBJECT,
  notifications: OBJECT,
  middleware: LIST,
  onClose: FUNCTION,
  setup: FUNCTION,
};

export const CLIENT_SIDE: OptionTable<AnyClientSide> = {
  ...SIDE,
  wrapFetch: FUNCTION,
  offersTool: FUNCTION,
  launch: group(LAUNCH_SETTINGS),
  protocol: FUNCTION,
};

/** What an extension adds to tools. */
const TOOL_HOOKS = { options: OBJECT, list: FUNCTION, call: FUNCTION, result: FUNCTION, returned: FUNCTION };

/** What an extension adds to questions. */
const QUESTION_HOOKS = { options: OBJECT, params: FUNCTION, answer: FUNCTION };

export const SERVER_SIDE: OptionTable<AnyServerSide> = {
  ...SIDE,
  enabled: FLAG,
  onClient: FUNCTION,
  capabilities: FUNCTION,
  tools: group(TOOL_HOOKS),
  questions: group(QUESTION_HOOKS),
  listen: FUNCTION,
  onStart: FUNCTION,
  httpMiddleware: listOf('functions', FUNCTION),
  routes: OBJECT,
  onServe: FUNCTION,
};
