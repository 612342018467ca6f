/** Folders that are expensive to make, such as installed packages: made once in a run, by whichever test needs them first. */

import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The environment variable that names the folder of a run in which shared folders stand. */
export const SHARED_FOLDERS = 'MCP_GEN_SHARED_FOLDERS';

/** How often a test file that waits for another one looks again, in milliseconds. */
const INTERVAL = 50;

/** How long a test file waits for another one, in milliseconds. */
const TIMEOUT = 170_000;

/**
 * Returns a folder that all test files of a run share. Test files run in processes of their own: one of them makes the folder, and
 * the others wait for it. Nothing in it may be changed afterwards.
 *
 * @param make fills the folder, and returns a value that can be written as JSON, which every caller gets
 * @throws whatever `make` throws; the other callers get an error with its message
 */
export async function sharedFolder<Value>(
  name: string,
  make: (folder: string) => Promise<Value>,
): Promise<{ readonly folder: string; readonly value: Value }> {
  const root = process.env[SHARED_FOLDERS];
  if (root === undefined) throw new Error(`${SHARED_FOLDERS} is not set: test/support/temporaryRoot.ts sets it`);
  const folder = join(root, name);
  const result = join(root, `${name}.json`);
  if (await claim(folder)) await publish(result, await outcomeOf(() => make(folder)));
  const deadline = performance.now() + TIMEOUT;
  while (!existsSync(result)) {
    if (performance.now() > deadline) throw new Error(`The shared folder "${name}" was not made in ${TIMEOUT} ms`);
    await setTimeout(INTERVAL);
  }
  const { value, error } = JSON.parse(await readFile(result, 'utf8')) as { value: Value; error?: string };
  if (error !== undefined) throw new Error(`The shared folder "${name}" could not be made: ${error}`);
  return { folder, value };
}

/** Makes the folder. Returns false if another test file has made it. */
async function claim(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function outcomeOf(make: () => Promise<unknown>): Promise<object> {
  try {
    return { value: await make() };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Writes a file that no reader sees half-written. */
async function publish(path: string, content: object): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(content));
  await rename(`${path}.new`, path);
}
