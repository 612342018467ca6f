/** Applies errata to declarations. */

import type { Constraints, Declaration, Docs, Property, TypeDeclaration, TypeNode } from './declarations.js';
import type { Correction, Erratum } from './errata.js';

/** The declarations with every erratum applied, and the rows whose place does not exist. */
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
  if (declaration.kind === 'alias') {
    const type = correctType(declaration.type, path, erratum);
    return type === declaration.type ? declaration : { ...declaration, type };
  }
  const properties = correctProperties(declaration.properties, path, erratum);
  return properties === declaration.properties ? declaration : { ...declaration, properties };
}

function correctWhole(declaration: TypeDeclaration, erratum: Erratum): Declaration {
  switch (erratum.correction.kind) {
    case 'declared':
      return { ...declaration };
    case 'fractional':
      return declaration.kind === 'alias' ? { ...declaration, type: fractional(declaration.type) } : declaration;
    case 'minItems':
    case 'maxItems':
      // A constraint of senders belongs to a property.
      if (erratum.direction === 'sent') return declaration;
      return { ...declaration, docs: withTag(declaration.docs, erratum.correction) };
    case 'format':
    case 'optional':
    case 'nullable':
      return declaration;
  }
}

/** The type with every number in it free to have a fraction. Names are not followed. */
function fractional(type: TypeNode): TypeNode {
  switch (type.kind) {
    case 'primitive':
      return type.name === 'number' ? { ...type, fractional: true } : type;
    case 'array':
      return { ...type, element: fractional(type.element) };
    case 'union':
    case 'intersection':
      return { ...type, members: type.members.map(fractional) };
    case 'object':
      return type.index ? { ...type, index: fractional(type.index) } : type;
    case 'literal':
    case 'record':
    case 'reference':
    case 'typeof':
      return type;
  }
}

function correctType(type: TypeNode, path: readonly string[], erratum: Erratum): TypeNode {
  if (type.kind !== 'object') return type;
  const properties = correctProperties(type.properties, path, erratum);
  return properties === type.properties ? type : { ...type, properties };
}

/** Returns the same list if the property does not exist. */
function correctProperties(
  properties: readonly Property[],
  [name, ...path]: readonly string[],
  erratum: Erratum,
): readonly Property[] {
  const found = properties.find((property) => property.name === name);
  if (!found) return properties;
  const corrected = path.length === 0 ? correctProperty(found, erratum) : deeper(found, path, erratum);
  return corrected === found ? properties : properties.map((property) => (property === found ? corrected : property));
}

function deeper(property: Property, path: readonly string[], erratum: Erratum): Property {
  const type = correctType(property.type, path, erratum);
  return type === property.type ? property : { ...property, type };
}

function correctProperty(property: Property, erratum: Erratum): Property {
  const { correction } = erratum;
  const { place } = property;
  switch (correction.kind) {
    case 'optional':
      return { ...property, optional: true };
    case 'nullable':
      return {
        ...property,
        type: { kind: 'union', members: [property.type, { kind: 'primitive', name: 'null', place }], place },
      };
    case 'fractional':
      return { ...property, type: fractional(property.type) };
    case 'declared':
      return { ...property };
    case 'format':
    case 'minItems':
    case 'maxItems': {
      if (erratum.direction !== 'sent') return { ...property, docs: withTag(property.docs, correction) };
      const constraint = constraintOf(correction);
      return constraint ? { ...property, constraints: { ...property.constraints, ...constraint } } : property;
    }
  }
}

type Limit = Correction & { kind: 'format' | 'minItems' | 'maxItems' };

function constraintOf(correction: Limit): Constraints | undefined {
  switch (correction.kind) {
    case 'format':
      return { format: correction.format };
    case 'maxItems':
      return { maxItems: correction.count };
    case 'minItems':
      return undefined;
  }
}

function withTag({ text, tags }: Docs, correction: Limit): Docs {
  const stated = correction.kind === 'format' ? correction.format : String(correction.count);
  return { text, tags: [...tags, { name: correction.kind, text: stated }] };
}
