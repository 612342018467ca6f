/** Collects docs, for the rules that they state. */

import { wordsOf, type Property, type TypeDeclaration } from '../model/declarations.js';
import { propertiesIn, walkType } from '../model/definitions.js';

/** Returns the docs of a declaration, and of everything that is written in it. */
export function docsOf(declaration: TypeDeclaration): readonly string[] {
  return [wordsOf(declaration.docs), ...propertiesIn(declaration).map(({ docs }) => wordsOf(docs))];
}

/** Returns the docs of a property, and of those of the objects that are written in its type. */
export function docsIn({ docs, type }: Property): readonly string[] {
  const texts = [wordsOf(docs)];
  walkType(type, (part) => {
    if (part.kind === 'object') texts.push(...part.properties.map((property) => wordsOf(property.docs)));
  });
  return texts;
}
