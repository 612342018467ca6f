import { mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { TokenStoreError } from './tokenStoreError.js';

/** The environment that determines the folder. */
export interface Environment {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}

/**
 * Returns the default folder for credentials: `mcp-gen/credentials` in `XDG_CONFIG_HOME` or `~/.config`, in `~/Library/Application Support`
 * on macOS, in `%APPDATA%` on Windows.
 */
export function credentialsFolder({
  platform = process.platform,
  env = process.env,
  home = homedir(),
}: Partial<Environment> = {}): string {
  const path = platform === 'win32' ? win32 : posix;
  return path.join(configFolder({ platform, env, home }), 'mcp-gen', 'credentials');
}

function configFolder({ platform, env, home }: Environment): string {
  if (platform === 'win32') {
    const { APPDATA = '' } = env;
    return win32.isAbsolute(APPDATA) ? APPDATA : win32.join(home, 'AppData', 'Roaming');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  const { XDG_CONFIG_HOME = '' } = env;
  // The XDG specification says to ignore relative paths.
  return posix.isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : posix.join(home, '.config');
}

/**
 * Creates a folder that only its owner can access, if it does not exist.
 *
 * @throws {TokenStoreError} if it belongs to another user, or other users can access it.
 */
export async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await stat(folder);
  const problem = exposure({ uid, mode });
  if (problem === undefined) return;
  throw new TokenStoreError(
    `The credentials folder ${folder} ${problem}. Expected a folder of mode 700. Run chmod 700 on it, or choose another folder`,
  );
}

/**
 * Returns who else can access a file or folder, as a predicate for a message; undefined if nobody can. Windows protects the folders of a
 * user by ACLs.
 */
export function exposure({ uid, mode }: { readonly uid: number; readonly mode: number }): string | undefined {
  const own = process.geteuid?.();
  if (own === undefined) return undefined;
  if (uid !== own) return `belongs to user ${uid}, not to the user of this process (${own})`;
  const others = mode & 0o077;
  return others === 0 ? undefined : `is accessible to other users: its mode is ${(mode & 0o777).toString(8)}`;
}
