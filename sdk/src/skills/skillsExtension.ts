/** The extension Skills: its messages, and its code for each side. */

import { checkOptions, withDefaults } from '@mcp-gen/runtime/options';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { client, server } from '@mcp-gen/protocol/extensions/skills';
import { identifier } from '@mcp-gen/protocol/extensions/skills/identifier';
import * as SkillMethod from '@mcp-gen/protocol/extensions/skills/methods';
import { defineExtension } from '../extension/defineExtension.js';
import { serverSkills } from './serverSkills.js';
import { SkillsClient } from './skillsClient.js';
import { SKILLS_OPTIONS, type SkillsOptions } from './skillsOptions.js';

/** Clients check the skills of a page one by one, so that an invalid one does not hide the others. */
const messages = {
  client,
  server: {
    ...server,
    requests: {
      ...server.requests,
      [SkillMethod.skillsList]: { ...server.requests[SkillMethod.skillsList], result: isPage },
    },
  },
};

function isPage(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.skills)) return false;
  return value.nextCursor === undefined || typeof value.nextCursor === 'string';
}

/**
 * Creates the extension Skills, to register with `new Server(info, { extensions: [skills({ folder })] })` or
 * `connect(target, { extensions: [skills()] })`.
 *
 * **In servers**, each subfolder of `folder` with a `SKILL.md` is a skill. Its files are read once, by this call, and become resources:
 * `skill://<name>/SKILL.md`. Links are not followed, and files whose names begin with a dot are left out. A folder without skills adds
 * nothing, and the extension is not declared. `server.extension(skills)` has the skills. Only on Node.
 *
 * **In clients**, `client.extension(skills)` reads skills, and verifies them: {@link SkillsClient}. It is undefined if the server has not
 * declared the extension.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 * import { skills } from '@mcp-gen/sdk/skills';
 *
 * const server = new Server({ name: 'billing', version: '1.0.0' }, { extensions: [skills({ folder: 'skills' })] });
 * console.error(`Serving ${server.extension(skills).length} skills`);
 * server.serve();
 * ```
 * @throws {TypeError} if an option is invalid.
 * @throws {Error} if a skill is invalid, or the folder cannot be read.
 */
export const skills = defineExtension(
  { id: identifier, messages, requires: { serverCapabilities: ['resources'] } },
  (options: SkillsOptions = {}) => {
    checkOptions('skills', options, SKILLS_OPTIONS);
    const all = withDefaults<SkillsOptions>(options, SKILLS_OPTIONS);
    return {
      server: serverSkills(all),
      client: { setup: (connected, extension) => new SkillsClient(connected, extension, all) },
    };
  },
);
