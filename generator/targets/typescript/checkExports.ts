/** Checks that generated names are unique: none is the name of a declaration, of other generated code, or of the runtime. */

import { allMessages, type Protocol } from '../../model/protocol.js';
import { ProblemList, type Place, type Problem } from '../../problems.js';
import { checkTypeScriptNames, isInherited } from '../typeScriptNames.js';
import { CODEGEN, runtime } from './codegen.js';
import { guardName, sendCheckName } from './guardNames.js';

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

/**
 * Finds names that TypeScript cannot have, declarations that collide with a generated name, and those whose generated names collide.
 */
export function checkExports(protocol: Protocol): readonly Problem[] {
  const { definitions, requests, notifications } = protocol;
  const problems = new ProblemList();
  checkTypeScriptNames(protocol, problems);
  for (const { name, declaration } of allMessages(protocol)) {
    // An object with a method `then` would be taken for a promise.
    if (!isInherited(name) && name !== 'then') continue;
    const message = `${declaration.name} gives an invalid handler name: ${JSON.stringify(name)}`;
    problems.add(declaration.place, message, 'Rename the declaration.');
  }
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
  return problems.all;
}
