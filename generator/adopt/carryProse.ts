/** Carries the prose of a schema over to the official schema that replaces it. */

import { declarationTexts } from '../read/declarationTexts.js';
import type { SourceText } from '../read/sources.js';
import { withoutProse } from './withoutProse.js';

/** The files of a schema, with the prose of another one. */
export interface Carried {
  /** In the order of the official files. */
  readonly texts: readonly string[];
  /** The declarations that were described before and differ now: somebody has to describe them again. */
  readonly changed: readonly string[];
}

/**
 * Returns the files of an official schema without their prose. Declarations that are the same in another schema have the prose of that one,
 * in whatever file. A file has the header of the one with its name, with the new name of the revision.
 *
 * @param official the schema.ts and its modules, by paths that begin with the revision
 * @param described the files of the schema with prose, by paths that begin with its revision
 */
export function carryProse(official: readonly SourceText[], described: readonly SourceText[]): Carried {
  const before = new Map(described.flatMap(({ text }) => declarationTexts(text)).map(({ name, text }) => [name, text]));
  const changed: string[] = [];
  const texts = official.map(({ file, text: whole }) => {
    const inFile: string[] = [];
    let text = withoutProse(whole);
    // From the end, so that the places of earlier declarations stay.
    for (const { name, text: own, start } of declarationTexts(text).toReversed()) {
      const was = name === '' ? undefined : before.get(name);
      if (was === undefined) continue;
      if (structureOf(was) === structureOf(own)) text = text.slice(0, start) + was + text.slice(start + own.length);
      else inFile.unshift(name);
    }
    changed.push(...inFile);
    const [revision, path] = split(file);
    const same = described.map((each) => ({ ...each, at: split(each.file) })).find(({ at }) => at[1] === path);
    const header = same && headerOf(same.text).replaceAll(same.at[0], revision);
    return header ? header + text.trimStart() : text;
  });
  return { texts, changed };
}

/** Splits a path into the revision, and the path in its folder. */
function split(file: string): readonly [string, string] {
  const end = file.indexOf('/');
  return [file.slice(0, end), file.slice(end + 1)];
}

/** Returns the comments before the first statement and its docs. */
function headerOf(text: string): string {
  const header = text.slice(0, declarationTexts(text)[0]?.start ?? 0);
  return header.trim() === '' ? '' : header;
}

/** Returns a declaration without prose and layout. */
function structureOf(text: string): string {
  const bare = withoutProse(text)
    .replaceAll(/[^\S\n]\/\/ .*$/gm, '')
    .replaceAll(/["'`]/g, "'")
    .replaceAll(/\s+/g, '');
  return bare.replaceAll(/=\|/g, '=').replaceAll(/[;,](?=[}\]])/g, '');
}
