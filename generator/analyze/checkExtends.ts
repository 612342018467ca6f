/** Checks that interfaces extend others as TypeScript allows. Otherwise the generated types would not compile. */

import type { Protocol } from '../model/protocol.js';
import { ProblemList } from '../problems.js';
import { Compatibility } from './assignable.js';
import { shapesOf } from './buildShapes.js';
import { describeShape } from './describeShape.js';
import { objectOf } from './shape.js';

/** @throws {SchemaProblems} naming every redeclared property whose type the extended interface does not allow */
export function checkExtends({ definitions }: Protocol): void {
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
          const where = mismatch?.path ? `, at ${mismatch.path}` : '';
          const type = describeShape(was.shape);
          problems.add(place, `${what} does not match the type in ${baseName}${where}: ${type}`, remedy);
        }
      }
    }
  }
  problems.throwIfAny();
}
