/** What is said of a method or a definition: the shape of `mcp-gen explain --json`. */

import type { Declaration } from '../model/declarations.js';
import type { Erratum } from '../model/errata.js';
import type { Side } from '../model/protocol.js';
import type { History } from './history.js';

/** What is in an object. */
export interface Fields {
  readonly fields: readonly Field[];
  /** The type of all properties beside these, where the schema states one. */
  readonly rest?: string;
}

/** One field of an object; the fields of its own are those of an object that is declared in place. */
export interface Field extends Fields {
  readonly name: string;
  readonly optional: boolean;
  /** On one line, as TypeScript writes it. */
  readonly type: string;
  /** The JSON Schema keywords that narrow it: `{ "minimum": 0 }`. */
  readonly keywords: { readonly [keyword: string]: unknown };
  readonly docs: string;
}

/** What a method's params or result are. */
export interface Payload extends Fields {
  /** The definition. */
  readonly type: string;
  /** What it may be, if it is a union. */
  readonly oneOf?: readonly Payload[];
}

/** What a doc comment says. */
export interface Documented {
  readonly docs: string;
  /** Where there is more to read. */
  readonly see: readonly string[];
  /** What `@deprecated` says; absent where nothing is deprecated. */
  readonly deprecated?: string;
}

/** A request or a notification. */
export interface MethodExplanation extends History, Documented {
  readonly kind: 'request' | 'notification';
  /** As on the wire: `tools/call`. */
  readonly name: string;
  /** The revision that all but the history is about. */
  readonly revision: string;
  /** The definition of the whole message. */
  readonly type: string;
  readonly senders: readonly Side[];
  /** The name of its handler, and the sides that may have one; empty if the runtime itself takes it. */
  readonly handler: { readonly name: string; readonly sides: readonly Side[] };
  /** The name of its stub method, and the sides that have one. */
  readonly stub: { readonly name: string; readonly sides: readonly Side[] };
  /** The capability behind it, as a path, and the sides that declare it. */
  readonly capability?: { readonly name: string; readonly sides: readonly Side[] };
  /** Never sent on its own: it travels inside a result of the side that asks. */
  readonly embedded: boolean;
  /** Part of the conversation itself: the runtime acts on it. */
  readonly lifecycle: boolean;
  readonly params: Payload & { readonly optional: boolean };
  readonly result?: Payload;
  /** What may come instead of the result. */
  readonly otherResults?: readonly Payload[];
  readonly paginated: boolean;
  readonly cancellable: boolean;
}

/** Where a definition is used. */
export interface Uses {
  /** The method whose whole message it is. */
  readonly message?: string;
  /** The methods whose params, or whose result, can hold it, at any depth. */
  readonly params: readonly string[];
  readonly results: readonly string[];
  /** The definitions that name it. */
  readonly types: readonly string[];
}

/** A definition. */
export interface TypeExplanation extends History, Documented, Fields {
  readonly kind: Declaration['kind'];
  readonly name: string;
  readonly revision: string;
  /** What an alias stands for; the value of a constant. */
  readonly meaning?: string;
  /** The bases of an interface. */
  readonly extends: readonly string[];
  /** Whether the schema writes it in place, and mcp-gen gave it its name. */
  readonly unnamed: boolean;
  readonly uses: Uses;
  /** The corrections that touch it. */
  readonly errata: readonly Erratum[];
}

export type Explanation = MethodExplanation | TypeExplanation;
