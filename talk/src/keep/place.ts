/** Where the process that keeps connections listens. */

import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the path of the socket for commands in a folder: others have other relative paths and configuration files.
 *
 * @param program the path of the program: another version has another process
 * @throws {Error} if others can access the folder of the socket.
 */
export async function socketPath(program: string, cwd: string): Promise<string> {
  const name = createHash('sha256')
    .update(JSON.stringify([program, cwd]))
    .digest('hex')
    .slice(0, 24);
  if (process.platform === 'win32')
    throw new Error('--keep is not available on Windows, where pipes are not for their owner alone');
  const folder = await privateFolder();
  return join(folder, `${name}.sock`);
}

async function privateFolder(): Promise<string> {
  const own = process.geteuid?.() ?? 0;
  const { XDG_RUNTIME_DIR: runtime = '' } = process.env;
  const folder = runtime === '' ? join(tmpdir(), `mcp-talk-${own}`) : join(runtime, 'mcp-talk');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Somebody else may have made it, or a link, before.
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === own && (found.mode & 0o077) === 0) return folder;
  throw new Error(`${folder} must be a folder that only you can access (mode 700)`);
}
