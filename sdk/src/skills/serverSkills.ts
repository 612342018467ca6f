/** Skills of a server: a folder, whose files are resources. */

import { JsonRpcError, ErrorCode } from '@mcp-gen/runtime';
import type { Resource } from '@mcp-gen/protocol/author';
import type { ClientRequests, Skill } from '@mcp-gen/protocol/extensions/skills';
import * as SkillMethod from '@mcp-gen/protocol/extensions/skills/methods';
import type { ServerSide } from '../server/serverSide.js';
import { readSkills, type ReadFile } from './readSkills.js';
import { SKILL_FILE, SKILL_SCHEME } from './skill.js';
import type { SkillsOptions } from './skillsOptions.js';

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

/** A resource with its content. */
interface Served {
  readonly resource: Resource;
  readonly content: ReadFile['content'];
}

/**
 * Returns the code of the extension in a server.
 *
 * @throws {Error} if a skill is invalid, or the folder cannot be read.
 */
export function serverSkills({
  folder,
  prefix,
  ttl = 0,
  parseYaml,
}: SkillsOptions): ServerSide<ClientRequests, object, object, object, readonly Skill[]> {
  const read = folder === undefined ? [] : readSkills(folder, prefix, parseYaml);
  const all = read.map(({ skill }) => skill);
  const served = read.flatMap(({ skill, files }) => files.map((file) => servedOf(file, skill)));
  const directories = directoriesOf(served.map(({ resource }) => resource));
  const cache = { ttlMs: ttl, cacheScope: 'private' as const };
  return {
    enabled: all.length > 0,
    settings: { directoryRead: true },
    requests: {
      [SkillMethod.skillsList]: ({ cursor }) => {
        const { page, ...next } = pageOf(all, cursor);
        return { skills: page, ...next, ...cache };
      },
      [SkillMethod.skillsGet]: ({ uri }) => {
        const skill = all.find((each) => each.uri === uri);
        if (skill === undefined) throw invalid(`unknown skill ${JSON.stringify(uri.slice(0, 200))}`);
        return { skill, ...cache };
      },
      [SkillMethod.resourcesDirectoryRead]: ({ uri, cursor }) => {
        const children = directories.get(uri);
        if (children === undefined) throw invalid(`${JSON.stringify(uri.slice(0, 200))} is not a directory`);
        const { page, ...next } = pageOf(children, cursor);
        return { resources: page, ...next };
      },
    },
    setup: (server) => {
      if (folder === undefined) throw new TypeError('Missing option "folder" for skills of a server');
      for (const { resource, content } of served) {
        const { uri, ...options } = resource;
        server.resource(uri, options, content);
      }
      return all;
    },
  };
}

/** Returns a page. A cursor is the URI of the last item of the previous page. */
function pageOf<Item extends { readonly uri: string }>(
  items: readonly Item[],
  cursor: string | undefined,
): { readonly page: Item[]; readonly nextCursor?: string } {
  const start = cursor === undefined ? 0 : items.findIndex(({ uri }) => uri === cursor) + 1;
  if (cursor !== undefined && start === 0) throw invalid('the cursor is not valid');
  const page = items.slice(start, start + PAGE);
  const last = page.at(-1);
  return { page, ...(last !== undefined && last !== items.at(-1) && { nextCursor: last.uri }) };
}

function invalid(why: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, `Invalid params: ${why}`);
}

/** Returns a file as the resource that it is served as. */
function servedOf({ uri, path, content }: ReadFile, { frontmatter }: Skill): Served {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const known = Object.hasOwn(MIME_TYPES, ending) ? MIME_TYPES[ending] : undefined;
  const mimeType = known ?? (typeof content === 'string' ? 'text/plain' : 'application/octet-stream');
  const { name, description } = frontmatter;
  const named = path === SKILL_FILE ? { name, description } : { name: `${name}/${path}` };
  return { resource: { uri, ...named, mimeType }, content };
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
