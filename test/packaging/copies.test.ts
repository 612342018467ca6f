/** Two copies of the built packages in one process recognize each other's errors. */

import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type * as Runtime from '@mcp-gen/runtime';
import type * as Sdk from '@mcp-gen/sdk';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const PACKAGES = { runtime: 'runtime', protocol: 'generated', sdk: 'sdk' };

/** Copies the built packages into a project, and loads them from there. */
async function copyOf(project: string): Promise<{ readonly runtime: typeof Runtime; readonly sdk: typeof Sdk }> {
  for (const [name, folder] of Object.entries(PACKAGES)) {
    for (const part of ['package.json', 'dist']) {
      const path = join(project, 'node_modules/@mcp-gen', name, part);
      await cp(join(ROOT, folder, part), path, { recursive: true });
    }
  }
  for (const name of ['cross-spawn', 'eventsource-parser']) {
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name), 'junction');
  }
  const load = (path: string): Promise<unknown> =>
    import(pathToFileURL(join(project, 'node_modules/@mcp-gen', path)).href);
  return {
    runtime: (await load('runtime/dist/index.js')) as typeof Runtime,
    sdk: (await load('sdk/dist/index.js')) as typeof Sdk,
  };
}

test('an error of one copy is an instance of the class of another copy', async () => {
  const folder = await temporaryFolder();
  const here = await copyOf(join(folder, 'here'));
  const there = await copyOf(join(folder, 'there'));
  expect(there.runtime.JsonRpcError).not.toBe(here.runtime.JsonRpcError);
  expect(there.sdk.ToolError).not.toBe(here.sdk.ToolError);

  const cause = new Error('cause');
  const closed = new there.runtime.ConnectionClosedError('closed', 'The connection is closed', { cause });
  expect(closed).toBeInstanceOf(here.runtime.ConnectionClosedError);
  expect(closed).toBeInstanceOf(Error);
  expect(closed).toMatchObject({ name: 'ConnectionClosedError', code: 'CONNECTION_CLOSED', cause });
  expect(String(closed)).toBe('ConnectionClosedError: The connection is closed');
  const rpc = new there.runtime.JsonRpcError(-32_603, 'Internal error');
  expect(rpc).toBeInstanceOf(here.sdk.JsonRpcError);
  expect(rpc.code).toBe(-32_603);

  // A class of the package that extends another one is an instance of both, and of no sibling.
  const notFound = new there.sdk.NotFoundError();
  expect(notFound).toBeInstanceOf(here.sdk.NotFoundError);
  expect(notFound).toBeInstanceOf(here.sdk.ToolError);
  expect(notFound).not.toBeInstanceOf(here.sdk.AskError);
  expect(new there.sdk.ToolError('x')).not.toBeInstanceOf(here.sdk.NotFoundError);

  // So is a class of the application; only its own instances are instances of it.
  class Theirs extends there.sdk.ToolError {}
  class Ours extends here.sdk.ToolError {}
  expect(new Theirs('x')).toBeInstanceOf(here.sdk.ToolError);
  expect(new Theirs('x')).toBeInstanceOf(Theirs);
  expect(new Theirs('x')).not.toBeInstanceOf(Ours);
  expect(new here.sdk.ToolError('x')).not.toBeInstanceOf(Ours);
  for (const value of [null, undefined, 'ToolError', 1, {}]) expect(value).not.toBeInstanceOf(here.sdk.ToolError);
});
