/** What the store of credentials in files adds to the promise of all stores. */

import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FileTokenStore, TokenStoreError } from '@mcp-gen/auth/node';
import { credentialsFolder, exposure } from '../../../auth/src/node/credentialsFolder.js';
import { lifeOf, ownMark } from '../../../auth/src/node/processMark.js';
import { testUnless } from '../../support/omissions.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { stopClock, stopDates } from '../../support/clock.js';

const INCREMENT = fileURLToPath(new URL('increment.mjs', import.meta.url));
const MODES = process.platform === 'win32' ? 'modes of files are those of POSIX' : undefined;
const PROC = process.platform === 'linux' ? undefined : 'the start of a process is looked up in /proc';

async function freshFolder(): Promise<string> {
  return join(await temporaryFolder(), 'credentials');
}

function run(folder: string, times: number | 'hold'): ChildProcess {
  const child = spawn(process.execPath, [INCREMENT, folder, String(times)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const filesIn = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(ending));

async function onlyFile(folder: string): Promise<string> {
  const [name = ''] = await filesIn(folder, '.json');
  return join(folder, name);
}

describe('the folder', () => {
  test.each([
    { platform: 'linux' as const, env: {}, expected: '/home/ada/.config/mcp-gen/credentials' },
    { platform: 'linux' as const, env: { XDG_CONFIG_HOME: '/xdg' }, expected: '/xdg/mcp-gen/credentials' },
    { platform: 'linux' as const, env: { XDG_CONFIG_HOME: 'xdg' }, expected: '/home/ada/.config/mcp-gen/credentials' },
    { platform: 'freebsd' as const, env: {}, expected: '/home/ada/.config/mcp-gen/credentials' },
    {
      platform: 'darwin' as const,
      env: { XDG_CONFIG_HOME: '/xdg' },
      expected: '/home/ada/Library/Application Support/mcp-gen/credentials',
    },
  ])('is $expected on $platform with $env', ({ expected, ...surroundings }) => {
    expect(credentialsFolder({ ...surroundings, home: '/home/ada' })).toBe(expected);
  });

  test('is under %APPDATA% on Windows', () => {
    const home = 'C:\\Users\\Ada';
    const env = { APPDATA: 'D:\\Roaming' };
    expect(credentialsFolder({ platform: 'win32', env, home })).toBe('D:\\Roaming\\mcp-gen\\credentials');
    expect(credentialsFolder({ platform: 'win32', env: {}, home })).toBe(
      'C:\\Users\\Ada\\AppData\\Roaming\\mcp-gen\\credentials',
    );
  });

  test('of a store is the default one, or an absolute path', () => {
    expect(new FileTokenStore().folder).toBe(credentialsFolder());
    expect(() => new FileTokenStore({ folder: 'here' })).toThrow(
      'Invalid option "folder" for FileTokenStore: expected an absolute path, got "here"',
    );
  });

  testUnless(MODES, 'and the files in it can be read by their owner alone, whatever the umask', async () => {
    const folder = await freshFolder();
    const store = new FileTokenStore({ folder });
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    await store.set('key', { token: 'secret' });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(await onlyFile(folder))).mode & 0o777).toBe(0o600);
    await store.lock('key', async () => {
      const [lock = ''] = await filesIn(folder, '.lock');
      expect((await stat(join(folder, lock))).mode & 0o777).toBe(0o600);
    });
  });

  testUnless(MODES, 'is refused if others can look into it', async () => {
    const folder = await freshFolder();
    await mkdir(folder);
    const store = new FileTokenStore({ folder });
    for (const mode of [0o755, 0o710, 0o702, 0o740]) {
      await chmod(folder, mode);
      const refusal = `is accessible to other users: its mode is ${mode.toString(8)}. Expected a folder of mode 700`;
      await expect(store.get('key')).rejects.toThrow(refusal);
      await expect(store.set('key', { token: 'secret' })).rejects.toThrow(refusal);
      await expect(store.lock('key', () => Promise.resolve())).rejects.toThrow(refusal);
    }
    expect(await readdir(folder)).toEqual([]);
    await chmod(folder, 0o700);
    expect(await store.get('key')).toBeUndefined();
  });

  testUnless(MODES, 'or a file of another user is refused', () => {
    const uid = (process.geteuid?.() ?? 0) + 1;
    expect(exposure({ uid, mode: 0o600 })).toContain(`belongs to user ${uid}`);
  });
});

