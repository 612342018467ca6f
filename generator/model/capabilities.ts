/** Checks that the schema declares the capabilities that rows of methods require. */

import { editDistance } from '../nearest.js';
import { CAPABILITIES } from './anchors.js';
import type { Definitions } from './definitions.js';
import type { Side } from './facts.js';
import { isDeclared, propertiesBelow, referenceTo } from './places.js';

/** A capability that a side is required to declare, and that its type does not have. */
export interface MissingCapability {
  /** The definition of the capabilities of that side. */
  readonly definition: string;
  /** The most similar path that it has. Absent if it has none. */
  readonly nearest?: string;
}

/**
 * Returns the first definition that does not declare a capability. Undefined if all do, if none is required, and if the capabilities of a
 * side are not declared at all: that is another decision.
 *
 * @param capability the path of a row
 * @param sides the sides that have to declare it: the receivers of a request, or the senders of a notification
 */
export function missingCapability(
  capability: string | null | undefined,
  sides: readonly Side[],
  definitions: Definitions,
): MissingCapability | undefined {
  if (capability === null || capability === undefined || capability === 'none' || /^extensions\./.test(capability)) {
    return undefined;
  }
  const named = sides
    .map((side) => definitions.nameOf(CAPABILITIES[side]))
    .filter((name) => definitions.findType(name));
  const definition = named.find((name) => !isDeclared(definitions, `${name}.${capability}`));
  if (definition === undefined) return undefined;
  const [nearest] = pathsOf(definition, definitions).toSorted(
    (a, b) => editDistance(capability, a) - editDistance(capability, b),
  );
  return { definition, ...(nearest !== undefined && { nearest }) };
}

/** Returns the paths of one and two names. */
function pathsOf(definition: string, definitions: Definitions): readonly string[] {
  return propertiesBelow(definitions, referenceTo(definition)).flatMap(({ name, type }) => [
    name,
    ...propertiesBelow(definitions, type).map((inner) => `${name}.${inner.name}`),
  ]);
}
