/** The contract of task stores, the one in memory, and broken ones. */

import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileTaskStore, MemoryTaskStore, type TaskRecord, type TaskStore } from '@mcp-gen/sdk/tasks';
import { taskStoreContract, type TaskStoreSubject } from '@mcp-gen/sdk/testing';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { PATIENT, testCases, testRefusals } from './support.js';
import { stopDates } from '../support/clock.js';
import { TURNS, overtaking } from '../support/stores.js';

testCases(
  'in memory',
  taskStoreContract(() => ({ store: new MemoryTaskStore() })),
);
for (const turns of TURNS) {
  testCases(
    `whose first call is overtaken for ${turns} turns`,
    taskStoreContract(() => ({ store: overtaking(new MemoryTaskStore(), turns) }), PATIENT),
  );
}

testCases(
  'in files',
  taskStoreContract(async () => ({ store: new FileTaskStore(join(await temporaryFolder(), 'tasks')) })),
);

function broken(change: (store: MemoryTaskStore) => Partial<TaskStore>): TaskStoreSubject {
  const store = new MemoryTaskStore();
  const whole: TaskStore = {
    set: (record) => store.set(record),
    get: (id) => store.get(id),
    delete: (id) => store.delete(id),
  };
  return { store: { ...whole, ...change(store) } };
}

testRefusals<TaskStoreSubject>(taskStoreContract, [
  {
    fault: 'keeps no questions',
    make: () => broken((store) => ({ set: ({ questions: _, ...record }) => store.set(record) })),
    refusals: { 'returns the complete record': 'get must be' },
  },
  {
    fault: 'compares ids without case',
    make: () => {
      return broken((store) => ({
        set: (record) => store.set({ ...record, id: record.id.toLowerCase() }),
        get: (id) => store.get(id.toLowerCase()),
        delete: (id) => store.delete(id.toLowerCase()),
      }));
    },
    refusals: { 'an unknown id': 'must be undefined' },
  },
  {
    fault: 'merges records',
    make: () => {
      return broken((store) => ({ set: (record) => store.set({ ...store.get(record.id), ...record }) }));
    },
    refusals: { 'set replaces': 'get must be' },
  },
  {
    fault: 'deletes nothing',
    make: () => broken(() => ({ delete: () => undefined })),
    refusals: { 'delete removes': 'get of a task that is deleted must be undefined' },
  },
  {
    fault: 'names tasks that have ended',
    make: () => broken(() => ({ unfinished: () => ['Aa0-_'.padEnd(32, 'x'), 'aa0-_'.padEnd(32, 'x')] })),
    refusals: { unfinished: 'unfinished must be' },
  },
  {
    fault: 'forgets all but the last of several',
    make: () => {
      let writing = 0;
      return broken((store) => ({
        async set(record) {
          const own = ++writing;
          await new Promise((resolve) => setImmediate(resolve));
          if (own === writing) store.set(record);
        },
      }));
    },
    refusals: { 'written concurrently': 'get must be' },
  },
  {
    fault: 'keeps listeners of its channel that have unsubscribed',
    make: () => {
      const { channel } = new MemoryTaskStore();
      return broken(() => ({
        channel: {
          publish: (message) => channel.publish(message),
          subscribe: (listener) => {
            void channel.subscribe(listener);
            return () => undefined;
          },
        },
      }));
    },
    refusals: { 'the channel': 'The messages of a listener that has unsubscribed must be' },
  },
  {
    fault: 'keeps the objects',
    make: () => {
      const kept = new Map<string, TaskRecord>();
      return {
        store: {
          set: (record) => void kept.set(record.id, record),
          get: (id) => kept.get(id),
          delete: (id) => void kept.delete(id),
        },
      };
    },
    refusals: { 'outside the store': 'get must be' },
  },
]);

const RECORD: TaskRecord = {
  id: 'a',
  owner: null,
  tool: 'job',
  status: 'working',
  createdAt: 0,
  updatedAt: 0,
  ttl: 1_000,
  pollInterval: 1,
  aliveUntil: 0,
};

test('the store in memory makes room for a task only where another one has expired', () => {
  stopDates();
  const now = Date.now();
  const store = new MemoryTaskStore({ maxTasks: 1 });
  store.set({ ...RECORD, createdAt: now - 500 });
  expect(() => store.set({ ...RECORD, id: 'b' })).toThrow('The task store is full: it has 1 tasks with');
  store.set({ ...RECORD, tool: 'again' });
  vi.advanceTimersByTime(500);
  store.set({ ...RECORD, id: 'b', createdAt: now });
  expect(store.get('a')).toBeUndefined();
  expect(store.size).toBe(1);
});