describe('a file', () => {
  testUnless(MODES, 'that others can read is refused, without its content, until it is replaced', async () => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    await store.set('key', { token: 'secret' });
    const path = await onlyFile(store.folder);
    for (const mode of [0o640, 0o604, 0o620]) {
      await chmod(path, mode);
      const error = await store.get('key').catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TokenStoreError);
      expect((error as Error).message).toContain(
        `${path} is accessible to other users: its mode is ${mode.toString(8)}`,
      );
      expect((error as Error).message).not.toContain('secret');
    }
    await store.set('key', { token: 'new' });
    expect(await store.get('key')).toEqual({ token: 'new' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test.each([
    '',
    '{',
    '{"key":"key","value":{"token":"sec',
    '[]',
    'null',
    '{"key":"other","value":{}}',
    '{"key":"key","value":[]}',
  ])('with %j in it is reported as damaged, and left as it is', async (damaged) => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    await store.set('key', { token: 'secret' });
    const path = await onlyFile(store.folder);
    await writeFile(path, damaged);
    const error = await store.get('key').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TokenStoreError);
    expect((error as Error).message).toContain(`${path} is damaged`);
    expect(String(error) + String((error as Error).cause)).not.toContain('sec');
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });

  test('has a bounded size, when it is written and when it is read', async () => {
    const store = new FileTokenStore({ folder: await freshFolder(), sizeLimit: 1_000 });
    await store.set('key', { token: 'secret' });
    await expect(store.set('key', { token: 'é'.repeat(490) })).rejects.toThrow(
      /have 10\d\d bytes, but "sizeLimit" is 1000. Raise the option$/,
    );
    expect(await store.get('key')).toEqual({ token: 'secret' });
    await writeFile(await onlyFile(store.folder), ' '.repeat(1_001));
    await expect(store.get('key')).rejects.toThrow('has 1001 bytes, but "sizeLimit" is 1000. Delete it');
    expect(() => new FileTokenStore({ sizeLimit: 0 })).toThrow(
      'Invalid option "sizeLimit" for FileTokenStore: expected an integer of at least 1, got 0',
    );
  });

  test('that cannot be replaced is an error, and what was written is deleted', async () => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    await store.set('key', { token: 'old' });
    const path = await onlyFile(store.folder);
    await unlink(path);
    await mkdir(join(path, 'x'), { recursive: true });
    await expect(store.set('key', { token: 'secret' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(EISDIR|EPERM|EEXIST)$/),
    });
    await expect(store.set('key', undefined)).rejects.toMatchObject({
      code: expect.stringMatching(/^(EISDIR|EPERM)$/),
    });
    expect(await readdir(store.folder)).toEqual([basename(path)]);
  });

  test('is seen with its old content or with its new one, and nothing else is left', async () => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    const values = ['a', 'b'].map((letter) => ({ token: letter.repeat(100_000) }));
    await store.set('key', values[0]);
    let isWriting = true;
    const write = async (): Promise<void> => {
      for (let i = 0; i < 50; i++) await store.set('key', values[i % 2]);
      isWriting = false;
    };
    const read = async (): Promise<void> => {
      while (isWriting) expect(values).toContainEqual(await store.get('key'));
    };
    await Promise.all([write(), read(), read()]);
    expect(await readdir(store.folder)).toHaveLength(1);
  });

  testUnless(PROC, 'that a killed process was about to write is deleted by the next one that writes', async () => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    await store.set('key', { token: 'old' });
    const name = (await onlyFile(store.folder)).replace(/\.json$/, '');
    const [machine = '', pid = '', started = ''] = (await ownMark()).split('-');
    const abandoned = `${name}.${machine}-${pid}-${Number(started) - 1}.0000.tmp`;
    const living = `${name}.${machine}-${pid}-${started}.0000.tmp`;
    for (const path of [abandoned, living]) await writeFile(path, 'half');
    await store.set('key', { token: 'new' });
    expect(await filesIn(store.folder, '.tmp')).toEqual([living.slice(store.folder.length + 1)]);
  });
});

