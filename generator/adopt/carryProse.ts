/** Carries the prose of a schema over to the official schema that replaces it. */

import { groupBy } from '../collections.js';
import type { Docs, Tag } from '../model/declarations.js';
import { keywordOf, PROSE } from '../model/keywords.js';
import { commentsIn } from '../read/readDocs.js';
import { declarationTexts } from '../read/declarationTexts.js';
import { readTypeScript } from '../read/readTypeScript.js';
import type { SourceText } from '../read/sources.js';

/** The files of a schema, with the prose of another one. */
export interface Carried {
  /** In the order of the official files. */
  readonly texts: readonly string[];
  /** The declarations that were described before and differ now: somebody has to describe them again. */
  readonly changed: readonly string[];
  /** The declarations that were described before and are no longer there. */
  readonly gone: readonly string[];
}

/**
 * Returns the files of an official schema without their prose. Declarations that are the same in another schema have the text of that one,
 * in whatever file. A file has the header of the one with its name, with the new name of the revision.
 *
 * @param official the schema.ts, then its modules, by paths that begin with the revision
 * @param described the files of the schema with prose, in the same order, by paths that begin with its revision
 * @throws {SchemaProblems} if one of them cannot be read
 */
export function carryProse(official: readonly SourceText[], described: readonly SourceText[]): Carried {
  const [now, then] = [structuresOf(official), structuresOf(described)];
  const before = textsByName(described);
  const bare = official.map(({ file, text }) => ({ file, text: withoutProse(text) }));
  const own = textsByName(bare);
  const changed: string[] = [];
  const texts = bare.map(({ file, text: whole }) => {
    const inFile: string[] = [];
    let text = whole;
    // From the end, so that the places of earlier declarations stay.
    for (const { names, text: replaced, start } of declarationTexts(text).toReversed()) {
      const [was, ...others] = before.get(names.join()) ?? [];
      if (was === undefined) continue;
      // An interface in several parts is the same as a whole, but its parts may be others.
      const isWhole = others.length === 0 && own.get(names.join())?.length === 1;
      const isSame = names.every((name) => now.has(name) && now.get(name) === then.get(name));
      if (isWhole && isSame) text = text.slice(0, start) + was + text.slice(start + replaced.length);
      else inFile.unshift(...names);
    }
    changed.push(...inFile);
    const [revision, path] = split(file);
    const same = described.map((each) => ({ ...each, at: split(each.file) })).find(({ at }) => at[1] === path);
    const header = same && headerOf(same.text).replaceAll(same.at[0], revision);
    return header === undefined ? text : header + text.trimStart();
  });
  return { texts, changed: [...new Set(changed)], gone: [...then.keys()].filter((name) => !now.has(name)) };
}

/** Returns the texts of the declarations by their names. */
function textsByName(files: readonly SourceText[]): ReadonlyMap<string, readonly string[]> {
  const named = files.flatMap(({ text }) => declarationTexts(text)).filter(({ names }) => names.length > 0);
  const groups = groupBy(named, ({ names }) => names.join());
  return new Map([...groups].map(([names, group]) => [names, group.map(({ text }) => text)]));
}

/** Returns each declaration as a string, without places and prose. */
function structuresOf([schema, ...modules]: readonly SourceText[]): ReadonlyMap<string, string> {
  const declarations = schema ? readTypeScript(schema.text, schema.file, { modules }) : [];
  return new Map(declarations.map((each) => [each.name, JSON.stringify(each, withoutPlaceAndProse)]));
}

function withoutPlaceAndProse(key: string, value: unknown): unknown {
  if (key === 'place') return undefined;
  return key === 'docs' ? (value as Docs).tags.flatMap((tag) => tagWithoutProse(tag) ?? []).sort() : value;
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

/** Tags that no JSON Schema keyword follows from, and that tools read. */
const READ_BY_TOOLS: ReadonlySet<string> = new Set(['nullable', 'internal']);

/** Replaces each doc comment with its tags. Removes doc comments without tags, and all other comments. */
export function withoutProse(text: string): string {
  const withoutDocs = text.replaceAll(/^([ \t]*)\/\*\*[^]*?\*\/[ \t]*\r?\n/gm, (comment: string, indent: string) => {
    const lines = comment.split('\n').map((line) =>
      line
        .replace(/^\s*(\/\*\*|\*\/|\*)?\s?/, '')
        .replace(/\*\/\s*$/, '')
        .trim(),
    );
    const tags = lines.flatMap((line) => tagWithoutProse(tagIn(line)) ?? []);
    return tags.length === 0 ? '' : `${indent}/** ${tags.join(`\n${indent} * `)} */\n`;
  });
  return withoutOtherComments(withoutDocs);
}

/** Removes the comments that are not doc comments, with the white space before them, and their lines if nothing else is in these. */
function withoutOtherComments(text: string): string {
  let kept = '';
  let from = 0;
  for (const { position, text: comment } of commentsIn(text).filter((each) => !each.text.startsWith('/**'))) {
    kept += text.slice(from, position).replace(/(?<![ \t])[ \t]+$/, '');
    from = position + comment.length;
    const restOfLine = /^[ \t]*\r?\n/.exec(text.slice(from, text.indexOf('\n', from) + 1))?.[0] ?? '';
    if (kept === '' || kept.endsWith('\n')) from += restOfLine.length;
  }
  return kept + text.slice(from);
}

function tagIn(line: string): Tag {
  const [tag = '', name = ''] = /^@([\w-]+)/.exec(line) ?? [];
  return { name, text: line.slice(tag.length).trim() };
}

/** Returns what a tag states for tools, or undefined if it is only prose. */
function tagWithoutProse(tag: Tag): string | undefined {
  if (tag.name === 'deprecated') return '@deprecated';
  const keyword = keywordOf(tag);
  const isKept = READ_BY_TOOLS.has(tag.name) || (keyword !== undefined && !PROSE.has(keyword));
  return isKept ? `@${tag.name} ${tag.text}`.trim() : undefined;
}
