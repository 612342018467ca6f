/** Finds functions that are equal in several revisions, and the folder of each function. */

import { numberAlike, type Statement } from '../../analyze/fingerprint.js';
import { groupBy } from '../../collections.js';
import { textWithout, type Declaration } from '../../model/declarations.js';
import { namesIn, type Definitions } from '../../model/definitions.js';
import type { Code } from '../../print/code.js';
import { sharedFolder } from './folders.js';
import { FUNCTION_MODULES, type FunctionModule, type RevisionFunctions } from './functions.js';

/**
 * Returns the folder of a function: that of its revision, or, if other revisions have an equal function, `shared/since-2024-11-05`, named
 * after the oldest of them. In a shared folder, every name has the meaning that it has in that revision.
 */
export type FolderOf = (revision: string, module: FunctionModule, name: string) => string;

/** Compares functions by their code, the code of all functions that they call, and the types that they refer to. */
export function shareFunctions(revisions: readonly RevisionFunctions[]): FolderOf {
  const statements = new Map<string, Statement<string>>();
  const revisionOf = new Map<string, string>();
  for (const { protocol, modules } of revisions) {
    const { revision, definitions } = protocol;
    for (const declaration of definitions.all) {
      statements.set(key(revision, './types.js', declaration.name), typeStatement(declaration, definitions, revision));
    }
    for (const module of FUNCTION_MODULES) {
      for (const { name, code } of modules[module]) {
        statements.set(functionKey(revision, module, name), functionStatement(code, revision));
        revisionOf.set(functionKey(revision, module, name), revision);
      }
    }
  }
  const numbers = numberAlike(statements);
  const folders = new Map<string, string>();
  for (const group of groupBy(revisionOf, ([function_]) => numbers.get(function_)).values()) {
    for (const [each, revision] of group) {
      folders.set(each, group.length > 1 ? sharedFolder(group[0]?.[1] ?? revision) : revision);
    }
  }
  return (revision, module, name) => folders.get(functionKey(revision, module, name)) ?? revision;
}

function functionKey(revision: string, module: FunctionModule, name: string): string {
  return key(revision, `./${module}.js`, name);
}

function key(revision: string, from: string, name: string): string {
  return JSON.stringify([revision, from, name]);
}

function functionStatement({ text, imports }: Code, revision: string): Statement<string> {
  return {
    text,
    references: imports.map(({ name, from }) => (from.startsWith('.') ? key(revision, from, name) : name)),
  };
}

/** Returns a type as a string. Inherited properties are included; prose and constraints for senders are ignored. */
function typeStatement(declaration: Declaration, definitions: Definitions, revision: string): Statement<string> {
  if (declaration.kind === 'constant') return { text: JSON.stringify(declaration.value), references: [] };
  const properties = declaration.kind === 'interface' ? definitions.propertiesOf(declaration) : [];
  const type = declaration.kind === 'interface' ? declaration.index : declaration.type;
  const text = textWithout(['place', 'docs', 'constraints'], { kind: declaration.kind, properties, type });
  const types = [...properties.map((property) => property.type), ...(type ? [type] : [])];
  return { text, references: types.flatMap(namesIn).map((name) => key(revision, './types.js', name)) };
}
