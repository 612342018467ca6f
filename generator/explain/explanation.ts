/** The explanation of a method or definition, as `mcp-gen explain --json` prints it. */

import type { Declaration } from '../model/declarations.js';
import type { Erratum } from '../model/errata.js';
import type { Side } from '../model/protocol.js';
import type { Route } from '../sdk/route.js';
import type { History } from './history.js';

/** The fields of an object. */
export interface Fields {
  /** In the order of the schema, inherited ones first. */
  readonly fields: readonly Field[];
  /** The type of all other properties, if the schema states one. */
  readonly rest?: string;
}

/** One field of an object. It has fields of its own if its type is an inline object. */
export interface Field extends Fields {
  /** The name of the property. */
  readonly name: string;
  /** Whether it may be absent. */
  readonly optional: boolean;
  /** The type on one line, as TypeScript writes it. */
  readonly type: string;
  /** The JSON Schema keywords that narrow it: `{ "minimum": 0 }`. */
  readonly keywords: { readonly [keyword: string]: unknown };
  /** The text of its doc comment. */
  readonly docs: string;
}

/** The params or a result of a method. */
export interface Payload extends Fields {
  /** The name of the definition. */
  readonly type: string;
  /** The members of a union. For an intersection, the members of the unions in it, each with the fields above. */
  readonly oneOf?: readonly Payload[];
}

/** The content of a doc comment. */
export interface Documented {
  /** The text before the first tag. */
  readonly docs: string;
  /** The references of `@see`. */
  readonly see: readonly string[];
  /** The text of `@deprecated`, if there is one. */
  readonly deprecated?: string;
}

/** A request or a notification. */
export interface MethodExplanation extends History, Documented {
  readonly kind: 'request' | 'notification';
  /** The method as sent: `tools/call`. */
  readonly name: string;
  /** The revision that is explained. The history covers all revisions. */
  readonly revision: string;
  /** The definition of the whole message. */
  readonly type: string;
  /** The sides that may send it. */
  readonly senders: readonly Side[];
  /** The name of its handler, and the sides that may have one. No sides if the runtime handles it. */
  readonly handler: { readonly name: string; readonly sides: readonly Side[] };
  /** The name of its stub method, and the sides that have one. */
  readonly stub: { readonly name: string; readonly sides: readonly Side[] };
  /** The capability that it requires, as a path, and the sides that declare it. */
  readonly capability?: { readonly name: string; readonly sides: readonly Side[] };
  /** Whether it is only sent inside a result: input that the other side requests. */
  readonly embedded: boolean;
  /** Whether the runtime handles it, as part of the lifecycle. */
  readonly lifecycle: boolean;
  /** Its params, and whether they may be absent. */
  readonly params: Payload & { readonly optional: boolean };
  /** Its result. Absent for a notification. */
  readonly result?: Payload;
  /** The alternative results. */
  readonly otherResults?: readonly Payload[];
  /** Whether the result is paginated. */
  readonly paginated: boolean;
  /** Whether its sender may cancel it. */
  readonly cancellable: boolean;
  /** Whether the result states how long it may be cached. */
  readonly cacheable: boolean;
  /** Whether the result may ask for input instead. */
  readonly asks: boolean;
  /** The parameter that the HTTP header with the name of the target repeats. */
  readonly nameParam?: string;
  /** The notification that tells of changes of the result. */
  readonly changeNotification?: string;
  /** The property of the filter that selects the notification for a stream of changes. */
  readonly filter?: string;
  /** The extension that it belongs to. */
  readonly extension?: string;
  /** The first revision that deprecates it. */
  readonly deprecatedSince?: string;
  /** The last revision that has it, if the newest one does not. */
  readonly until?: string;
  /** How applications of `@mcp-gen/sdk` reach it, if the sdk has no interface of its own for it. */
  readonly routes?: readonly Route[];
}

/** The uses of a definition. */
export interface Uses {
  /** The method, if the definition is a message. */
  readonly message?: string;
  /** The methods whose params or results contain it, at any depth. */
  readonly params: readonly string[];
  /** The methods whose results contain it. */
  readonly results: readonly string[];
  /** The definitions that refer to it. */
  readonly types: readonly string[];
}

/** A definition. */
export interface TypeExplanation extends History, Documented, Fields {
  readonly kind: Declaration['kind'];
  /** The name of the definition. */
  readonly name: string;
  /** The revision that is explained. */
  readonly revision: string;
  /** The type of an alias, or the value of a constant. */
  readonly meaning?: string;
  /** The bases of an interface. */
  readonly extends: readonly string[];
  /** Whether the schema declares it inline, and mcp-gen named it. */
  readonly unnamed: boolean;
  /** Where it is used. */
  readonly uses: Uses;
  /** The errata that correct it. */
  readonly errata: readonly Erratum[];
}

/** A name of the protocol that is neither a method nor a definition. */
export interface NameExplanation extends Documented {
  readonly kind: 'error' | 'header' | 'metaKey' | 'feature' | 'capability';
  /** The name in generated code: `HeaderMismatch`. The path of a capability: `resources.subscribe`. */
  readonly name: string;
  /** The revision that is explained. */
  readonly revision: string;
  /** The error code, the header, or the key. Absent for a feature and a capability. */
  readonly value?: number | string;
  /** The sides that declare the capability, or one with the name of the feature. Absent for other names. */
  readonly sides?: readonly Side[];
  /** The messages that need this capability, likewise. */
  readonly methods?: readonly string[];
  /** The first revision that has it. */
  readonly since: string;
  /** The last revision that has it, if the newest one does not. */
  readonly until?: string;
  /** The revisions between these that do not have it. Absent if there are none. */
  readonly except?: readonly string[];
}

/** The explanation of a name: of a method, of a definition, or of another name of the protocol. */
export type Explanation = MethodExplanation | TypeExplanation | NameExplanation;
