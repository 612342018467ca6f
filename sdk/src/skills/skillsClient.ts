/** Clients of servers with skills. Files are read on demand, and only verified content is returned. */

import { brandError, type RequestOptions } from '@mcp-gen/runtime';
import { type PageParams, pages } from '@mcp-gen/runtime/client';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { isSkill, type ClientRequests, type Skill } from '@mcp-gen/protocol/extensions/skills';
import * as SkillMethod from '@mcp-gen/protocol/extensions/skills/methods';
import { LIST_OPTIONS, requestOptions, type ListOptions } from '../client/callOptions.js';
import type { Client } from '../client/client.js';
import type { ExtensionPeer } from '../client/extensionPeer.js';
import { plainLine } from '../guard/plain.js';
import { sanitizeText } from '../guard/sanitize.js';
import { frontmatterOf } from './frontmatter.js';
import { digestOf, directoryOf, findFault, MAX_BYTES } from './skill.js';
import type { SkillsOptions } from './skillsOptions.js';

/** A skill or one of its files does not match its entry. It must not be used. */
export class SkillVerificationError extends Error {
  override readonly name = 'SkillVerificationError';
  /** The error code of this class. */
  readonly code = 'SKILL_VERIFICATION';

  static {
    brandError(this, 'SkillVerificationError');
  }

  /** The URI of the skill. */
  readonly uri: string;

  /** @internal */
  constructor(uri: string, why: string, options?: ErrorOptions) {
    super(plainLine(`The skill ${uri} cannot be used: ${why}`, 1_000), options);
    this.uri = uri;
  }
}

/** Limits of the list of skills that differ from those of other lists. */
const LIMITS = { itemLimit: 10_000 };

/** A skill that cannot be used. */
export interface RefusedSkill {
  /** Its URI, without control and invisible characters. */
  readonly uri: string;
  /** The reason. */
  readonly reason: string;
}

/** The listed skills of a server. A server need not list all its skills. */
export interface ListedSkills {
  /** The usable skills. */
  readonly skills: readonly Skill[];
  /** The unusable skills, with reasons. */
  readonly refused: readonly RefusedSkill[];
}

/**
 * Reads the skills of a server (extension Skills). Their content is untrusted: show it to a person before a model acts on it. A matching
 * digest means that entry and content agree, not that they can be trusted.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-gen/sdk/client';
 * import { skills } from '@mcp-gen/sdk/skills';
 *
 * await using client = await connect('npx -y @modelcontextprotocol/server-everything', { extensions: [skills()] });
 * const own = client.extension(skills);
 * const [first] = (await own?.list())?.skills ?? [];
 * if (first !== undefined) console.log(await own?.load(first));
 * ```
 */
export class SkillsClient {
  readonly #client: Client;
  readonly #extension: ExtensionPeer<ClientRequests, object>;
  readonly #options: SkillsOptions;

  /** @internal */
  constructor(client: Client, extension: ExtensionPeer<ClientRequests, object>, options: SkillsOptions) {
    this.#client = client;
    this.#extension = extension;
    this.#options = options;
  }

  /**
   * Reads the list of skills, but not their files. Rejects with the errors of the methods of a client.
   *
   * @param given `itemLimit` is 10,000 skills by default
   * @throws {PaginationError} if the list has a cycle, or exceeds a limit.
   */
  async list(given: ListOptions = {}): Promise<ListedSkills> {
    const skills: Skill[] = [];
    const refused: RefusedSkill[] = [];
    const checked = requestOptions(SkillMethod.skillsList, given, LIST_OPTIONS);
    const { limit, itemLimit, sizeLimit, listTimeout, ...options } = checked;
    const limits = { ...LIMITS, limit, sizeLimit, listTimeout, ...(itemLimit !== undefined && { itemLimit }) };
    const read = (params: PageParams) => this.#extension.request(SkillMethod.skillsList, params, options);
    for await (const page of pages(read, {}, limits)) {
      for (const entry of page.skills) {
        const reason = this.#faultOf(entry);
        if (reason === undefined) skills.push(entry);
        else {
          const uri = String((entry as { readonly uri?: unknown }).uri);
          refused.push({ uri: sanitizeText(uri), reason: sanitizeText(reason) });
        }
      }
    }
    return { skills, refused };
  }

