/** Reads a folder of skills. Only on Node. */

import type { Skill } from '@mcp-gen/protocol/extensions/skills';
import { builtin } from '../builtin.js';
import { frontmatterOf, type YamlParser } from './frontmatter.js';
import { findFault, MAX_BYTES, MAX_FILES, SKILL_FILE, SKILL_SCHEME } from './skill.js';

/** A file of a skill. */
export interface ReadFile {
  readonly uri: string;
  /** Its path in the skill, with slashes. */
  readonly path: string;
  /** Its content: a string if it is UTF-8. */
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** A skill with its files. */
export interface ReadSkill {
  readonly skill: Skill;
  readonly files: readonly ReadFile[];
}

/** A file before it has a URI. */
interface FoundFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Returns the skills in a folder: each subfolder with a `SKILL.md`, by name.
 *
 * @param prefix the segments of their URIs before the name
 * @param parse parses YAML. Default: a parser for a simple subset
 * @throws {Error} if a skill is invalid, or the folder cannot be read.
 */
export function readSkills(
  folder: string,
  prefix: string | undefined,
  parse: YamlParser | undefined,
): readonly ReadSkill[] {
  return foldersIn(folder).map(([name, files]) => {
    const root = `${SKILL_SCHEME}${prefix === undefined ? '' : `${prefix}/`}${name}/`;
    try {
      return skillOf(root, files, parse);
    } catch (cause) {
      throw new Error(`Invalid skill ${name}: ${(cause as Error).message}`, { cause });
    }
  });
}

/** @throws {Error} if the skill is invalid. */
function skillOf(root: string, found: readonly FoundFile[], parse: YamlParser | undefined): ReadSkill {
  const main = found.find(({ path }) => path === SKILL_FILE);
  if (main === undefined) throw new Error(`${SKILL_FILE} is not a file; links are not followed`);
  const text = textOf(main.bytes);
  if (text === undefined) throw new Error(`${SKILL_FILE} is not UTF-8`);
  const uriOf = (path: string): string => `${root}${path.split('/').map(encodeURIComponent).join('/')}`;
  const { createHash } = builtin('node:crypto');
  const skill = {
    uri: `${root}${SKILL_FILE}`,
    frontmatter: frontmatterOf(text, parse),
    resources: found.map(({ path, bytes }) => ({
      uri: uriOf(path),
      digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
      size: bytes.length,
    })),
  };
  const fault = findFault(skill);
  if (fault !== undefined) throw new Error(fault);
  const files = found.map(({ path, bytes }) => ({ path, uri: uriOf(path), content: textOf(bytes) ?? bytes }));
  return { skill, files };
}

/** Returns the text of a file; undefined if it is not UTF-8. A byte order mark is kept, so that the text encodes to the same bytes. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads the subfolders that have a `SKILL.md`. */
function foldersIn(folder: string): readonly (readonly [name: string, files: readonly FoundFile[]])[] {
  const { readdirSync } = builtin('node:fs');
  const path = builtin('node:path');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => readdirSync(path.join(folder, name)).includes(SKILL_FILE))
    .toSorted()
    .map((name) => [name, filesIn(path.join(folder, name))]);
}

/** @throws {Error} if they are more, or larger, than every client supports. */
function filesIn(folder: string): readonly FoundFile[] {
  const { readdirSync, readFileSync } = builtin('node:fs');
  const path = builtin('node:path');
  const files: FoundFile[] = [];
  let size = 0;
  const collect = (at: string, within: string): void => {
    const entries = readdirSync(at, { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const own = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) collect(path.join(at, entry.name), own);
      else if (entry.isFile()) {
        const bytes = new Uint8Array(readFileSync(path.join(at, entry.name)));
        size += bytes.length;
        files.push({ path: own, bytes });
      }
      if (files.length > MAX_FILES || size > MAX_BYTES) {
        throw new Error(
          `${at} is too large for a skill: at most ${MAX_FILES} files and ${MAX_BYTES} bytes are allowed`,
        );
      }
    }
  };
  collect(folder, '');
  return files;
}
