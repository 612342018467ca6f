/** The configuration files in which desktop hosts list servers. */

import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { ServerConfig, ServerConfigs } from '@mcp-gen/sdk/host';

/** Maximum bytes of a file: some hosts keep more than their configuration in it. */
const SIZE_LIMIT = 16 * 1024 * 1024;

/** A configuration file of a host. */
export interface ConfigFile {
  /** The host: `VS Code`. */
  readonly host: string;
  readonly path: string;
  /** Whether it belongs to the project in the current folder: somebody else may have written it. */
  readonly isProject: boolean;
}

/** A server that a file lists. */
export interface ConfiguredServer {
  readonly name: string;
  readonly config: ServerConfig;
  readonly file: ConfigFile;
}

/** The keys that can hold the servers, in order of precedence. */
const KEYS = ['mcpServers', 'servers', 'mcp'];

/** Returns the file that the user has chosen, or else the places where hosts look. */
export function chosenFiles(config: string | undefined): readonly ConfigFile[] {
  return config === undefined ? configFiles() : [{ host: config, path: config, isProject: false }];
}

/** Returns the places where hosts look, those of the project first. */
export function configFiles(
  cwd: string = process.cwd(),
  { platform, env, home = homedir() }: { platform: string; env: NodeJS.ProcessEnv; home?: string } = process,
): readonly ConfigFile[] {
  const project = (host: string, ...path: string[]): ConfigFile => ({
    host,
    path: join(cwd, ...path),
    isProject: true,
  });
  const own = (host: string, ...path: string[]): ConfigFile => ({ host, path: join(...path), isProject: false });
  const folder =
    platform === 'darwin'
      ? join(home, 'Library/Application Support')
      : platform === 'win32'
        ? (env['APPDATA'] ?? join(home, 'AppData/Roaming'))
        : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'));
  const owned = [
    own('Claude Desktop', folder, 'Claude', 'claude_desktop_config.json'),
    own('Claude Code', home, '.claude.json'),
    own('VS Code', folder, 'Code', 'User', 'mcp.json'),
    own('Cursor', home, '.cursor', 'mcp.json'),
    own('Windsurf', home, '.codeium', 'windsurf', 'mcp_config.json'),
    own('Gemini CLI', home, '.gemini', 'settings.json'),
  ];
  const paths = new Set(owned.map(({ path }) => path));
  const ofProject = [
    project('this project', 'mcp.json'),
    project('Claude Code', '.mcp.json'),
    project('VS Code', '.vscode', 'mcp.json'),
    project('Cursor', '.cursor', 'mcp.json'),
    project('Gemini CLI', '.gemini', 'settings.json'),
  ];
  // In the home folder, the files of a project are the user's own.
  return [...ofProject.filter(({ path }) => !paths.has(path)), ...owned];
}

/** A file that exists, and its servers. */
export interface ReadConfigFile {
  readonly file: ConfigFile;
  readonly servers: readonly ConfiguredServer[];
  /** Why it cannot be read; undefined if it can. */
  readonly problem: string | undefined;
}

/** Reads the files that exist. A file that cannot be read has no servers, and a problem. */
export async function readConfigFiles(files: readonly ConfigFile[]): Promise<readonly ReadConfigFile[]> {
  const read = await Promise.all(files.map(readOne));
  return read.filter((each) => each !== undefined);
}

async function readOne(file: ConfigFile): Promise<ReadConfigFile | undefined> {
  let text: string;
  try {
    // A folder from elsewhere can have a link to a device, which never ends, in place of a file.
    const { size } = await stat(file.path).then((found) => (found.isFile() ? found : { size: Infinity }));
    if (size > SIZE_LIMIT) return { file, servers: [], problem: 'it is not a file, or has more than 16 MiB' };
    text = await readFile(file.path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { file, servers: [], problem: message };
  }
  let value: unknown;
  try {
    value = parse(text, [], { allowTrailingComma: true });
  } catch {
    return { file, servers: [], problem: 'it is nested too deeply' };
  }
  const servers = { ...serversIn(value), ...serversOfFolder(value) };
  if (Object.keys(servers).length === 0 && serversIn(value) === undefined) return undefined;
  const named = Object.entries(servers).map(([name, config]) => ({ name, config, file }));
  return { file, servers: named, problem: undefined };
}

/** A file without servers is none of a host of MCP: many tools keep their settings in one. */
function serversIn(value: unknown): ServerConfigs | undefined {
  if (!isObject(value)) return undefined;
  for (const key of KEYS) {
    const servers = value[key];
    if (isObject(servers)) return (isObject(servers.servers) ? servers.servers : servers) as ServerConfigs;
  }
  return undefined;
}

/** Claude Code keeps servers that its user has added for one folder in the user's own file. */
function serversOfFolder(value: unknown): ServerConfigs | undefined {
  const projects = isObject(value) ? value.projects : undefined;
  const cwd = process.cwd();
  const project = isObject(projects) && Object.hasOwn(projects, cwd) ? projects[cwd] : undefined;
  return isObject(project) ? serversIn(project) : undefined;
}
