/** Answers all questions of emitters once, as data. */

import type { Docs } from '../model/declarations.js';
import type { Protocol } from '../model/protocol.js';
import { ProblemList } from '../problems.js';
import { Compatibility } from './assignable.js';
import { shapesOf } from './buildShapes.js';
import type { CompactTable } from './compactShape.js';
import { describeShape } from './describeShape.js';
import { encodeShapes } from './encodeShapes.js';
import { proseOf } from './proseOf.js';
import { buildRegistry, type Registry } from './registry.js';
import { findSendChecks, type SendCheck } from './sendRules.js';
import { objectOf, recursiveNames } from './shape.js';
import { planUnions, type Unions } from './unions.js';

/** What is generated together. */
export interface Plan {
  /** Oldest first. */
  readonly revisions: readonly RevisionPlan[];
  /** The facts of all revisions in one table: messages, features, capabilities, error codes, HTTP headers, and keys of `_meta`. */
  readonly registry: Registry;
  /** Returns docs as text of Markdown, without the syntax of doc comments. */
  readonly proseOf: (docs: Docs) => string;
}

/** One revision, and the answers to questions about it. */
export interface RevisionPlan {
  /** Its messages, definitions, and facts. */
  readonly protocol: Protocol;
  /** How the member that a value matches is found, for each union of its definitions. */
  readonly unions: Unions;
  /** The values that each definition accepts, as JSON, in the order of the schema. */
  readonly shapes: CompactTable;
  /** The definitions that mention themselves, directly or through others: guards count how many of them a value nests. */
  readonly recursive: ReadonlySet<string>;
  /** The checks before sending, by definition, in the order of the schema. Definitions that are never sent have none. */
  readonly sendChecks: ReadonlyMap<string, SendCheck>;
}

/**
 * @param protocols oldest first
 * @throws {SchemaProblems} naming every property that is not assignable to an extended interface, and every place where a rule for senders
 *   cannot be checked
 */
export function makePlan(protocols: readonly Protocol[]): Plan {
  return { revisions: protocols.map(planRevision), registry: buildRegistry(protocols), proseOf };
}

/** Returns the plan of one revision. @throws {SchemaProblems} see {@link makePlan} */
export function planRevision(protocol: Protocol): RevisionPlan {
  checkExtends(protocol);
  const unions = planUnions(protocol.definitions);
  const shapes = shapesOf(protocol.definitions);
  return {
    protocol,
    unions,
    shapes: encodeShapes(shapes),
    recursive: recursiveNames(shapes),
    sendChecks: findSendChecks(protocol, unions),
  };
}

/** @throws {SchemaProblems} naming every redeclared property whose type the extended interface does not allow */
function checkExtends({ definitions }: Protocol): void {
  const shapes = shapesOf(definitions);
  const compatibility = new Compatibility(shapes, shapes, true);
  const problems = new ProblemList();
  for (const declaration of definitions.types) {
    if (declaration.kind === 'alias') continue;
    const own = objectOf(shapes.get(declaration.name) ?? { kind: 'any' }, shapes)?.fields;
    for (const { name: baseName, filter } of declaration.bases) {
      const inherited = objectOf(shapes.get(baseName) ?? { kind: 'any' }, shapes)?.fields;
      for (const { name, place } of declaration.properties) {
        const [is, was] = [own?.get(name), inherited?.get(name)];
        const isTaken = filter === undefined || filter.keys.includes(name) === (filter.kind === 'pick');
        if (is === undefined || was === undefined || !isTaken) continue;
        const what = `${name} of ${declaration.name}`;
        const remedy = `Declare it as ${baseName} does, or narrower.`;
        if (is.optional && !was.optional) {
          problems.add(place, `${what} is optional, and required in ${baseName}`, remedy);
        } else if (!compatibility.isAssignable(is.shape, was.shape)) {
          const [mismatch] = compatibility.fit(is.shape, was.shape).mismatches;
          const { path = '' } = mismatch ?? {};
          const where = path === '' ? '' : `, at ${path}`;
          const type = describeShape(was.shape);
          problems.add(place, `${what} does not match the type in ${baseName}${where}: ${type}`, remedy);
        }
      }
    }
  }
  problems.throwIfAny();
}
