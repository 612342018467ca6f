/** The frontmatter of a `SKILL.md`: YAML between two lines of three hyphens. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Skill } from './skill.js';
import { parseYaml } from './yaml.js';

/** Reads YAML. */
export type YamlParser = (text: string) => unknown;

/** Characters of frontmatter. */
const MOST_CHARACTERS = 64 * 1024;

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;

/**
 * Returns the frontmatter of a `SKILL.md`.
 *
 * @throws {Error} if there is none, it cannot be read, or it has no name or description.
 */
export function frontmatterOf(text: string, parse: YamlParser = parseYaml): Skill['frontmatter'] {
  const [, yaml] = FRONTMATTER.exec(text) ?? [];
  if (yaml !== undefined && yaml.length > MOST_CHARACTERS) {
    throw new Error(`Its frontmatter has more than ${MOST_CHARACTERS} characters`);
  }
  if (yaml === undefined) throw new Error('It has no frontmatter: it must begin with a line of three hyphens');
  // What JSON does not have, such as a date, becomes what JSON makes of it.
  const value = JSON.parse(JSON.stringify(parse(yaml) ?? null)) as unknown;
  if (!isObject(value)) throw new Error('Its frontmatter is not a mapping');
  const { name, description } = value;
  if (typeof name !== 'string' || typeof description !== 'string' || description === '') {
    throw new Error('Its frontmatter needs name and description, which are strings');
  }
  return value as Skill['frontmatter'];
}