test('the store in memory counts bytes', () => {
  const store = new MemoryTaskStore({ maxBytes: 1_000 });
  store.set({ ...RECORD, ttl: null });
  expect(() => store.set({ ...RECORD, id: 'b', tool: 'x'.repeat(1_000) })).toThrow('The task store is full');
  store.delete('a');
  store.delete('a');
  expect(() => store.set({ ...RECORD, id: 'b', tool: 'x'.repeat(500) })).toThrow('it has 0 tasks with 0 bytes');
  store.set({ ...RECORD, id: 'b', tool: 'x'.repeat(100) });
  expect(store.get('b')?.tool).toHaveLength(100);
});

test('a task counts for the caller that began it, also if another one changes it', () => {
  const store = new MemoryTaskStore({ maxTasks: 1 });
  store.set({ ...RECORD, ttl: null, caller: 'one' });
  store.set({ ...RECORD, ttl: null, caller: 'two' });
  store.delete('a');
  store.set({ ...RECORD, id: 'b' });
  expect(store.size).toBe(1);
});

test('options of the store in memory are checked', () => {
  expect(() => new MemoryTaskStore({ max: 1 } as object)).toThrow('Unknown option "max" for the task store');
  expect(() => new MemoryTaskStore({ maxTasks: 0 })).toThrow('Invalid option "maxTasks" for the task store');
});

test('the store in files keeps tasks for the next process, where nobody else reads them, and drops what has expired', async () => {
  const folder = join(await temporaryFolder(), 'a', 'b');
  const store = new FileTaskStore(folder);
  const now = Date.now();
  await store.set({ ...RECORD, id: 'Kept', createdAt: now, ttl: 60_000 });
  await store.set({ ...RECORD, id: 'kept', createdAt: now, ttl: null });
  await store.set({ ...RECORD, id: 'gone', createdAt: now - 10, ttl: 1 });
  const files = await readdir(folder);
  expect(files).toHaveLength(3);
  const next = new FileTaskStore(folder, { maxTasks: 3 });
  expect(await next.get('Kept')).toMatchObject({ id: 'Kept', ttl: 60_000 });
  expect(await readdir(folder)).toHaveLength(2);
  if (process.platform !== 'win32') {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, files[0] as string))).mode & 0o777).toBe(0o600);
  }
  await next.set({ ...RECORD, id: 'more', createdAt: now });
  await expect(next.set({ ...RECORD, id: 'much', createdAt: now })).rejects.toThrow('The task store is full: it has 3');
  await next.delete('more');
  await next.set({ ...RECORD, id: 'much', createdAt: now });
  expect(await next.get('more')).toBeUndefined();
});

test('files that a process left while it was writing are removed when they are old', async () => {
  const folder = await temporaryFolder();
  const name = '61.json';
  const old = new Date(Date.now() - 61_000);
  for (const file of [`${name}.1.1`, `${name}.1.2`, 'notes.txt']) await writeFile(join(folder, file), '{');
  for (const file of [`${name}.1.1`, 'notes.txt']) await utimes(join(folder, file), old, old);
  expect(await new FileTaskStore(folder).get('a')).toBeUndefined();
  expect((await readdir(folder)).toSorted()).toEqual([`${name}.1.2`, 'notes.txt']);
});

test('a record that cannot be written leaves no file and takes no room', async () => {
  const folder = await temporaryFolder();
  const store = new FileTaskStore(folder, { maxTasks: 1 });
  expect(await store.get('a')).toBeUndefined();
  await mkdir(join(folder, '61.json'));
  await expect(store.set(RECORD)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(await readdir(folder)).toEqual(['61.json']);
  await store.set({ ...RECORD, id: 'b' });
});

test('an invalid record in a file is passed to the server unchanged, and counts', async () => {
  const folder = await temporaryFolder();
  const first = new FileTaskStore(folder);
  const id = 'x'.repeat(32);
  await first.set({ ...RECORD, id });
  const [file = ''] = await readdir(folder);
  await writeFile(join(folder, file), '{"id":"xxx');
  await writeFile(join(folder, 'notes.txt'), 'Not a task');
  const store = new FileTaskStore(folder, { maxTasks: 1 });
  expect(await store.get(id)).toEqual({});
  await expect(store.set({ ...RECORD, id: 'other' })).rejects.toThrow('it has 1 tasks with 10 bytes');
  expect(() => new FileTaskStore('')).toThrow('The task store needs the path of a folder');
  await expect(new FileTaskStore(join(folder, 'notes.txt')).get(id)).rejects.toThrow('EEXIST');
});
