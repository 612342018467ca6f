import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KnownServer } from '../scaffold/projectFiles.js';
import { runBind } from './commands/bind.js';
import type { Terminal } from './terminal.js';

/** What the command `bind` says of one server, in the part of its JSON that matters here. */
interface Bound {
  readonly servers: readonly {
    readonly server: string;
    readonly module: { readonly path: string; readonly name: string };
  }[];
}

const LOCK = 'mcp.lock.json';

/**
 * Binds a server for a project that is not there yet.
 *
 * @param target a command line or a URL
 * @throws {UsageError} if the package that does it is not installed, or the server cannot be read.
 */
export async function bindServer(target: string, terminal: Terminal): Promise<KnownServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-bind-'));
  try {
    const { json } = await runBind(['--out', folder, '--lock', join(folder, LOCK), target], terminal);
    const [bound] = (json as Bound).servers;
    if (bound === undefined) throw new Error('No server was bound');
    const { path, name } = bound.module;
    return {
      name: bound.server,
      target,
      className: name,
      module: path.replace(/\.ts$/, ''),
      files: [
        { path: `src/servers/${path}`, content: await readFile(join(folder, path), 'utf8') },
        { path: LOCK, content: await readFile(join(folder, LOCK), 'utf8') },
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
