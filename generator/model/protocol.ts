/** The protocol model: one revision as plain data, complete and cross-checked. Emitters read nothing else. */

import type { InterfaceDeclaration } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { Side } from './facts.js';
import type { MessageModelBase, NotificationModel, ProtocolModel, RequestModel } from './modelFormat.js';

export type { Side } from './facts.js';

/** What requests and notifications have in common. */
export interface Message extends Omit<MessageModelBase, 'type' | 'embedded' | 'deprecated'> {
  readonly declaration: InterfaceDeclaration;
}

export interface RequestMessage extends Message, Omit<RequestModel, keyof MessageModelBase> {}

export interface NotificationMessage extends Message, Omit<NotificationModel, keyof MessageModelBase> {}

export type AnyMessage = RequestMessage | NotificationMessage;

/** One revision. */
export interface Protocol extends Omit<ProtocolModel, 'format' | 'messages' | 'declarations'> {
  /** The schema exactly as the file has it: what the JSON Schema is derived from. */
  readonly source: Definitions;
  /** The schema with every params named and able to carry `_meta`, and with errata corrected: what code is generated from. */
  readonly definitions: Definitions;
  /** In the order of the direction unions, client requests first. */
  readonly requests: readonly RequestMessage[];
  readonly notifications: readonly NotificationMessage[];
  /** Requests that never travel alone, but inside another message: what a server asks for in a result. */
  readonly embedded: readonly RequestMessage[];
  /** The rows that nothing in the schema uses, one sentence each. Empty while rows are guessed. */
  readonly unusedRows: readonly string[];
}

/** The other side. */
export function otherSide(side: Side): Side {
  return side === 'client' ? 'server' : 'client';
}

/** The messages that a side sends. */
export function sentBy<Kind extends Message>(side: Side, messages: readonly Kind[]): readonly Kind[] {
  return messages.filter(({ senders }) => senders.includes(side));
}

/** All messages of a revision, those that travel inside others among them. */
export function allMessages({ requests, embedded, notifications }: Protocol): readonly AnyMessage[] {
  return [...requests, ...embedded, ...notifications];
}
