/** Clients of servers with skills. Nothing is fetched before it is asked for, and nothing is handed out that was not verified. */

import { pages, type PageParams, type RequestOptions } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { LIST_OPTIONS, requestOptions, type ListOptions } from '../client/callOptions.js';
import type { Client } from '../client/client.js';
import { checkOptions, type OptionNames } from '../options.js';
import { frontmatterOf, type YamlParser } from './frontmatter.js';
import { SkillVerificationError } from './errors.js';
import { digestOf, directoryOf, findFault, MOST_BYTES, SKILLS_EXTENSION, type Skill } from './skill.js';

/** Options of {@link SkillsClient}. */
export interface SkillsClientOptions {
  /** Whether skills are taken whose content cannot be verified. Default false. */
  readonly dynamic?: boolean | undefined;
  /** Reads the YAML of frontmatter. Default: a parser of the simple part of YAML, which refuses the rest. */
  readonly parseYaml?: YamlParser | undefined;
}

const OPTIONS: OptionNames<SkillsClientOptions> = { dynamic: true, parseYaml: true };

/** The limits of one list, where they differ from those of other lists. */
const LIMITS = { itemLimit: 10_000 };

/** A skill that cannot be used. */
export interface RefusedSkill {
  /** Its URI, as the server gives it. */
  readonly uri: string;
  /** What is wrong with it. */
  readonly reason: string;
}

/** The skills of a server, as far as it lists them. A server need not list all that it has. */
export interface ListedSkills {
  /** Those that can be used. */
  readonly skills: readonly Skill[];
  /** Those that cannot, with the reasons. */
  readonly refused: readonly RefusedSkill[];
}

const FILE = {
  type: 'object',
  properties: { uri: { type: 'string' }, digest: { type: 'string' }, size: { type: 'integer' } },
  required: ['uri', 'digest', 'size'],
} as const;
const SKILL = {
  type: 'object',
  properties: {
    uri: { type: 'string' },
    frontmatter: {
      type: 'object',
      properties: { name: { type: 'string' }, description: { type: 'string' } },
      required: ['name', 'description'],
    },
    resources: { anyOf: [{ type: 'array', items: FILE }, { const: 'dynamic' }] },
  },
  required: ['uri', 'frontmatter', 'resources'],
} as const;
const LISTED = {
  type: 'object',
  properties: { skills: { type: 'array', items: { type: 'object' } }, nextCursor: { type: 'string' } },
  required: ['skills'],
} as const;
const GOT = { type: 'object', properties: { skill: SKILL }, required: ['skill'] } as const;

/**
 * The skills of a server (extension Skills). Everything in them comes from the server: show it to a person before a model acts on it. That a
 * digest is right says that entry and content agree, and not that they can be trusted.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-gen/sdk/client';
 * import { SkillsClient } from '@mcp-gen/sdk/skills';
 *
 * await using client = await connect('npx -y some-server');
 * const skills = new SkillsClient(client);
 * const { skills: [first] } = await skills.list();
 * if (first !== undefined) console.log(await skills.load(first));
 * ```
 */
export class SkillsClient {
  readonly #client: Client;
  readonly #options: SkillsClientOptions;

  /**
   * @throws {TypeError} if an option is unknown.
   * @throws {Error} if the server has not declared the extension.
   */
  constructor(client: Client, options: SkillsClientOptions = {}) {
    checkOptions('SkillsClient', options, OPTIONS);
    const { extensions } = client.server.capabilities as { readonly extensions?: { readonly [name: string]: unknown } };
    if (!isObject(extensions?.[SKILLS_EXTENSION])) {
      throw new Error(`The server has no skills: it has not declared the extension ${SKILLS_EXTENSION}`);
    }
    this.#client = client;
    this.#options = options;
  }

  /**
   * Reads the list. None of the files is read. Rejects as the methods of a client do.
   *
   * @param given `itemLimit` is 10,000 skills by default
   * @throws {EndlessListError} if the list goes in circles, or beyond a limit.
   */
  async list(given: ListOptions = {}): Promise<ListedSkills> {
    const skills: Skill[] = [];
    const refused: RefusedSkill[] = [];
    const checked = requestOptions('skills/list', given, LIST_OPTIONS);
    const { limit, itemLimit, sizeLimit, listTimeout, ...options } = checked;
    const limits = { ...LIMITS, limit, sizeLimit, listTimeout, ...(itemLimit !== undefined && { itemLimit }) };
    const read = (params: PageParams) => this.#client.request('skills/list', params, { ...options, result: LISTED });
    for await (const page of pages(read, {}, limits)) {
      for (const entry of page.skills as readonly unknown[]) {
        const reason = this.#faultOf(entry);
        if (reason === undefined) skills.push(entry as Skill);
        else refused.push({ uri: String((entry as { readonly uri?: unknown }).uri), reason });
      }
    }
    return { skills, refused };
  }

  /**
   * Gets one skill as it is now. None of its files is read.
   *
   * @throws {JsonRpcError} if the server has no such skill (-32602).
   * @throws {SkillVerificationError} if the entry is invalid.
   */
  async get(uri: string, options: RequestOptions = {}): Promise<Skill> {
    const { skill } = await this.#client.request('skills/get', { uri }, { ...options, result: GOT });
    const got = skill as Skill;
    const fault = got.uri === uri ? this.#faultOf(got) : `the server has given ${got.uri}`;
    if (fault !== undefined) throw new SkillVerificationError(uri, fault);
    return got;
  }

  /**
   * Reads the `SKILL.md` of a skill, and verifies it: size, digest, and frontmatter.
   *
   * @throws {SkillVerificationError} if it is not what the entry says. Get the skill again: it may have changed.
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
    throw new SkillVerificationError(skill.uri, 'its frontmatter is not that of the entry');
  }

  /**
   * Reads a file of a skill, and verifies its size and digest.
   *
   * @param path relative to the directory of the skill: `references/forms.md`
   * @throws {SkillVerificationError} if the skill does not have it, or it is not what the entry says.
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
      throw new SkillVerificationError(skill, `${uri} has ${contents.length} contents`);
    }
    const bytes = 'blob' in content ? bytesOf(content.blob) : new TextEncoder().encode(content.text);
    const most = file?.size ?? MOST_BYTES;
    if (bytes.length > most || (file !== undefined && bytes.length !== most)) {
      throw new SkillVerificationError(skill, `${uri} has ${bytes.length} bytes, and not ${most}`);
    }
    if (file !== undefined && (await digestOf(bytes)) !== file.digest) {
      throw new SkillVerificationError(skill, `${uri} has another digest`);
    }
    return bytes;
  }

  #faultOf(entry: unknown): string | undefined {
    if (!isEntry(entry)) return 'it is not a skill: uri, frontmatter, or resources are missing or of the wrong type';
    if (entry.resources === 'dynamic' && this.#options.dynamic !== true) {
      return 'its content is dynamic, and cannot be verified';
    }
    return findFault(entry);
  }
}

function isEntry(entry: unknown): entry is Skill {
  if (!isObject(entry) || !isObject(entry.frontmatter) || typeof entry.uri !== 'string') return false;
  const { frontmatter, resources } = entry;
  if (typeof frontmatter.name !== 'string' || typeof frontmatter.description !== 'string') return false;
  if (!Array.isArray(resources)) return resources === 'dynamic';
  return resources.every(
    (file) =>
      isObject(file) &&
      typeof file.uri === 'string' &&
      typeof file.digest === 'string' &&
      typeof file.size === 'number',
  );
}

function bytesOf(blob: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(blob), (character) => character.charCodeAt(0));
}

/** Compares JSON values; the order of keys does not matter. */
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
