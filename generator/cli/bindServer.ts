import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KnownServer } from '../scaffold/projectFiles.js';
import { BIND, runBind } from './commands/bindCommand.js';
import type { Terminal } from './terminal.js';

/** The result of `bind` for one server: the part of its JSON that is used here. */
interface BindResult {
  readonly servers: readonly {
    readonly server: string;
    readonly module: { readonly path: string; readonly name: string };
  }[];
}

const LOCK = 'mcp.lock.json';

/** What errors name: the user has no project yet in which to install something, and did not call `bind`. */
const SCAFFOLD = {
  ...BIND,
  command: 'mcp-gen scaffold client --from',
  program: '-p mcp-gen -p @mcp-gen/bind mcp-gen scaffold client',
};

/**
 * Binds a server for a project that does not exist yet.
 *
 * @param target a command line or a URL
 * @throws {UsageError} if @mcp-gen/bind is not installed, or the server cannot be read
 */
export async function bindServer(target: string, terminal: Terminal): Promise<KnownServer> {
  const parent = await mkdtemp(join(tmpdir(), 'mcp-gen-bind-'));
  try {
    const first = await bind(join(parent, 'first'), [], target, terminal);
    // The name becomes part of shell scripts, so it must be a plain file name.
    const name = first.module.path.replace(/\.ts$/, '');
    const { folder, module } =
      first.server === name ? first : await bind(join(parent, 'renamed'), ['--server', name], target, terminal);
    return {
      name,
      target,
      className: module.name,
      files: [
        { path: `src/servers/${module.path}`, content: await readFile(join(folder, module.path), 'utf8') },
        { path: LOCK, content: await readFile(join(folder, LOCK), 'utf8') },
      ],
    };
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** Binds a server in a folder that does not exist yet. */
async function bind(folder: string, options: readonly string[], target: string, terminal: Terminal) {
  const args = [...options, '--out', folder, '--lock', join(folder, LOCK), target];
  const { json } = await runBind(args, terminal, SCAFFOLD);
  const [bound] = (json as BindResult).servers;
  if (bound === undefined) throw new Error('No server was bound');
  return { folder, ...bound };
}
