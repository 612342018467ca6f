/** Carries the prose of a schema over to the official schema that replaces it. */

import { ts } from 'ts-morph';
import { withoutProse } from './withoutProse.js';

/** A schema with the prose of another one. */
export interface Carried {
  readonly text: string;
  /** The declarations that were described before and differ now: somebody has to describe them again. */
  readonly changed: readonly string[];
}

/**
 * Returns an official schema without its prose. Declarations that are the same in another schema have the prose of that one.
 *
 * @param official the text of the official schema
 * @param described the text of the schema with prose
 */
export function carryProse(official: string, described: string): Carried {
  const before = new Map(declarationsIn(described).map(({ name, text }) => [name, text]));
  const changed: string[] = [];
  let text = withoutProse(official);
  // From the end, so that the places of earlier declarations stay.
  for (const { name, text: own, start } of declarationsIn(text).toReversed()) {
    const was = before.get(name);
    if (was === undefined) continue;
    if (structureOf(was) === structureOf(own)) text = text.slice(0, start) + was + text.slice(start + own.length);
    else changed.unshift(name);
  }
  return { text, changed };
}

interface Declared {
  readonly name: string;
  /** With its doc comments. */
  readonly text: string;
  readonly start: number;
}

function declarationsIn(text: string): readonly Declared[] {
  const file = ts.createSourceFile('schema.ts', text, ts.ScriptTarget.Latest, true);
  return file.statements.map((statement) => {
    const [docs] = ts.getJSDocCommentsAndTags(statement);
    const start = docs?.getStart(file) ?? statement.getStart(file);
    const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
    const name = named && ts.getNameOfDeclaration(named as ts.Declaration)?.getText(file);
    return { name: name ?? '', text: text.slice(start, statement.end), start };
  });
}

/** Returns a declaration without prose and layout. */
function structureOf(text: string): string {
  const bare = withoutProse(text)
    .replaceAll(/[^\S\n]\/\/ .*$/gm, '')
    .replaceAll(/["'`]/g, "'")
    .replaceAll(/\s+/g, '');
  return bare.replaceAll(/=\|/g, '=').replaceAll(/[;,](?=[}\]])/g, '');
}
