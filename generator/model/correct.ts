/** Applies errata to declarations. */

import type {
  AliasDeclaration,
  Declaration,
  Docs,
  InterfaceDeclaration,
  ObjectNode,
  Property,
  TypeDeclaration,
  TypeNode,
} from './declarations.js';
import { mapType } from './definitions.js';
import type { Correction, Erratum } from './errata.js';

/** Returns the declarations with every erratum applied, and the rows whose place was not found. */
export function correct(
  declarations: readonly Declaration[],
  errata: readonly Erratum[],
): { readonly declarations: readonly Declaration[]; readonly unused: readonly Erratum[] } {
  const unused: Erratum[] = [];
  let corrected = declarations;
  for (const erratum of errata) {
    const next = corrected.map((declaration) => correctDeclaration(declaration, erratum));
    if (next.every((declaration, index) => declaration === corrected[index])) unused.push(erratum);
    corrected = next;
  }
  return { declarations: corrected, unused };
}

function correctDeclaration(declaration: Declaration, erratum: Erratum): Declaration {
  const [name, ...path] = erratum.place.split('.');
  if (declaration.name !== name || declaration.kind === 'constant') return declaration;
  if (path.length === 0) return correctWhole(declaration, erratum);
  return declaration.kind === 'alias'
    ? correctInside(declaration, path, erratum)
    : correctIn(declaration, path, erratum);
}

/** Returns the same object if it does not have the property. */
function correctIn<Kind extends InterfaceDeclaration | ObjectNode>(
  object: Kind,
  [name, ...path]: readonly string[],
  erratum: Erratum,
): Kind {
  const { properties } = object;
  const found = properties.find((property) => property.name === name);
  if (!found) return object;
  const corrected = path.length === 0 ? correctProperty(found, erratum) : correctInside(found, path, erratum);
  if (corrected === found) return object;
  return { ...object, properties: properties.map((property) => (property === found ? corrected : property)) };
}

function correctInside<Kind extends AliasDeclaration | Property>(
  holder: Kind,
  path: readonly string[],
  erratum: Erratum,
): Kind {
  if (holder.type.kind !== 'object') return holder;
  const type = correctIn(holder.type, path, erratum);
  return type === holder.type ? holder : { ...holder, type };
}

function correctWhole(declaration: TypeDeclaration, erratum: Erratum): Declaration {
  switch (erratum.correction.kind) {
    case 'declared':
      return { ...declaration };
    case 'fractional':
      return declaration.kind === 'alias' ? { ...declaration, type: fractional(declaration.type) } : declaration;
    case 'minItems':
    case 'maxItems':
      // A constraint for senders belongs to a property.
      if (erratum.direction === 'sent') return declaration;
      return { ...declaration, docs: withTag(declaration.docs, erratum.correction) };
    case 'format':
    case 'optional':
    case 'nullable':
      return declaration;
  }
}

/** Returns the type with fractions allowed for every number in it. Names are not resolved. */
function fractional(type: TypeNode): TypeNode {
  return mapType(type, (part) =>
    part.kind === 'primitive' && part.name === 'number' ? { ...part, fractional: true } : part,
  );
}

function correctProperty(property: Property, { correction, direction }: Erratum): Property {
  const { type, place } = property;
  switch (correction.kind) {
    case 'optional':
      return { ...property, optional: true };
    case 'nullable':
      return {
        ...property,
        type: { kind: 'union', members: [type, { kind: 'primitive', name: 'null', place }], place },
      };
    case 'fractional':
      return { ...property, type: fractional(type) };
    case 'declared':
      return { ...property };
    case 'format':
    case 'minItems':
    case 'maxItems': {
      if (direction !== 'sent') return { ...property, docs: withTag(property.docs, correction) };
      // The checks before sending do not support a minimum number of items.
      if (correction.kind === 'minItems') return property;
      const limit = correction.kind === 'format' ? { format: correction.format } : { maxItems: correction.count };
      return { ...property, constraints: { ...property.constraints, ...limit } };
    }
  }
}

function withTag(docs: Docs, correction: Correction & { kind: 'format' | 'minItems' | 'maxItems' }): Docs {
  const stated = correction.kind === 'format' ? correction.format : String(correction.count);
  return { ...docs, tags: [...docs.tags, { name: correction.kind, text: stated }] };
}
