/** What a conversion is told, and what it says beside its value. */

import type { ClientCapabilities, Implementation } from '@mcp-gen/protocol/author';
import { brandError } from '@mcp-gen/runtime';

/** What is known of the conversation, for what authors are told with every request. */
export interface Facts {
  /** The negotiated revision: `2025-03-26`. */
  readonly protocolVersion: string;
  /** What the client has declared. */
  readonly clientCapabilities: ClientCapabilities;
  /** How the client introduced itself. Default: authors are not told. */
  readonly clientInfo?: Implementation;
  /** Makes an id that was never used, a UUID. Default: a random one. */
  readonly newId?: () => string;
}

/** Something that a value says and its conversion does not. */
export interface Loss {
  /** JSON Pointer to the place, from the value before its conversion. */
  readonly pointer: string;
  /** What is lost there, and what became of it. */
  readonly what: string;
}

/** What every conversion function is given. */
export interface Context {
  readonly facts: Facts;
  /** Makes an id that was never used, a UUID. */
  newId(): string;
  /** Notes a loss. */
  lost(pointer: string, what: string): void;
  /**
   * An error to be thrown where a value cannot be converted.
   *
   * @param what the thing in the way: `a tool result`
   * @param why the reason, as the rest of a sentence: `its clients know no tools in sampling`
   */
  notExpressible(pointer: string, what: string, why: string): NotExpressibleError;
}

/** What a message is about, for errors. */
export interface Subject {
  readonly revision: string;
  readonly method: string;
  readonly part: 'params' | 'result';
}

/** A value cannot be expressed in a revision. */
export class NotExpressibleError extends Error {
  override readonly name = 'NotExpressibleError';
  /** The code of this error class. */
  readonly code = 'NOT_EXPRESSIBLE';

  static {
    brandError(this, 'NotExpressibleError');
  }

  /** The revision that cannot express the value. */
  readonly revision: string;
  /** The method of the message. */
  readonly method: string;
  /** Whether the value is in the params or in the result. */
  readonly part: 'params' | 'result';
  /** JSON Pointer to the value, relative to the params or result. */
  readonly pointer: string;
  /** The value that cannot be expressed: `a tool result`. */
  readonly what: string;
  /** Why it cannot be expressed. */
  readonly why: string;

  /** @internal */
  constructor({ revision, method, part }: Subject, pointer: string, what: string, why: string) {
    const place = pointer === '' ? `the ${part}` : pointer;
    super(`${method} ${part}, revision ${revision}: ${what} at ${place} cannot be expressed: ${why}`);
    this.revision = revision;
    this.method = method;
    this.part = part;
    this.pointer = pointer;
    this.what = what;
    this.why = why;
  }
}
