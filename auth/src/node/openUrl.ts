import { spawn } from 'node:child_process';
import { win32 } from 'node:path';
import type { Surroundings } from './credentialsFolder.js';

/** A program and its arguments, which no shell sees. */
export type BrowserCommand = readonly [program: string, ...args: string[]];

/** Milliseconds after which a program that has not ended is taken to show the page. */
const PATIENCE = 2_000;

/**
 * Returns what shows a page to the person at this computer. Nothing where nobody would see it: in CI, over SSH, and where Linux has no
 * display.
 */
export function browserCommand(url: URL, { platform, env }: Omit<Surroundings, 'home'>): BrowserCommand | undefined {
  if (!isHttp(url) || isSet(env.CI)) return undefined;
  if (isSet(env.SSH_CONNECTION) || isSet(env.SSH_TTY) || isSet(env.SSH_CLIENT)) return undefined;
  if (platform === 'darwin') return ['/usr/bin/open', url.href];
  if (platform === 'win32') {
    // By its path: Windows would look for the name in the working directory first.
    const program = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'rundll32.exe');
    return [program, 'url.dll,FileProtocolHandler', url.href];
  }
  return isSet(env.DISPLAY) || isSet(env.WAYLAND_DISPLAY) ? ['xdg-open', url.href] : undefined;
}

/** Shows a page in the browser of the person at this computer, and returns whether that worked as far as can be seen. */
export async function openInBrowser(url: URL): Promise<boolean> {
  const command = browserCommand(url, process);
  return command !== undefined && (await start(command));
}

/** Starts a program that goes on without this one. Returns whether it is running or has ended without an error. */
export function start([program, ...args]: BrowserCommand): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, shell: false, windowsHide: true });
    const timer = setTimeout(() => resolve(true), PATIENCE);
    const end = (hasStarted: boolean): void => {
      clearTimeout(timer);
      resolve(hasStarted);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.unref();
  });
}

/** Whether a URL is one that a browser may be sent to. */
export function isHttp({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && !['', '0', 'false'].includes(variable);
}
