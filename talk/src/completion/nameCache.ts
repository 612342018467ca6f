/**
 * Remembers what servers have, for the completion of shells: pressing Tab starts no server, and connects to none.
 *
 * There is one file for the user, which the user alone can read. It begins when Tab is pressed for the first time, so that whoever does not use
 * completion has none. Commands that list a server write to it.
 */

import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { plainLine, type ClientMiddleware } from '@mcp-gen/sdk/client';
import type { FoundServer } from '../target/target.js';

/** A name with what is said about it. */
export interface CachedName {
  readonly name: string;
  readonly about: string;
}

/** An argument of a tool or prompt. */
export interface CachedArgument extends CachedName {
  /** The values that it can have; empty if there are others. */
  readonly values: readonly string[];
  /** Whether it can be given several times. */
  readonly isList: boolean;
}

/** A tool or prompt. */
export interface CachedCallable extends CachedName {
  readonly arguments: readonly CachedArgument[];
}

/** What a server has. */
export interface CachedServer {
  readonly tools: readonly CachedCallable[];
  readonly prompts: readonly CachedCallable[];
  readonly resources: readonly CachedName[];
  readonly templates: readonly CachedName[];
}

interface Entry extends CachedServer {
  /** When it was listed, in milliseconds since 1970. */
  readonly at: number;
}

/** Servers in the file: those that were listed last. */
const MAX_SERVERS = 32;
/** Names of each kind that are kept of a server. */
const MAX_NAMES = 200;
/** Arguments that are kept of a name, and values of an argument. */
const MAX_ARGUMENTS = 32;
/** Characters of a name. Longer ones are left out: half a name is none. */
const MAX_NAME_LENGTH = 200;
/** Characters of what is said about it. */
const MAX_ABOUT_LENGTH = 80;
/** Bytes of the file. A larger one is replaced. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Milliseconds after which a server is forgotten: 30 days. */
const MAX_AGE = 30 * 86_400_000;

const NOTHING: CachedServer = { tools: [], prompts: [], resources: [], templates: [] };

/** Returns where the file is. */
export function nameCacheFile({ platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process): string {
  const own = (name: string, fallback: string): string => {
    const folder = env[name] ?? '';
    return isAbsolute(folder) ? folder : join(homedir(), fallback);
  };
  const folder =
    platform === 'darwin'
      ? join(homedir(), 'Library/Caches')
      : platform === 'win32'
        ? own('LOCALAPPDATA', 'AppData/Local')
        : own('XDG_CACHE_HOME', '.cache');
  return join(folder, 'mcp-talk', 'names.json');
}

/** Returns what is remembered of a server; nothing if it has not been listed for 30 days. */
export async function namesOf(server: FoundServer): Promise<CachedServer> {
  return { ...NOTHING, ...(await readEntries()).get(keyOf(server)) };
}

/** Makes the file, if there is none. */
export async function beginNameCache(): Promise<void> {
  if (!(await exists())) await write(new Map());
}

/** Remembers the lists that a client is sent. */
export interface NameRecorder {
  readonly middleware: ClientMiddleware;
  /** Writes what has been listed. Errors are ignored: nobody has asked for it. */
  readonly save: () => Promise<void>;
}

/** Returns what remembers the names of a server; undefined if the user does not use completion. */
export async function recordNames(server: FoundServer): Promise<NameRecorder | undefined> {
  if (!(await exists())) return undefined;
  const lists: { -readonly [Kind in keyof CachedServer]?: CachedServer[Kind] } = {};
  return {
    middleware: async (message, next) => {
      const result = await next(message);
      const kind = LISTS.get(message.method);
      if (kind !== undefined && isObject(result)) {
        const isFirst = !isObject(message.params) || message.params.cursor === undefined;
        const earlier = isFirst ? [] : (lists[kind.name] ?? []);
        const listed = arrayOf(result[kind.key]).slice(0, MAX_NAMES - earlier.length);
        lists[kind.name] = [...earlier, ...listed.flatMap(kind.read)] as never;
      }
      return result;
    },
    save: async () => {
      if (Object.keys(lists).length === 0) return;
      const entries = await readEntries();
      const key = keyOf(server);
      entries.set(key, { ...NOTHING, ...entries.get(key), ...lists, at: Date.now() });
      await write(entries).catch(() => undefined);
    },
  };
}

/** The lists of a server: the method, the key of its result, and what is remembered of an entry. */
const LISTS = new Map<string, { name: keyof CachedServer; key: string; read: (entry: unknown) => CachedName[] }>([
  [Method.toolsList, { name: 'tools', key: 'tools', read: (entry) => nameOf(entry, 'name', toolArguments) }],
  [Method.promptsList, { name: 'prompts', key: 'prompts', read: (entry) => nameOf(entry, 'name', promptArguments) }],
  [Method.resourcesList, { name: 'resources', key: 'resources', read: (entry) => nameOf(entry, 'uri') }],
  [
    Method.resourcesTemplatesList,
    { name: 'templates', key: 'resourceTemplates', read: (entry) => nameOf(entry, 'uriTemplate') },
  ],
]);

function nameOf(
  entry: unknown,
  key: string,
  argumentsOf?: (entry: { readonly [key: string]: unknown }) => readonly CachedArgument[],
): CachedName[] {
  if (!isObject(entry)) return [];
  const { [key]: name, title, description } = entry;
  if (typeof name !== 'string' || !isPlain(name)) return [];
  const about = [description, title].find((text) => typeof text === 'string');
  const known = { name, about: plainLine(about ?? '', MAX_ABOUT_LENGTH) };
  return [argumentsOf === undefined ? known : ({ ...known, arguments: argumentsOf(entry) } as CachedCallable)];
}

function toolArguments({ inputSchema }: { readonly [key: string]: unknown }): readonly CachedArgument[] {
  const properties = isObject(inputSchema) && isObject(inputSchema.properties) ? inputSchema.properties : {};
  return Object.entries(properties)
    .slice(0, MAX_ARGUMENTS)
    .flatMap(([name, schema]) => {
      // No argument can be written with another name.
      if (!isPlain(name) || /=|:$/.test(name)) return [];
      const { description, items } = isObject(schema) ? schema : {};
      const about = typeof description === 'string' ? plainLine(description, MAX_ABOUT_LENGTH) : '';
      const isList = isObject(items);
      return [{ name, about, values: valuesOf(isList ? items : schema).filter(isPlain), isList }];
    });
}

/** Returns the values that a schema names. */
function valuesOf(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  if (schema.type === 'boolean') return ['true', 'false'];
  const values = schema.const !== undefined ? [schema.const] : arrayOf(schema.enum);
  return values
    .slice(0, MAX_ARGUMENTS)
    .flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []));
}

