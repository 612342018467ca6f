/** Programs with which a person logs in at the URL that they print. No browser is opened, since `CI` is set. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { jwt, protect } from '@mcp-gen/auth/server';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { onTestFinished } from 'vitest';
import { Browser } from '../delegated/support/browser.js';
import { startProvider } from '../server/provider.js';
import { freePort } from '../../support/httpProgram.js';

/** Starts a server that wants a token of a real authorization server in every request. */
export async function startNotes() {
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const { issuer, grants } = await startProvider(resource, 'jwt');
  const guard = protect({ resource, verify: jwt({ issuer, allowHttp: true }), scopes: ['notes:read'] });
  const server = new Server({ name: 'notes', version: '1.0.0' });
  server.tool('whoami', {}, (_, { auth }) => String(auth?.['subject']));
  const { close, url } = await serveHttp(server, { port, shutdownTimeout: 50, ...guard });
  onTestFinished(close);
  return { url, grants };
}

/** Runs a program in a folder, which has the credentials, too, and logs in where it asks for that. */
export async function runLoggingIn(folder: string, program: string, ...args: readonly string[]) {
  const env = { ...process.env, CI: '1', XDG_CONFIG_HOME: join(folder, 'home'), APPDATA: join(folder, 'home') };
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  const pages: string[] = [];
  child.stdout.on('data', (chunk) => void (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
    const [url] = /http:\S+\/auth\?\S+(?=\n)/.exec(stderr) ?? [];
    if (url === undefined || pages.includes(url)) return;
    pages.push(url);
    void new Browser([]).open(new URL(url));
  });
  const code = await new Promise<number | null>((resolve) => void child.on('close', resolve));
  return { code, stdout, stderr, logins: pages.length };
}
