/** Checks that generated names are unique: none is the name of a declaration, of other generated code, or of the runtime. */

import type { Protocol } from '../../model/protocol.js';
import { ProblemList, type Place } from '../../problems.js';
import { CODEGEN, runtime } from './codegen.js';
import { guardName, sendCheckName } from './names.js';

/** The names that the index of every revision exports, and that of the unified types. */
const FIXED = ['client', 'server', 'revision', 'bindClientHandlers', 'bindServerHandlers'].concat(
  ['AuthorRequests', 'AuthorNotifications'],
  ['Client', 'Server'].flatMap((side) =>
    ['Requests', 'Notifications', 'Context', 'Handlers', 'Stub'].map((suffix) => side + suffix),
  ),
);

/** The names that generated files import from the runtime, next to names of the schema. The files of explanations have no schema names. */
const besideSchemaNames = Object.values(runtime).flatMap(({ imports }) =>
  imports.flatMap(({ name, from }) => (from === CODEGEN ? [name] : [])),
);

/** @throws {SchemaProblems} with every declaration that collides with a generated name, or whose generated names collide. */
export function checkExports({ definitions, requests, notifications }: Protocol): void {
  const problems = new ProblemList();
  const taken = new Map([
    ...besideSchemaNames.map((name): [string, string] => [name, 'a name of the runtime']),
    ...FIXED.map((name): [string, string] => [name, 'a name that every revision has']),
  ]);
  const claim = (name: string, meaning: string, place: Place): void => {
    const other = taken.get(name);
    if (other === undefined) taken.set(name, meaning);
    else problems.add(place, `${name}, ${meaning}, is also ${other}`, 'Rename the declaration.');
  };
  for (const { name, place } of definitions.types) {
    claim(guardName(name), `the guard of ${name}`, place);
    claim(sendCheckName(name), `the check of ${name}`, place);
  }
  for (const { declaration } of [...requests, ...notifications]) {
    claim(`${declaration.name}Message`, `the message class of ${declaration.name}`, declaration.place);
  }
  for (const { name, place } of definitions.all) {
    const other = taken.get(name);
    if (other !== undefined) problems.add(place, `${name} is also ${other}`, 'Rename the declaration.');
  }
  const [first] = requests;
  if (first && !definitions.findType('RequestId')) {
    const remedy = 'Declare it: `export type RequestId = string | number;`.';
    problems.add(first.declaration.place, 'The schema has requests, but no RequestId', remedy);
  }
  problems.throwIfAny();
}
