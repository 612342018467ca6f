/** Checks that no declaration of the schema is called like something that is generated beside it. */

import type { Protocol } from '../model/protocol.js';
import { ProblemList } from '../problems.js';
import { sendCheckName } from './sending.js';
import { guardName } from './validators.js';

/** What every revision's index exports, whatever its schema says. */
const FIXED = ['client', 'server', 'revision'].concat(
  ['Client', 'Server'].flatMap((side) =>
    ['Requests', 'Notifications', 'Context', 'Handlers', 'Skeleton', 'Stub'].map((suffix) => side + suffix),
  ),
);

/** @throws {SchemaProblems} naming every declaration that collides with a generated name. */
export function checkExports({ definitions, requests, notifications }: Protocol): void {
  const generated = new Map(FIXED.map((name) => [name, 'a name that every revision has']));
  for (const { name } of definitions.types) {
    generated.set(guardName(name), `the guard of ${name}`);
    generated.set(sendCheckName(name), `the check of ${name}`);
  }
  for (const { declaration } of [...requests, ...notifications]) {
    generated.set(`${declaration.name}Message`, `the message class of ${declaration.name}`);
  }
  const problems = new ProblemList();
  for (const { name, place } of definitions.all) {
    const meaning = generated.get(name);
    if (meaning !== undefined) problems.add(place, `${name} is also ${meaning}`, 'Rename the declaration.');
  }
  problems.throwIfAny();
}
