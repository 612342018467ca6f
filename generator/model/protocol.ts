/** The protocol model: one revision as plain data, complete and checked. It is the only input of emitters. */

import type { InterfaceDeclaration } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { Side } from './facts.js';
import type { MessageModelBase, NotificationModel, ProtocolModel, RequestModel } from './modelFormat.js';

export type { Side } from './facts.js';

/** The common fields of requests and notifications. */
export interface Message extends Omit<MessageModelBase, 'type' | 'embedded' | 'deprecated'> {
  /** The declaration of the whole message. */
  readonly declaration: InterfaceDeclaration;
}

/** A request. */
export interface RequestMessage extends Message, Omit<RequestModel, keyof MessageModelBase> {}

/** A notification. */
export interface NotificationMessage extends Message, Omit<NotificationModel, keyof MessageModelBase> {}

/** A request or a notification. */
export type AnyMessage = RequestMessage | NotificationMessage;

/** One revision. */
export interface Protocol extends Omit<ProtocolModel, 'format' | 'messages' | 'declarations'> {
  /** The schema exactly as in the file. The JSON Schema is derived from it. */
  readonly source: Definitions;
  /** The schema with names and `_meta` for all params, and with errata corrected. Code is generated from it. */
  readonly definitions: Definitions;
  /** In the order of the direction unions, client requests first. */
  readonly requests: readonly RequestMessage[];
  /** In the order of the direction unions, those of the client first. */
  readonly notifications: readonly NotificationMessage[];
  /** Requests that are only sent inside another message: input that a server requests in a result. */
  readonly embedded: readonly RequestMessage[];
  /** The rows that nothing in the schema uses, one sentence each. Empty if rows are guessed. */
  readonly unusedRows: readonly string[];
}

/** Returns whether the result of a request may ask for input. */
export function asksForInput({ question }: RequestMessage): boolean {
  return question !== undefined;
}

/** Returns whether applications send a message. The runtime sends those of the lifecycle, except `ping`. */
export function isSentByApplications({ lifecycle, name }: AnyMessage): boolean {
  return !lifecycle || name === 'ping';
}

/** Returns the other side. */
export function otherSide(side: Side): Side {
  return side === 'client' ? 'server' : 'client';
}

/** Returns the sides that declare the capability of a message: the receivers of a request, or the senders of a notification. */
export function declaringSides({ kind, senders }: Pick<AnyMessage, 'kind' | 'senders'>): readonly Side[] {
  return kind === 'request' ? senders.map(otherSide) : senders;
}

/** Returns the messages that a side sends. */
export function sentBy<Kind extends Message>(side: Side, messages: readonly Kind[]): readonly Kind[] {
  return messages.filter(({ senders }) => senders.includes(side));
}

/** Returns all messages of a revision, including those that are only sent inside others. */
export function allMessages({ requests, embedded, notifications }: Protocol): readonly AnyMessage[] {
  return [...requests, ...embedded, ...notifications];
}