function promptArguments({ arguments: given }: { readonly [key: string]: unknown }): readonly CachedArgument[] {
  return arrayOf(given)
    .slice(0, MAX_ARGUMENTS)
    .flatMap((each) => nameOf(each, 'name'))
    .filter(({ name }) => !name.includes('='))
    .map((each) => ({ ...each, values: [], isList: false }));
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns whether a shell may insert a text into the line of the user: one that can be seen as a whole, and that is not an option of this
 * program.
 */
export function isPlain(text: string): boolean {
  return text !== '' && text === plainLine(text, MAX_NAME_LENGTH) && !text.startsWith('-');
}

/**
 * Returns the key of a server: what is connected to, and not its name, which another folder may use for something else. A command belongs to
 * its folder, unless the user's own configuration has it. Neither variables nor headers are part of it.
 */
function keyOf({ target, configured }: FoundServer): string {
  const isLocal = !(target instanceof URL) && (configured === undefined || configured.file.isProject);
  return createHash('sha256')
    .update(JSON.stringify([target, isLocal ? process.cwd() : '']))
    .digest('hex');
}

async function exists(): Promise<boolean> {
  return (await ownFile()) !== undefined;
}

/** Returns the size of the file; undefined if there is none, or one that somebody else may have written. */
async function ownFile(): Promise<{ readonly size: number } | undefined> {
  try {
    const found = await lstat(nameCacheFile());
    const isOwn = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
    return found.isFile() && isOwn ? found : undefined;
  } catch {
    return undefined;
  }
}

async function readEntries(): Promise<Map<string, Entry>> {
  const found = await ownFile();
  if (found === undefined || found.size > MAX_BYTES) return new Map();
  try {
    const value: unknown = JSON.parse(await readFile(nameCacheFile(), 'utf8'));
    const entries = isObject(value) && isObject(value.servers) ? Object.entries(value.servers) : [];
    const oldest = Date.now() - MAX_AGE;
    return new Map((entries as [string, Entry][]).filter(([, { at }]) => at > oldest && at <= Date.now()));
  } catch {
    return new Map();
  }
}

async function write(entries: ReadonlyMap<string, Entry>): Promise<void> {
  const file = nameCacheFile();
  const newest = [...entries].sort(([, one], [, other]) => other.at - one.at).slice(0, MAX_SERVERS);
  while (newest.length > 0 && sizeOf(newest) > MAX_BYTES) newest.pop();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Whoever reads meanwhile finds the file before or after.
  const temporary = `${file}.${process.pid}`;
  try {
    await writeFile(temporary, JSON.stringify({ servers: Object.fromEntries(newest) }), { mode: 0o600, flag: 'wx' });
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

function sizeOf(entries: readonly (readonly [string, Entry])[]): number {
  return Buffer.byteLength(JSON.stringify(entries)) + 1_000;
}
