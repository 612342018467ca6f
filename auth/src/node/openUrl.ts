import { after } from '@mcp-gen/runtime';
import { spawn } from 'node:child_process';
import { win32 } from 'node:path';
import type { Environment } from './credentialsFolder.js';

/** A program and its arguments, started without a shell. */
export type BrowserCommand = readonly [program: string, ...args: string[]];

/** Milliseconds after which a program that is still running counts as successful. */
const START_TIMEOUT = 2_000;

/**
 * Returns the command that opens a page for the user of this computer; undefined if no browser can be shown: in CI, over SSH, and on Linux
 * without a display.
 */
export function browserCommand(url: URL, { platform, env }: Omit<Environment, 'home'>): BrowserCommand | undefined {
  if (!isHttp(url) || isSet(env.CI)) return undefined;
  if (isSet(env.SSH_CONNECTION) || isSet(env.SSH_TTY) || isSet(env.SSH_CLIENT)) return undefined;
  if (platform === 'darwin') return ['/usr/bin/open', url.href];
  if (platform === 'win32') {
    // The full path: for a bare name, Windows searches the working directory first.
    const program = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'rundll32.exe');
    return [program, 'url.dll,FileProtocolHandler', url.href];
  }
  return isSet(env.DISPLAY) || isSet(env.WAYLAND_DISPLAY) ? ['xdg-open', url.href] : undefined;
}

/** Opens a page in the browser of the user, and returns whether that seems to have worked. */
export async function openInBrowser(url: URL): Promise<boolean> {
  const command = browserCommand(url, process);
  return command !== undefined && (await start(command));
}

/** Starts a detached program. Returns whether it is still running or has ended without an error. */
export function start([program, ...args]: BrowserCommand): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, shell: false, windowsHide: true });
    const stop = after(START_TIMEOUT, () => resolve(true), { keepsAlive: true });
    const end = (hasStarted: boolean): void => {
      stop();
      resolve(hasStarted);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.unref();
  });
}

/** Returns whether a browser may open a URL. */
export function isHttp({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && !['', '0', 'false'].includes(variable);
}
