/** Converts definitions to JSON Schema, draft 2020-12. */

import { isFractional, keywordOf, keywordsOf, type JsonSchema } from '../../model/keywords.js';
import { allLimits } from '../../model/limits.js';
import { isOpenMap, NO_DOCS } from '../../model/declarations.js';
import type { Docs, InterfaceDeclaration, ObjectNode, TypeDeclaration, TypeNode } from '../../model/declarations.js';
import type { Definitions, Structure } from '../../model/definitions.js';

/** Returns the schema of each interface and alias, by name. */
export function definitionSchemas(definitions: Definitions): { readonly [name: string]: JsonSchema } {
  return Object.fromEntries(definitions.types.map((type) => [type.name, new Schemas(definitions).ofDeclaration(type)]));
}

class Schemas {
  readonly #definitions: Definitions;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  ofDeclaration(declaration: TypeDeclaration): JsonSchema {
    if (declaration.kind === 'alias') return this.#type(declaration.type, declaration.docs);
    return { ...keywordsOf(declaration.docs), ...this.#object(declaration) };
  }

  /** Adds keywords, also next to `$ref`. The type is the one that guards check: a tag does not change it. */
  #type(type: TypeNode, docs: Docs): JsonSchema {
    const tags = docs.tags.filter((tag) => keywordOf(tag) !== 'type');
    return { ...keywordsOf({ text: docs.text, tags }), ...this.#values(type, docs) };
  }

  #values(type: TypeNode, docs: Docs): JsonSchema {
    switch (type.kind) {
      case 'reference': {
        // A tag at the place of a number may allow fractions.
        const { target, aliases } = this.#definitions.resolve(type);
        const isNumber = target.kind === 'primitive' && target.name === 'number';
        if (isNumber && docs.tags.some((tag) => keywordOf(tag) === 'type'))
          return { ...allLimits({ text: '', tags: docs.tags }, aliases), ...primitive(target, docs) };
        return { $ref: `#/$defs/${type.name}` };
      }
      case 'primitive':
        return primitive(type, docs);
      case 'literal':
        return { const: type.value };
      case 'typeof':
        return { const: this.#definitions.constantValue(type.name) };
      case 'array':
        return { type: 'array', items: this.#type(type.element, NO_DOCS) };
      case 'record':
        return { type: 'object' };
      case 'object':
        return isOpenMap(type) ? { type: 'object' } : this.#object(type);
      case 'intersection':
        return { allOf: type.members.map((member) => this.#type(member, NO_DOCS)) };
      case 'union': {
        const values = type.members.flatMap((member) => (member.kind === 'literal' ? [member.value] : []));
        if (values.length === type.members.length) return { enum: values };
        return { anyOf: type.members.map((member) => this.#values(member, NO_DOCS)) };
      }
    }
  }

  #object(target: InterfaceDeclaration | ObjectNode): JsonSchema {
    const properties = this.#definitions.propertiesOf(target);
    const required = properties.flatMap(({ name, optional }) => (optional ? [] : [name]));
    return {
      type: 'object',
      ...(properties.length > 0 && {
        properties: Object.fromEntries(properties.map(({ name, type, docs }) => [name, this.#type(type, docs)])),
      }),
      ...(required.length > 0 && { required }),
      ...(target.index && { additionalProperties: this.#type(target.index, NO_DOCS) }),
    };
  }
}

function primitive(type: Structure & { kind: 'primitive' }, docs: Docs): JsonSchema {
  switch (type.name) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'object':
      return { type: type.name };
    case 'number':
      return { type: isFractional(type, docs) ? 'number' : 'integer' };
    case 'unknown':
    case 'any':
      return {};
    case 'never':
      return { not: {} };
  }
}
