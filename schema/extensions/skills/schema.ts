/**
 * The Skills extension, `io.modelcontextprotocol/skills`: a server offers skills, folders of instructions for agents, whose files are
 * resources.
 *
 * These declarations extend revision 2026-07-28. The structure is that of the specification of the extension, which has no schema file; the
 * wording is our own.
 *
 * @module
 */

import type {
  CacheableResult,
  JSONRPCRequest,
  PaginatedRequest,
  PaginatedRequestParams,
  PaginatedResult,
  RequestParams,
  Resource,
} from '../../2026-07-28/schema.js';

/**
 * A file of a skill.
 *
 * @category `skills`
 */
export interface SkillResource {
  /** Its URI as a resource. */
  uri: string;

  /** The SHA-256 digest of its bytes: `sha256:` and 64 lower-case hexadecimal digits. */
  digest: string;

  /** Its size in bytes. */
  size: number;
}

/**
 * A skill.
 *
 * @category `skills`
 */
export interface Skill {
  /** The URI of its `SKILL.md`, which identifies it on its server. */
  uri: string;

  /** The complete frontmatter of its `SKILL.md`. */
  frontmatter: {
    /** Its name, which need not be unique. */
    name: string;

    /** Its description. */
    description: string;

    [key: string]: unknown;
  };

  /** All its files; `dynamic` for a skill whose content is generated when it is read, and cannot be verified. */
  resources: SkillResource[] | 'dynamic';
}

/**
 * Lists the skills of the server.
 *
 * @category `skills/list`
 */
export interface ListSkillsRequest extends PaginatedRequest {
  method: 'skills/list';
}

/**
 * A page of skills. A server need not list all its skills.
 *
 * @category `skills/list`
 */
export interface ListSkillsResult extends PaginatedResult, CacheableResult {
  /** The skills, each with all its files. */
  skills: Skill[];
}

/**
 * The params of `skills/get`.
 *
 * @category `skills/get`
 */
export interface GetSkillRequestParams extends RequestParams {
  /** The URI of the `SKILL.md` of the skill. */
  uri: string;
}

/**
 * Gets one skill, listed or not.
 *
 * @category `skills/get`
 */
export interface GetSkillRequest extends JSONRPCRequest {
  method: 'skills/get';
  params: GetSkillRequestParams;
}

/**
 * The current entry of one skill.
 *
 * @category `skills/get`
 */
export interface GetSkillResult extends CacheableResult {
  /** The skill. */
  skill: Skill;
}

/**
 * The params of `resources/directory/read`.
 *
 * @category `resources/directory/read`
 */
export interface ReadResourceDirectoryRequestParams extends PaginatedRequestParams {
  /** The URI of the directory, without a trailing slash. */
  uri: string;
}

/**
 * Lists the direct children of a directory: a resource with the media type `inode/directory`. Only for servers with the setting
 * `directoryRead`.
 *
 * @category `resources/directory/read`
 */
export interface ReadResourceDirectoryRequest extends JSONRPCRequest {
  method: 'resources/directory/read';
  params: ReadResourceDirectoryRequestParams;
}

/**
 * A page of the children of a directory.
 *
 * @category `resources/directory/read`
 */
export interface ReadResourceDirectoryResult extends PaginatedResult {
  /** The children: files, and directories. */
  resources: Resource[];
}

/**
 * The settings that servers declare with the extension.
 *
 * @category `skills`
 */
export interface SkillsExtensionCapability {
  /** Whether the server lists the children of directories. Default: false. */
  directoryRead?: boolean;
}
