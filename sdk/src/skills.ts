/**
 * Skills: servers of folders with a `SKILL.md`, and clients that verify what they read (extension `io.modelcontextprotocol/skills`).
 *
 * @module
 */

export { serveSkills, type ServeSkillsOptions } from './skills/serve.js';
export {
  type ListedSkills,
  type RefusedSkill,
  SkillsClient,
  type SkillsClientOptions,
  SkillVerificationError,
} from './skills/skillsClient.js';
export type { YamlParser } from './skills/frontmatter.js';
export type { Skill, SkillFile } from './skills/skill.js';
