/** Serves a folder of skills, as resources and as entries of the extension. */

import {
  checkOptions,
  duration,
  FUNCTION,
  matching,
  type OptionTable,
  repeating,
  withDefaults,
} from '@mcp-gen/runtime/options';
import type { Resource } from '@mcp-gen/protocol/author';
import { JsonRpcError, ErrorCode } from '@mcp-gen/runtime';
import { builtin } from '../builtin.js';
import type { Server } from '../server/server.js';
import { frontmatterOf, type YamlParser } from './frontmatter.js';
import {
  digestOf,
  findFault,
  MAX_BYTES,
  MAX_FILES,
  SKILL_FILE,
  SKILL_SCHEME,
  SKILLS_EXTENSION,
  type Skill,
} from './skill.js';

/** Options of {@link serveSkills}. */
export interface ServeSkillsOptions {
  /** Segments of the URIs before the name of each skill: `acme/billing`. Default: none. */
  readonly prefix?: string | undefined;
  /** Milliseconds for which clients may cache an entry. Default 0. */
  readonly ttl?: number | undefined;
  /** Parses the YAML of frontmatter. Default: a parser for a simple subset of YAML. */
  readonly parseYaml?: YamlParser | undefined;
}

export const SERVE_SKILLS_OPTIONS: OptionTable<ServeSkillsOptions> = {
  prefix: repeating(matching('segments of a URI', /^[\w.~-]+(?:\/[\w.~-]+)*$/)),
  ttl: duration(0),
  parseYaml: FUNCTION,
};

/** Maximum number of skills, or children of a directory, in one page of a list. */
const PAGE = 100;

const MIME_TYPES: { readonly [ending: string]: string } = {
  md: 'text/markdown',
  txt: 'text/plain',
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  csv: 'text/csv',
  js: 'text/javascript',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
};

/** A file with its content. */
interface ReadFile {
  /** Its path in the skill, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Serves the skills in a folder (extension Skills): each subfolder with a `SKILL.md`. Their files are read once, and become resources:
 * `skill://<name>/SKILL.md`. Links are not followed, and files whose names begin with a dot are left out. Call it before the server is
 * started. A folder without skills adds nothing. Only on Node.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 * import { serveSkills } from '@mcp-gen/sdk/skills';
 *
 * const server = new Server({ name: 'billing', version: '1.0.0' });
 * const skills = await serveSkills(server, 'skills');
 * console.error(`Serving ${skills.length} skills`);
 * server.serve();
 * ```
 * @returns the skills
 * @throws {TypeError} if an option is invalid, or the server was started.
 * @throws {Error} if a skill is invalid, or the folder cannot be read.
 */
export async function serveSkills(
  server: Server,
  folder: string,
  options: ServeSkillsOptions = {},
): Promise<readonly Skill[]> {
  checkOptions('serveSkills', options, SERVE_SKILLS_OPTIONS);
  const { prefix, ttl, parseYaml } = withDefaults<ServeSkillsOptions>(options, SERVE_SKILLS_OPTIONS);
  const skills = new Map<string, Skill>();
  const resources: Resource[] = [];
  for (const [name, files] of await foldersOf(folder)) {
    const root = `${SKILL_SCHEME}${prefix === undefined ? '' : `${prefix}/`}${name}/`;
    const skill = await skillOf(root, files, parseYaml).catch((cause: unknown) => {
      throw new Error(`Invalid skill ${name}: ${(cause as Error).message}`, { cause });
    });
    skills.set(skill.uri, skill);
    for (const file of files) resources.push(addResource(server, uriOf(root, file), file, skill));
  }
  const all = [...skills.values()];
  // A server that declares the extension must declare resources, too.
  if (all.length === 0) return all;
  const directories = directoriesOf(resources);
  const cache = { ttlMs: ttl, cacheScope: 'private' };
  const extension = SKILLS_EXTENSION;
  server.method('skills/list', { params: LIST, extension }, ({ cursor }) => {
    const { page, ...next } = pageOf(all, cursor);
    return { skills: page, ...next, ...cache };
  });
  server.method('skills/get', { params: GET, extension }, ({ uri }) => {
    const skill = skills.get(uri);
    if (skill === undefined) throw invalid(`unknown skill ${JSON.stringify(uri.slice(0, 200))}`);
    return { skill, ...cache };
  });
  const settings = { directoryRead: true };
  server.method('resources/directory/read', { params: READ, extension, settings }, ({ uri, cursor }) => {
    const children = directories.get(uri);
    if (children === undefined) throw invalid(`${JSON.stringify(uri.slice(0, 200))} is not a directory`);
    const { page, ...next } = pageOf(children, cursor);
    return { resources: page, ...next };
  });
  return all;
}

const STRING = { type: 'string' } as const;
const LIST = { type: 'object', properties: { cursor: STRING } } as const;
const GET = { type: 'object', properties: { uri: STRING }, required: ['uri'] } as const;
const READ = { type: 'object', properties: { uri: STRING, cursor: STRING }, required: ['uri'] } as const;

/** Returns a page. A cursor is the URI of the last item of the previous page. */
function pageOf<Item extends { readonly uri: string }>(
  items: readonly Item[],
  cursor: string | undefined,
): { readonly page: readonly Item[]; readonly nextCursor?: string } {
  const start = cursor === undefined ? 0 : items.findIndex(({ uri }) => uri === cursor) + 1;
  if (cursor !== undefined && start === 0) throw invalid('the cursor is not valid');
  const page = items.slice(start, start + PAGE);
  const last = page.at(-1);
  return { page, ...(last !== undefined && last !== items.at(-1) && { nextCursor: last.uri }) };
}

function invalid(why: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, `Invalid params: ${why}`);
}

