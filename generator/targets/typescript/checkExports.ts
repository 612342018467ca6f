/** Checks that what is generated has names of its own: none is a declaration's, another's, or one of the runtime's. */

import type { Protocol } from '../../model/protocol.js';
import { ProblemList, type Place } from '../../problems.js';
import { CODEGEN, runtime } from './codegen.js';
import { guardName, sendCheckName } from './names.js';

/** What every revision's index exports, whatever its schema says, and that of authors. */
const FIXED = ['client', 'server', 'revision', 'bindClientHandlers', 'bindServerHandlers'].concat(
  ['AuthorRequests', 'AuthorNotifications'],
  ['Client', 'Server'].flatMap((side) =>
    ['Requests', 'Notifications', 'Context', 'Handlers', 'Stub'].map((suffix) => side + suffix),
  ),
);

/** What generated files import from the runtime beside names of the schema. Explanations are in files without any. */
const besideSchemaNames = Object.values(runtime).flatMap(({ imports }) =>
  imports.flatMap(({ name, from }) => (from === CODEGEN ? [name] : [])),
);

/** @throws {SchemaProblems} naming every declaration that collides with a generated name, or whose generated names do. */
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
    problems.add(first.declaration.place, 'There are requests, but no RequestId to tell them apart', remedy);
  }
  problems.throwIfAny();
}
