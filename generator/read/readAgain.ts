/** Remembers what was read: `adopt` reads a schema again where it wrote it, and `--watch` reads all schemas when one has changed. */

import { dirname, relative } from 'node:path';
import type { Declaration } from '../model/declarations.js';
import type { SchemaSource } from './sources.js';

/** A schema that was read. */
interface CachedSchema {
  readonly files: readonly string[];
  readonly declarations: readonly Declaration[];
}

/** The number of schemas that are remembered: all revisions, and a draft. */
const LIMIT = 8;

/** By their texts, the oldest first. */
const cache = new Map<string, CachedSchema>();

/** Returns the declarations of a schema: those that were read from the same texts before, at their places in the files now. */
export function readAgain(source: SchemaSource, read: () => readonly Declaration[]): readonly Declaration[] {
  const { file, text, modules = [] } = source;
  const paths = modules.map((each) => relative(dirname(file), each.file));
  const key = JSON.stringify([text, modules.map((each, index) => [paths[index], each.text])]);
  const files = [file, ...modules.map((each) => each.file)];
  const found = cache.get(key);
  cache.delete(key);
  const declarations = found ? movedTo(files, found) : read();
  cache.set(key, { files, declarations });
  for (const oldest of cache.keys()) if (cache.size > LIMIT) cache.delete(oldest);
  return declarations;
}

function movedTo(files: readonly string[], { files: before, declarations }: CachedSchema): readonly Declaration[] {
  if (before.every((file, index) => file === files[index])) return declarations;
  return withFiles(declarations, new Map(before.map((file, index) => [file, files[index] ?? file])));
}

/** Returns data with other names of files in its places. */
function withFiles<Data>(data: Data, files: ReadonlyMap<string, string>): Data;
function withFiles(data: unknown, files: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(data)) return data.map((each: unknown) => withFiles(each, files));
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([name, value]: [string, unknown]) => [
    name,
    name === 'file' ? (files.get(String(value)) ?? value) : withFiles(value, files),
  ]);
  return Object.fromEntries(entries) as unknown;
}
