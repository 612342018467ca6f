/** Collects docs, for the rules that they state. */

import type { Property, TypeDeclaration } from '../model/declarations.js';
import { propertiesIn, walkType } from '../model/definitions.js';

/** Returns the docs of a declaration, and of everything that is written in it. */
export function docsOf(declaration: TypeDeclaration): readonly string[] {
  return [declaration.docs.text, ...propertiesIn(declaration).map(({ docs }) => docs.text)];
}

/** Returns the docs of a property, and of those of the objects that are written in its type. */
export function docsIn({ docs, type }: Property): readonly string[] {
  const texts = [docs.text];
  walkType(type, (part) => {
    if (part.kind === 'object') texts.push(...part.properties.map((property) => property.docs.text));
  });
  return texts;
}
