/** Zod 4 schemas of a revision, and their inferred types. */

import type { Plan } from '../../analyze/plan.js';
import type { Protocol } from '../../model/protocol.js';
import { ProblemList, type Problem } from '../../problems.js';
import type { Target } from '../target.js';
import { checkTypeScriptNames } from '../typeScriptNames.js';
import { emitSchemas, OWN_NAMES, schemaName } from './schemas.js';

export const zod: Target = {
  name: 'zod',
  checkNames,
  emit: ({ revisions }: Plan) => revisions.map(emitSchemas),
};

/** Finds names that TypeScript cannot have, and declarations with the name of a schema or with a fixed name of the file. */
function checkNames(protocol: Protocol): readonly Problem[] {
  const problems = new ProblemList();
  checkTypeScriptNames(protocol, problems);
  const { definitions } = protocol;
  const schemas = new Map(definitions.types.map(({ name }) => [schemaName(name), name]));
  for (const { name, place } of definitions.all) {
    const type = schemas.get(name);
    if (type !== undefined) problems.add(place, `${name} is also the schema of ${type}`, 'Rename the declaration.');
    if (OWN_NAMES.includes(name))
      problems.add(place, `${name} is also a fixed name of every file`, 'Rename the declaration.');
  }
  return problems.all;
}
