/** Zod 4 schemas of any revision, and the types that are inferred from them. */

import type { Plan } from '../../analyze/plan.js';
import type { Protocol } from '../../model/protocol.js';
import { ProblemList } from '../../problems.js';
import type { Target } from '../target.js';
import { emitSchemas, OWN_NAMES, schemaName } from './schemas.js';

export const zod: Target = {
  name: 'zod',
  checkNames,
  emit: ({ revisions }: Plan) => revisions.map(emitSchemas),
};

/** @throws {SchemaProblems} naming every declaration that collides with the name of a schema, or with one of the file's own */
function checkNames({ definitions }: Protocol): void {
  const problems = new ProblemList();
  const schemas = new Map(definitions.types.map(({ name }) => [schemaName(name), name]));
  for (const { name, place } of definitions.all) {
    const type = schemas.get(name);
    if (type !== undefined) problems.add(place, `${name} is also the schema of ${type}`, 'Rename the declaration.');
    if (OWN_NAMES.includes(name))
      problems.add(place, `${name} is also a name that every file has`, 'Rename the declaration.');
  }
  problems.throwIfAny();
}
