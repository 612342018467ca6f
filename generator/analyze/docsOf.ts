/** Collects what has docs, for the rules that they state. */

import type { Docs, Property, TypeDeclaration } from '../model/declarations.js';
import { propertiesIn, walkType } from '../model/definitions.js';
import type { Subject } from '../model/subjects.js';
import type { Place } from '../problems.js';

/** A declaration or a property. */
export interface Documented {
  readonly docs: Docs;
  readonly place: Place;
}

/** A subject whose docs are not digested yet. */
export interface Undigested extends Omit<Subject, 'docs'> {
  /** What its rules are read from. Default: nothing. */
  readonly documented?: readonly Documented[];
}

/** Returns a declaration, and the properties that are written in it. */
export function docsOf(declaration: TypeDeclaration): readonly Documented[] {
  return [declaration, ...propertiesIn(declaration)];
}

/** Returns a property, and those of the objects that are written in its type. */
export function docsIn(property: Property): readonly Documented[] {
  const documented: Documented[] = [property];
  walkType(property.type, (part) => {
    if (part.kind === 'object') documented.push(...part.properties);
  });
  return documented;
}
