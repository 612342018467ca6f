/** The options of the extension Skills. */

import { duration, FLAG, FUNCTION, matching, repeating, STRING, type OptionTable } from '@mcp-gen/runtime/options';
import type { YamlParser } from './frontmatter.js';

/** Options of `skills`. */
export interface SkillsOptions {
  /** In servers: the folder whose subfolders are skills. Required there. */
  readonly folder?: string | undefined;
  /** In servers: segments of the URIs before the name of each skill: `acme/billing`. Default: none. */
  readonly prefix?: string | undefined;
  /** In servers: milliseconds for which clients may cache an entry. Default 0. */
  readonly ttl?: number | undefined;
  /** In clients: whether to accept skills whose content cannot be verified. Default false. */
  readonly dynamic?: boolean | undefined;
  /** Parses the YAML of frontmatter. Default: a parser for a simple subset of YAML. */
  readonly parseYaml?: YamlParser | undefined;
}

export const SKILLS_OPTIONS: OptionTable<SkillsOptions> = {
  folder: STRING,
  prefix: repeating(matching('segments of a URI', /^[\w.~-]+(?:\/[\w.~-]+)*$/)),
  ttl: duration(0),
  dynamic: FLAG,
  parseYaml: FUNCTION,
};
