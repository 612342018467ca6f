/**
 * The format of `mcp-gen model --json`: one revision as plain data, which any program can read. `schema/model.schema.json`
 * describes it.
 */

import type { Names } from './anchors.js';
import type { Declaration } from './declarations.js';
import type { Erratum } from './errata.js';
import type { Dialect, Era, Side } from './facts.js';
import type { OpenDecision } from './openDecisions.js';
import type { Vocabulary } from './vocabulary.js';

/**
 * The version of the format. A change that an existing reader would misunderstand increments it. Models of format 1 lack the vocabulary,
 * without which generated code would lack the registry in silence: they are refused.
 */
export const MODEL_FORMAT = 2;

/** One revision of the protocol as JSON-serializable data. */
export interface ProtocolModel {
  /** The version of this format. */
  readonly format: typeof MODEL_FORMAT;
  /** The revision's date: `2025-03-26`. */
  readonly revision: string;
  /**
   * The protocol version that programs negotiate, which a draft may name differently from its folder. Absent for revisions that the packages
   * of mcp-gen contain: their name is their version.
   */
  readonly protocolVersion?: string;
  /** The files that it was read from: the schema, then extensions. A draft is marked as such. */
  readonly sources: readonly string[];
  /** How communication starts: with an `initialize` handshake (`session`), or with metadata in every request (`stateless`). */
  readonly era: Era;
  /** Whether several messages may be sent together in an array. */
  readonly batching: boolean;
  /** Whether the specification restricts the form of the keys of `_meta`. */
  readonly metadataKeys: boolean;
  /** The JSON Schema dialect of the derived JSON Schema. */
  readonly dialect: Dialect;
  /** Features, capabilities, error codes, HTTP headers, and keys of `_meta`. */
  readonly vocabulary: Vocabulary;
  /** The names of declarations that mean what others mean in earlier revisions. Absent if there are none. */
  readonly names?: Names;
  /** Requests in the order of the direction unions, embedded requests, notifications. */
  readonly messages: readonly MessageModel[];
  /** The definitions that code is generated from, in the order of the schema file. */
  readonly declarations: readonly DeclarationModel[];
  /** The errors of the schema that are corrected in `declarations`, each with its source. */
  readonly errata: readonly Erratum[];
  /** The open decisions, each with the guess in use. Only drafts have open decisions. */
  readonly openDecisions: readonly OpenDecision[];
}

/** A request or a notification. */
export type MessageModel = RequestModel | NotificationModel;

/** The common fields of requests and notifications. */
export interface MessageModelBase {
  /** The method as sent: `tools/call`. */
  readonly method: string;
  /** The name of its handlers and stub methods: `callTool`. */
  readonly name: string;
  /** The declaration of the whole message: `CallToolRequest`. */
  readonly type: string;
  /** The sides that may send it. */
  readonly senders: readonly Side[];
  /** The declaration of its params, and whether they may be absent. */
  readonly params: { readonly type: string; readonly optional: boolean };
  /**
   * The required capability, as a path (`resources.subscribe`): declared by the receiver of a request, or by the sender of a notification.
   * Absent if none is required.
   */
  readonly capability?: string;
  /** Whether it manages the connection (`initialize`, `ping`), so that applications have no handler for it. */
  readonly lifecycle: boolean;
  /** Whether it is only sent inside another message: input that a server requests in a result. */
  readonly embedded: boolean;
  /** The first revision that has the method. Absent for a method of an extension. */
  readonly since?: string;
  /** The extension that the method belongs to, by its identifier. Absent for a method of the protocol itself. */
  readonly extension?: string;
  /** The text of the declaration's `@deprecated` tag. Absent if it is not deprecated. */
  readonly deprecated?: string;
}

/** A message that gets a response. */
export interface RequestModel extends MessageModelBase {
  readonly kind: 'request';
  /** The declarations of its results: the regular one first, then the alternatives. */
  readonly results: readonly [string, ...string[]];
  /** The result that asks for input. Absent if the request never gets one. */
  readonly question?: string;
  /** Whether the result is paginated. */
  readonly paginated: boolean;
  /** Whether the result states how long it may be cached. */
  readonly cacheable: boolean;
  /** The method of the notification that tells of changes of the result. Absent if there is none. */
  readonly changes?: string;
  /** Whether its sender may cancel it. */
  readonly cancellable: boolean;
}

/** A message that gets no response. */
export interface NotificationModel extends MessageModelBase {
  readonly kind: 'notification';
  /** The property of the filter that selects it for a stream of changes. Absent if it is not sent on such streams. */
  readonly filter?: string;
}

/**
 * A declaration in the form that code is generated from: params have names, and known errors of the schema are corrected. `source` is
 * the declaration as the schema file has it, if that differs, and null if the file has no such declaration. So the schema
 * is here exactly as it was written, without a second copy of what is the same.
 */
export type DeclarationModel = Declaration & { readonly source?: Declaration | null };
