/** Checks the names of a schema: every name that is used is declared exactly once. Targets check the rules of their languages. */

import { reach } from '../collections.js';
import type { ProblemList } from '../problems.js';
import type { Declaration, Property, TypeNode } from './declarations.js';
import { typesIn, walkType } from './definitions.js';
import { isDeclarationName } from './names.js';

/** Adds a problem for every name that is declared twice, not declared, of the wrong kind, or not a name. */
export function checkNames(declarations: readonly Declaration[], problems: ProblemList): void {
  const byName = new Map<string, Declaration>();
  for (const declaration of declarations) {
    const { name, place } = declaration;
    const first = byName.get(name);
    if (first) {
      const where = first.place.file === place.file ? '' : ` of ${first.place.file}`;
      const message = `${name} is declared twice, first in line ${first.place.line}${where}`;
      problems.add(place, message, 'Keep one, or rename one.');
    } else if (!isDeclarationName(name)) {
      const remedy = 'Use letters, digits, "_", and "$", and no digit first.';
      problems.add(place, `${JSON.stringify(name)} is not the name of a declaration`, remedy);
    }
    byName.set(name, first ?? declaration);
  }
  for (const declaration of declarations) {
    if (declaration.kind === 'constant') continue;
    for (const type of typesIn(declaration)) walkType(type, (part) => checkType(part, byName, problems));
    if (declaration.kind === 'alias') checkAliasCycle(declaration.name, byName, problems);
    else checkInterface(declaration, byName, problems);
  }
}

function checkType(type: TypeNode, byName: ReadonlyMap<string, Declaration>, problems: ProblemList): void {
  if (type.kind === 'reference') {
    const found = byName.get(type.name);
    if (!found)
      problems.add(type.place, `${type.name} is not declared`, 'Declare it in this file, or correct the name.');
    else if (found.kind === 'constant') {
      problems.add(type.place, `${type.name} is a constant, not a type`, `Write "typeof ${type.name}".`);
    }
  } else if (type.kind === 'typeof' && byName.get(type.name)?.kind !== 'constant') {
    problems.add(type.place, `${type.name} is not a constant`, 'Declare it with "export const", or correct the name.');
  } else if (type.kind === 'object') {
    checkProperties(type.properties, problems);
  }
}

function checkProperties(properties: readonly Property[], problems: ProblemList): void {
  const seen = new Set<string>();
  for (const { name, place } of properties) {
    if (seen.has(name)) problems.add(place, `The property ${name} is declared twice`, 'Keep one.');
    seen.add(name);
  }
}

function checkInterface(
  declaration: Declaration & { kind: 'interface' },
  byName: ReadonlyMap<string, Declaration>,
  problems: ProblemList,
): void {
  checkProperties(declaration.properties, problems);
  for (const { name, place } of declaration.bases) {
    const base = byName.get(name);
    if (!base || base.kind === 'constant') {
      problems.add(
        place,
        `${declaration.name} extends ${name}, which is not a declared type`,
        'Declare it in this file.',
      );
    } else if (!isObjectLike(base, byName)) {
      problems.add(
        place,
        `${declaration.name} extends ${name}, which is not an object`,
        'Extend interfaces and object types.',
      );
    } else if (reachedFrom([name], byName).has(declaration.name)) {
      problems.add(place, `${declaration.name} extends itself through ${name}`, 'Remove the cycle.');
    }
  }
}

/** Returns whether a base has properties: an interface, an object type, a record, or an alias of one of these. */
function isObjectLike(base: Declaration, byName: ReadonlyMap<string, Declaration>): boolean {
  const seen = new Set<Declaration>();
  let current: Declaration | undefined = base;
  while (current?.kind === 'alias' && current.type.kind === 'reference' && !seen.has(current)) {
    seen.add(current);
    current = byName.get(current.type.name);
  }
  if (current?.kind !== 'alias') return current?.kind === 'interface';
  return current.type.kind === 'object' || current.type.kind === 'record' || seen.has(current);
}

/** Follows bases and aliases of names. */
function reachedFrom(names: readonly string[], byName: ReadonlyMap<string, Declaration>): ReadonlySet<string> {
  return reach(names, (name) => nextNames(byName.get(name)));
}

function nextNames(declaration: Declaration | undefined): readonly string[] {
  if (declaration?.kind === 'interface') return declaration.bases.map(({ name }) => name);
  return declaration?.kind === 'alias' ? namesIn(declaration.type) : [];
}

/** Returns the names that a type consists of, as itself or as members of a union. Names inside objects and arrays are excluded. */
function namesIn(type: TypeNode): readonly string[] {
  if (type.kind === 'union' || type.kind === 'intersection') return type.members.flatMap(namesIn);
  return type.kind === 'reference' ? [type.name] : [];
}

const IN_PLACE = 'A type may refer to itself only in a property or an array. Remove the reference, or move it there.';

/** Checks that an alias does not refer to itself outside of objects and arrays. */
function checkAliasCycle(name: string, byName: ReadonlyMap<string, Declaration>, problems: ProblemList): void {
  const alias = byName.get(name);
  if (!alias) return;
  const next = nextNames(alias).filter((other) => byName.get(other)?.kind === 'alias');
  if (reachedFrom(next, byName).has(name)) {
    problems.add(alias.place, `${name} refers to itself`, IN_PLACE);
  }
}
