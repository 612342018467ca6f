/** Rules that a sender keeps to and a guard leaves out: formats, the keys of `_meta`, and what an erratum asks of senders alone. */

import { SENT } from '../model/correct.js';
import { tagText, type Property, type TypeDeclaration, type TypeNode } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import type { Protocol } from '../model/protocol.js';

/** The formats that the runtime can check. Any other is a remark, as JSON Schema has it. */
const FORMATS = ['byte', 'date-time', 'file-uri', 'uri', 'uri-template'] as const;

/** What a sender keeps to in one property. */
export type SendRule =
  | { readonly kind: 'format'; readonly format: (typeof FORMATS)[number] }
  | { readonly kind: 'length'; readonly most: number }
  | { readonly kind: 'metadata' };

/** The rules of one revision, and which definitions have some, themselves or through others. */
export class RuleFinder {
  readonly #metadataKeys: boolean;
  /** The definitions with rules. */
  readonly #found = new Set<string>();

  constructor({ definitions, metadataKeys }: Pick<Protocol, 'definitions' | 'metadataKeys'>) {
    this.#metadataKeys = metadataKeys;
    // Definitions can refer to each other in cycles: one without a rule so far may lead to one that is found in a later pass.
    for (let count = -1; count < this.#found.size;) {
      count = this.#found.size;
      for (const declaration of definitions.types) {
        if (this.#inDeclaration(declaration, definitions)) this.#found.add(declaration.name);
      }
    }
  }

  /** The rule for a property's own value, or nothing. */
  ruleOf({ name, docs }: Property): SendRule | undefined {
    if (name === '_meta') return this.#metadataKeys ? { kind: 'metadata' } : undefined;
    const stated = tagText(docs, `${SENT}format`) ?? tagText(docs, 'format');
    const format = FORMATS.find((known) => known === stated);
    if (format !== undefined) return { kind: 'format', format };
    const most = tagText(docs, `${SENT}maxItems`);
    return most === undefined ? undefined : { kind: 'length', most: Number(most) };
  }

  inDefinition(name: string): boolean {
    return this.#found.has(name);
  }

  inProperty(property: Property): boolean {
    return this.ruleOf(property) !== undefined || this.inType(property.type);
  }

  inType(type: TypeNode): boolean {
    switch (type.kind) {
      case 'reference':
        return this.inDefinition(type.name);
      case 'array':
        return this.inType(type.element);
      case 'union':
      case 'intersection':
        return type.members.some((member) => this.inType(member));
      case 'object':
        return (
          type.properties.some((property) => this.inProperty(property)) || (!!type.index && this.inType(type.index))
        );
      case 'primitive':
      case 'literal':
      case 'record':
      case 'typeof':
        return false;
    }
  }

  #inDeclaration(declaration: TypeDeclaration, definitions: Definitions): boolean {
    if (declaration.kind === 'alias') return this.inType(declaration.type);
    return (
      definitions.propertiesOf(declaration).some((property) => this.inProperty(property)) ||
      (!!declaration.index && this.inType(declaration.index))
    );
  }
}
