import type { Revision } from '@mcp-gen/runtime';
import type { Protocol } from '../../generator/model/protocol.js';

export interface NewMessage {
  readonly id: string;
  readonly kind: 'request' | 'question' | 'notification';
  readonly method: string;
  readonly sender: 'client' | 'server';
  /** The property of the filter by which clients without sessions follow a notification. */
  readonly filter?: string | undefined;
  readonly types: { readonly params: string; readonly result: string | undefined };
}

export interface SentMessage {
  readonly id: string;
  readonly problem: string | undefined;
}

export function newMessages(before: Protocol | undefined, after: Protocol): readonly NewMessage[];

export function sendByRuntime(
  revision: Revision,
  messages: readonly NewMessage[],
  sampleOf: (definition: string) => unknown,
): Promise<readonly SentMessage[]>;
