/** The context of a conversion: additional input, and reported losses. */

import type { ClientCapabilities, Implementation } from '@mcp-gen/protocol/author';
import { brandError } from '@mcp-gen/runtime';

/** Facts about the other side, for the metadata of every request in the unified types. */
export interface Facts {
  /** The negotiated revision: `2025-03-26`. */
  readonly protocolVersion: string;
  /** The declared capabilities of the client. */
  readonly clientCapabilities: ClientCapabilities;
  /** The client, as it introduced itself. Default: omitted. */
  readonly clientInfo?: Implementation;
  /** Returns a new unique id, a UUID. Default: a random one. */
  readonly newId?: () => string;
}

/** A part of a value that the conversion drops. */
export interface Loss {
  /** JSON Pointer to the location in the value before its conversion. */
  readonly pointer: string;
  /** The lost part, and its replacement. */
  readonly what: string;
}

/** The context that every conversion function receives. */
export interface Context {
  readonly facts: Facts;
  /** Returns a new unique id, a UUID. */
  newId(): string;
  /** Records a loss. */
  lost(pointer: string, what: string): void;
  /**
   * Returns the error to throw if a value cannot be converted.
   *
   * @param what the part that cannot be converted: `a tool result`
   * @param why the reason, as the rest of a sentence: `clients do not support tools in sampling`
   */
  notExpressible(pointer: string, what: string, why: string): NotExpressibleError;
}

/** The conversions of a revision. Any of them may be missing: a new revision may bring another shape of what was the same until then. */
export type WrittenConversions<All> = {
  readonly [Kind in keyof All]: {
    readonly [Method in keyof All[Kind]]?: {
      readonly [Part in keyof All[Kind][Method]]?: Partial<All[Kind][Method][Part]>;
    };
  };
};

/** The message of a conversion, for errors. */
export interface Subject {
  readonly revision: string;
  readonly method: string;
  readonly part: 'params' | 'result';
}

/** A value cannot be expressed in a revision. */
export class NotExpressibleError extends Error {
  override readonly name = 'NotExpressibleError';
  /** The error code of this class. */
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
    const place = pointer === '' ? `(${part} of ${method})` : `at ${pointer} in the ${part} of ${method}`;
    super(`Revision ${revision} cannot express ${what} ${place}: ${why}`);
    this.revision = revision;
    this.method = method;
    this.part = part;
    this.pointer = pointer;
    this.what = what;
    this.why = why;
  }
}