  /**
   * Reads the current entry of one skill, but not its files.
   *
   * @throws {JsonRpcError} if the server does not have the skill (-32602).
   * @throws {SkillVerificationError} if the entry is invalid.
   */
  async get(uri: string, options: RequestOptions = {}): Promise<Skill> {
    const { skill } = await this.#extension.request(SkillMethod.skillsGet, { uri }, options);
    const fault = skill.uri === uri ? this.#faultOf(skill) : `the server returned ${skill.uri}`;
    if (fault !== undefined) throw new SkillVerificationError(uri, fault);
    return skill;
  }

  /**
   * Reads the `SKILL.md` of a skill, and verifies it: size, digest, and frontmatter.
   *
   * @throws {SkillVerificationError} if it does not match the entry. Get the skill again: it may have changed.
   */
  async load(skill: Skill, options: RequestOptions = {}): Promise<string> {
    const { parseYaml } = this.#options;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await this.#read(skill, skill.uri, options));
    let frontmatter: unknown;
    try {
      frontmatter = frontmatterOf(text, parseYaml);
    } catch (cause) {
      throw new SkillVerificationError(skill.uri, (cause as Error).message, { cause });
    }
    if (areEqual(frontmatter, skill.frontmatter)) return text;
    throw new SkillVerificationError(skill.uri, 'its frontmatter does not match the entry');
  }

  /**
   * Reads a file of a skill, and verifies its size and digest.
   *
   * @param path relative to the directory of the skill: `references/forms.md`
   * @throws {SkillVerificationError} if the skill does not have it, or it does not match the entry.
   */
  async read(skill: Skill, path: string, options: RequestOptions = {}): Promise<Uint8Array> {
    const segments = path.split('/');
    if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
      throw new SkillVerificationError(skill.uri, `${JSON.stringify(path)} is not a path in the skill`);
    }
    return this.#read(skill, `${directoryOf(skill.uri)}${segments.map(encodeURIComponent).join('/')}`, options);
  }

  async #read({ uri: skill, resources }: Skill, uri: string, options: RequestOptions): Promise<Uint8Array> {
    const file = resources === 'dynamic' ? undefined : resources.find((each) => each.uri === uri);
    if (file === undefined && resources !== 'dynamic') {
      throw new SkillVerificationError(skill, `${uri} is not one of its files`);
    }
    const { contents } = await this.#client.readResource(uri, options);
    const [content] = contents;
    if (content === undefined || contents.length > 1) {
      throw new SkillVerificationError(skill, `${uri} has ${contents.length} contents instead of one`);
    }
    const bytes = 'blob' in content ? bytesOf(content.blob) : new TextEncoder().encode(content.text);
    const most = file?.size ?? MAX_BYTES;
    if (bytes.length > most || (file !== undefined && bytes.length !== most)) {
      throw new SkillVerificationError(skill, `${uri} has ${bytes.length} bytes instead of ${most}`);
    }
    if (file !== undefined && (await digestOf(bytes)) !== file.digest) {
      throw new SkillVerificationError(skill, `the digest of ${uri} does not match`);
    }
    return bytes;
  }

  #faultOf(entry: unknown): string | undefined {
    if (!isSkill(entry)) return 'it is not a skill: uri, frontmatter, or resources are missing or of the wrong type';
    if (entry.resources === 'dynamic' && this.#options.dynamic !== true) {
      return 'its content is dynamic and cannot be verified';
    }
    return findFault(entry);
  }
}

function bytesOf(blob: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(blob), (character) => character.charCodeAt(0));
}

/** Compares JSON values, ignoring the order of keys. */
function areEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, at) => areEqual(item, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && areEqual(one[key], other[key]))
  );
}