/** @throws {Error} if the skill is invalid. */
async function skillOf(root: string, files: readonly ReadFile[], parse: YamlParser | undefined): Promise<Skill> {
  const main = files.find(({ path }) => path === SKILL_FILE);
  if (main === undefined) throw new Error(`${SKILL_FILE} is not a file; links are not followed`);
  const text = textOf(main.bytes);
  if (text === undefined) throw new Error(`${SKILL_FILE} is not UTF-8`);
  const resources = await Promise.all(
    files.map(async (file) => ({
      uri: uriOf(root, file),
      digest: await digestOf(file.bytes),
      size: file.bytes.length,
    })),
  );
  const skill = { uri: `${root}${SKILL_FILE}`, frontmatter: frontmatterOf(text, parse), resources };
  const fault = findFault(skill);
  if (fault !== undefined) throw new Error(fault);
  return skill;
}

/** Registers a file as a resource, and returns it as it is listed. */
function addResource(server: Server, uri: string, { path, bytes }: ReadFile, { frontmatter }: Skill): Resource {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const text = textOf(bytes);
  const mimeType = MIME_TYPES[ending] ?? (text === undefined ? 'application/octet-stream' : 'text/plain');
  const { name, description } = frontmatter;
  const options = { ...(path === SKILL_FILE ? { name, description } : { name: `${name}/${path}` }), mimeType };
  server.resource(uri, options, text ?? bytes);
  return { uri, ...options };
}

/** Returns the text of a file; undefined if it is not UTF-8. A byte order mark is kept, so that the text encodes to the same bytes. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function uriOf(root: string, { path }: ReadFile): string {
  return `${root}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Reads the subfolders that have a `SKILL.md`. */
async function foldersOf(folder: string): Promise<readonly (readonly [name: string, files: readonly ReadFile[]])[]> {
  const { readdir, readFile } = builtin('node:fs/promises');
  const path = builtin('node:path');
  const join: typeof path.join = (...parts) => path.join(...parts);
  const found: (readonly [string, readonly ReadFile[]])[] = [];
  const collect = async (at: string, within: string, files: ReadFile[]): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const own = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) await collect(join(at, entry.name), own, files);
      else if (entry.isFile()) files.push({ path: own, bytes: new Uint8Array(await readFile(join(at, entry.name))) });
      const bytes = files.reduce((sum, each) => sum + each.bytes.length, 0);
      if (files.length > MAX_FILES || bytes > MAX_BYTES) {
        throw new Error(
          `${at} is too large for a skill: at most ${MAX_FILES} files and ${MAX_BYTES} bytes are allowed`,
        );
      }
    }
  };
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const names = await readdir(join(folder, entry.name));
    if (!names.includes(SKILL_FILE)) continue;
    const files: ReadFile[] = [];
    await collect(join(folder, entry.name), '', files);
    found.push([entry.name, files]);
  }
  return found.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

const MIME_TYPE = 'inode/directory';

/** Returns the direct children of each directory, by URI without a trailing slash. The parts of a prefix are directories, too. */
function directoriesOf(files: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const directories = new Map<string, Resource[]>();
  for (const file of files) {
    let child = file;
    let end = child.uri.lastIndexOf('/');
    while (end >= SKILL_SCHEME.length) {
      const uri = child.uri.slice(0, end);
      const siblings = directories.get(uri);
      siblings?.push(child);
      if (siblings !== undefined) break;
      directories.set(uri, [child]);
      end = uri.lastIndexOf('/');
      child = { uri, name: decodeURIComponent(uri.slice(end + 1)), mimeType: MIME_TYPE };
    }
  }
  return directories;
}
