/**
 * Skills: servers of folders with a `SKILL.md`, and clients that verify what they read (extension `io.modelcontextprotocol/skills`).
 *
 * @module
 */

export { skills } from './skills/skillsExtension.js';
export type { SkillsOptions } from './skills/skillsOptions.js';
export {
  type ListedSkills,
  type RefusedSkill,
  type SkillsClient,
  SkillVerificationError,
} from './skills/skillsClient.js';
export type { YamlParser } from './skills/frontmatter.js';
export type { Skill, SkillResource } from '@mcp-gen/protocol/extensions/skills';