describe('the lock', () => {
  test('makes processes take turns, and outlives one that is killed while it has it', async () => {
    const folder = await freshFolder();
    const holder = run(folder, 'hold');
    await once(holder.stdout ?? holder, 'data');
    const ended = [20, 20, 20].map(async (times) => once(run(folder, times), 'exit'));
    const store = new FileTokenStore({ folder });
    // They wait: nobody counts while the lock is held.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await store.get('counter')).toBeUndefined();
    holder.kill('SIGKILL');
    expect(await Promise.all(ended)).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ]);
    expect(await store.get('counter')).toEqual({ count: 60 });
    expect(await readdir(folder)).toHaveLength(1);
  });

  test('belongs to one of many who ask for it at the same moment', async () => {
    const folder = await freshFolder();
    let running = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        new FileTokenStore({ folder }).lock('key', async () => {
          expect(++running).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 1));
          running--;
          done++;
        }),
      ),
    );
    expect(done).toBe(20);
    expect(await readdir(folder)).toEqual([]);
  });

  test('lets the others count exactly, although processes are killed at any moment', async () => {
    const folder = await freshFolder();
    const store = new FileTokenStore({ folder });
    const victims = [1, 2, 3].map(() => run(folder, 1_000_000));
    await expect.poll(async () => (await store.get('counter'))?.count ?? 0).toBeGreaterThan(5);
    for (const victim of victims) {
      const before = Number((await store.get('counter'))?.count);
      await expect.poll(async () => Number((await store.get('counter'))?.count)).toBeGreaterThan(before);
      const gone = once(victim, 'exit');
      victim.kill('SIGKILL');
      await gone;
    }
    const { count } = await store.lock('counter', async () => (await store.get('counter')) ?? {});
    const [, code] = await Promise.all([once(run(folder, 10), 'exit'), once(run(folder, 10), 'exit')]);
    expect(code).toEqual([0, null]);
    expect(await store.get('counter')).toEqual({ count: Number(count) + 20 });
    expect(await filesIn(folder, '.lock')).toEqual([]);
    expect(await filesIn(folder, '.tmp')).toEqual([]);
  });

  test('is waited for no longer than lockTimeout, with an error that says so', async () => {
    const folder = await freshFolder();
    const holder = run(folder, 'hold');
    await once(holder.stdout ?? holder, 'data');
    const store = new FileTokenStore({ folder, lockTimeout: 200 });
    const error = await store.lock('counter', () => Promise.resolve()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TokenStoreError);
    expect((error as Error).message).toContain(
      `Timed out after 200 ms waiting for the lock of the credentials in ${folder}`,
    );
  });

  test('held by another process is no longer waited for when the signal aborts', async () => {
    const folder = await freshFolder();
    const holder = run(folder, 'hold');
    await once(holder.stdout ?? holder, 'data');
    const abort = new AbortController();
    const waiting = new FileTokenStore({ folder }).lock('counter', () => Promise.resolve(), abort.signal);
    setTimeout(() => abort.abort(new Error('not needed')), 100);
    await expect(waiting).rejects.toThrow('not needed');
    expect(await filesIn(folder, '.lock')).toHaveLength(1);
  });

  test('of a process on another machine is released when it has not been renewed for 30 seconds', async () => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    const elsewhere = await foreignLock(store);
    stopDates();
    let isLocked = false;
    const waiting = store.lock('key', () => {
      isLocked = true;
      return Promise.resolve();
    });
    const look = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 110));
    await look();
    // A waiter that slept for an hour, for example with its computer, has not watched the lock meanwhile.
    vi.advanceTimersByTime(3_600_000);
    await look();
    expect(isLocked).toBe(false);
    for (let second = 0; second < 25; second++) {
      vi.advanceTimersByTime(1_000);
      await look();
    }
    expect(isLocked).toBe(false);
    const renewed = new Date(Date.now() + 1_000);
    await utimes(elsewhere, renewed, renewed);
    for (let second = 0; second < 28; second++) {
      vi.advanceTimersByTime(1_000);
      await look();
    }
    expect(isLocked).toBe(false);
    // On a busy machine, the waiter does not look in each of these seconds.
    const isLockedLater = async (): Promise<boolean> => {
      vi.advanceTimersByTime(1_000);
      await look();
      return isLocked;
    };
    await expect.poll(isLockedLater, { timeout: 20_000 }).toBe(true);
    await waiting;
  });

  test('of a process on another machine is free when its file vanishes while it is inspected', async () => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    const elsewhere = await foreignLock(store);
    await unlink(elsewhere);
    await symlink(join(store.folder, 'gone'), elsewhere);
    expect(await store.lock('key', () => Promise.resolve('done'))).toBe('done');
    expect(await filesIn(store.folder, '.lock')).toEqual([]);
  });

  test('of a process on another machine that cannot be inspected is an error, not a free lock', async () => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    const elsewhere = await foreignLock(store);
    await unlink(elsewhere);
    await symlink(elsewhere, elsewhere);
    let isLocked = false;
    const waiting = store.lock('key', () => Promise.resolve((isLocked = true)));
    await expect(waiting).rejects.toMatchObject({ code: 'ELOOP' });
    expect([isLocked, await filesIn(store.folder, '.lock')]).toEqual([false, [basename(elsewhere)]]);
  });

  test('is released although its file has been deleted meanwhile', async () => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    stopClock();
    const result = await store.lock('key', async () => {
      const [name = ''] = await filesIn(store.folder, '.lock');
      await unlink(join(store.folder, name));
      vi.advanceTimersByTime(5_000);
      return 'done';
    });
    expect([result, vi.getTimerCount()]).toEqual(['done', 0]);
  });

  test('is renewed while it is held', async () => {
    const store = new FileTokenStore({ folder: await freshFolder() });
    stopClock();
    await store.lock('key', async () => {
      const [name = ''] = await filesIn(store.folder, '.lock');
      const path = join(store.folder, name);
      await utimes(path, new Date(0), new Date(0));
      vi.advanceTimersByTime(5_000);
      await expect.poll(async () => (await stat(path)).mtimeMs).toBeGreaterThan(0);
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  testUnless(PROC, 'is told from one of an earlier process that had the same number', async () => {
    const [machine = '', pid = '', started = ''] = (await ownMark()).split('-');
    expect(await lifeOf(await ownMark())).toBe('running');
    expect(await lifeOf(`${machine}-${pid}-${Number(started) - 1}`)).toBe('ended');
    expect(await lifeOf(`${machine}-999999999-1`)).toBe('ended');
    expect(await lifeOf(`${machine}-${pid}-`)).toBe('unknown');
    expect(await lifeOf(`000000000000-${pid}-${started}`)).toBe('unknown');
    expect(await lifeOf('')).toBe('unknown');
    // A signal to one of these would reach other processes, or none.
    for (const pid of ['', '0', '1.5', 'x', '9007199254740993'])
      expect(await lifeOf(`${machine}-${pid}-1`)).toBe('ended');
  });

  testUnless(PROC, 'of a killed process is released although its parent has not noticed', async () => {
    const parent = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(output.toString());
    // Until the shell has become `sleep`, it would notice.
    await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    const { [21]: started = '' } = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ');
    const mark = `${(await ownMark()).split('-')[0] ?? ''}-${pid}-${started}`;
    expect(await lifeOf(mark)).toBe('running');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => lifeOf(mark)).toBe('ended');
    expect(process.kill(pid, 0)).toBe(true);
  });
});

/** Puts a lock into the folder that a process on another machine holds. */
async function foreignLock(store: FileTokenStore): Promise<string> {
  await store.set('key', {});
  const path = (await onlyFile(store.folder)).replace(/\.json$/, '.000000000000-1-1.0000.lock');
  await writeFile(path, '');
  return path;
}
