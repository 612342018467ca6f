import fs from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchSchemas } from '../../../generator/cli/watchSchemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const SCHEMAS = { 'schemas/a/schema.ts': '1', 'schemas/b/schema.ts': '1', 'schemas/c/schema.ts': '1' };

interface Watched {
  readonly folder: string;
  readonly controller: AbortController;
  /** Waits for the next change. */
  readonly next: () => Promise<IteratorResult<readonly string[]>>;
}

async function watchTwo(): Promise<Watched> {
  const folder = join(await temporaryFolder(SCHEMAS), 'schemas');
  const controller = new AbortController();
  onTestFinished(() => {
    controller.abort();
  });
  const changes = watchSchemas(folder, ['a', 'b'], controller.signal)[Symbol.asyncIterator]();
  return { folder, controller, next: () => changes.next() };
}

test('the revision whose schema is written is named, once for several writes', async () => {
  const { folder, next } = await watchTwo();
  await writeFile(join(folder, 'a/schema.ts'), '2');
  await writeFile(join(folder, 'a/schema.ts'), '3');
  expect(await next()).toEqual({ done: false, value: ['a'] });
  await writeFile(join(folder, 'b/schema.ts'), '2');
  expect(await next()).toEqual({ done: false, value: ['b'] });
});

test('other files, and revisions that are not watched, are nothing to tell', async () => {
  const { folder, next } = await watchTwo();
  await writeFile(join(folder, 'a/schema.json'), '2');
  await writeFile(join(folder, 'c/schema.ts'), '2');
  await writeFile(join(folder, 'notes.md'), '2');
  await writeFile(join(folder, 'b/schema.ts'), '2');
  expect(await next()).toEqual({ done: false, value: ['b'] });
});

test('a file that is replaced is watched on', async () => {
  const { folder, next } = await watchTwo();
  for (const text of ['2', '3']) {
    await writeFile(join(folder, 'a/schema.ts.new'), text);
    await rename(join(folder, 'a/schema.ts.new'), join(folder, 'a/schema.ts'));
    expect(await next()).toEqual({ done: false, value: ['a'] });
  }
});

test('a folder that goes and comes back is watched on, once', async () => {
  const { folder, next } = await watchTwo();
  const watchers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'FSEventWrap').length;
  const before = watchers();
  await rm(join(folder, 'a'), { recursive: true });
  expect(await next()).toEqual({ done: false, value: ['a'] });
  await mkdir(join(folder, 'a'));
  expect(await next()).toEqual({ done: false, value: ['a'] });
  await writeFile(join(folder, 'a/schema.ts'), '2');
  expect(await next()).toEqual({ done: false, value: ['a'] });
  expect(watchers()).toBe(before);
});

test('a change that the system does not name may be one of the schema', async () => {
  const watch = vi.spyOn(fs, 'watch');
  onTestFinished(() => {
    watch.mockRestore();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  const { folder, next } = await watchTwo();
  const calls = watch.mock.calls as unknown as readonly [
    string,
    object,
    (event: string, entry: string | null) => void,
  ][];
  for (const [path, , changed] of calls) changed('change', path === join(folder, 'a') ? null : 'schema.ts');
  expect(await next()).toEqual({ done: false, value: ['a', 'b'] });
});

test('a schema folder that goes away ends the watch with an error', async () => {
  const { folder, next } = await watchTwo();
  await rename(folder, `${folder}-moved`);
  await expect(next()).rejects.toThrow(`${folder} was removed`);
});

test('an abort ends the iteration', async () => {
  const { controller, next } = await watchTwo();
  const waiting = next();
  controller.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
});
