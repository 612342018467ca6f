/** The frontmatter of a `SKILL.md`: YAML between two lines of three hyphens. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Skill } from '@mcp-gen/protocol/extensions/skills';
import { parseYaml } from './yaml.js';

/** Parses YAML. */
export type YamlParser = (text: string) => unknown;

/** Maximum characters of frontmatter. */
const MAX_CHARACTERS = 64 * 1024;

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;

/**
 * Returns the frontmatter of a `SKILL.md`.
 *
 * @throws {Error} if it is missing or invalid, or lacks a name or description.
 */
export function frontmatterOf(text: string, parse: YamlParser = parseYaml): Skill['frontmatter'] {
  const [, yaml] = FRONTMATTER.exec(text) ?? [];
  if (yaml !== undefined && yaml.length > MAX_CHARACTERS) {
    throw new Error(`Its frontmatter has more than ${MAX_CHARACTERS} characters`);
  }
  if (yaml === undefined) throw new Error('Missing frontmatter: the file must begin with a line of three hyphens');
  // Values that JSON does not have, such as dates, are converted by JSON.stringify.
  const value = JSON.parse(JSON.stringify(parse(yaml) ?? null)) as unknown;
  if (!isObject(value)) throw new Error('Its frontmatter is not a mapping');
  const { name, description } = value;
  if (typeof name !== 'string' || typeof description !== 'string' || description === '') {
    throw new Error('Its frontmatter must have name and description as strings');
  }
  return value as Skill['frontmatter'];
}
