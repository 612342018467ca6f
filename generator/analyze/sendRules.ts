/** Rules that a sender keeps to and a guard leaves out: formats, the keys of `_meta`, and what an erratum asks of senders alone. */

import { SENT } from '../model/correct.js';
import { tagText, type Property, type TypeNode } from '../model/declarations.js';
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
  readonly #definitions: Definitions;
  readonly #metadataKeys: boolean;
  readonly #known = new Map<string, boolean>();

  constructor({ definitions, metadataKeys }: Pick<Protocol, 'definitions' | 'metadataKeys'>) {
    this.#definitions = definitions;
    this.#metadataKeys = metadataKeys;
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
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // What is being looked at counts as without rules where it contains itself.
    this.#known.set(name, false);
    const declaration = this.#definitions.findType(name);
    const found =
      declaration?.kind === 'interface'
        ? this.#definitions.propertiesOf(declaration).some((property) => this.inProperty(property)) ||
          (!!declaration.index && this.inType(declaration.index))
        : declaration !== undefined && this.inType(declaration.type);
    this.#known.set(name, found);
    return found;
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
}
