/** Checks that the schema declares the capabilities that rows of methods require. */

import { editDistance } from '../nearest.js';
import { ProblemList } from '../problems.js';
import { CAPABILITIES } from './anchors.js';
import type { TypeNode } from './declarations.js';
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
  const [nearest] = capabilityPaths(definitions, definition, new ProblemList()).toSorted(
    (a, b) => editDistance(capability, a) - editDistance(capability, b),
  );
  return { definition, ...(nearest !== undefined && { nearest }) };
}

/** Maximum number of capabilities of a side: parts that share types can have very many paths. */
const MAX_PATHS = 1000;

/**
 * Returns the paths of all properties below a definition: `tasks.requests.tools.call`. Values of any name, such as those of extensions, are
 * not followed. Paths without an end, and more than {@link MAX_PATHS}, are a problem.
 */
export function capabilityPaths(
  definitions: Definitions,
  definition: string,
  problems: ProblemList,
): readonly string[] {
  const paths = new Set<string>();
  const addBelow = (type: TypeNode, path: string, around: readonly unknown[]): void => {
    const { target } = definitions.resolve(type);
    for (const property of propertiesBelow(definitions, type)) {
      const own = path + property.name;
      const inner = definitions.resolve(property.type).target;
      const isEndless = inner === target || around.includes(inner);
      if (isEndless || paths.size >= MAX_PATHS) {
        const message = isEndless
          ? `The capability ${own} in ${definition} contains itself, so that its parts have no end`
          : `${definition} has more than ${MAX_PATHS} capabilities`;
        problems.add(property.place, message, 'Declare each capability, and each of its parts, in a type of its own.');
        return;
      }
      paths.add(own);
      addBelow(property.type, `${own}.`, [...around, target]);
      if (paths.size >= MAX_PATHS) return;
    }
  };
  if (definitions.findType(definition)) addBelow(referenceTo(definition), '', []);
  return [...paths];
}
