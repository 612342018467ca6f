/** Where the drafts and proposals of `npm run watch-spec` come from, and what happens if they cannot be read. */

import { createServer, type RequestListener } from 'node:http';
import { cp, mkdir, truncate, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { DRAFT, filesIn, SPECIFICATION, watchSpec, writeProposals } from './command.js';

/** Serves requests on a port of its own. Returns the URL. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('bad input ends with the code 2, and nothing is written', () => {
  /** Expects an error with this text. */
  async function expectRefused(text: string, ...args: readonly string[]): Promise<void> {
    const out = join(await temporaryFolder(), 'coming');
    const { code, stdout, stderr } = await watchSpec('--out', out, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await filesIn(out)).toEqual([]);
  }

  test('arguments', async () => {
    await expectRefused('--from is required');
    await expectRefused('--stage must be one of none, adopted', '--from', SPECIFICATION, '--stage', 'odd');
    await expectRefused("Unknown option '--odd'", '--from', SPECIFICATION, '--odd');
  });

  test('folders that are missing, or have nothing', async () => {
    await expectRefused('Cannot read the folder none: ENOENT', '--from', 'none');
    await expectRefused('No schema of draft found', '--from', await writeProposals(await temporaryFolder()));
    await expectRefused('is not a repository', '--from', SPECIFICATION, '--proposals', 'docs');
    await expectRefused('Cannot read the folder none: ENOENT', '--from', SPECIFICATION, '--extensions', 'none');
    await expectRefused('README.md: ENOTDIR', '--from', SPECIFICATION, '--extensions', 'README.md');
  });

  test('a release that cannot be compiled', async () => {
    const folder = await temporaryFolder();
    await cp(SPECIFICATION, folder, { recursive: true });
    await writeFile(join(folder, '2026-07-28/schema.ts'), 'export type Odd = Missing;');
    await expectRefused("Cannot find name 'Missing'", '--from', folder);
  });

  test('a huge file', async () => {
    const folder = await temporaryFolder();
    await cp(SPECIFICATION, folder, { recursive: true });
    await truncate(join(folder, 'draft/schema.ts'), 17 * 1024 * 1024);
    await expectRefused('is larger than 16777216 bytes', '--from', folder);
  });

  test('a URL that fails, and one whose answer does not end', async () => {
    const failing = await serve((_, response) => response.writeHead(500).end());
    await expectRefused('responded with 500', '--from', failing);
    await expectRefused('responded with 500', '--from', SPECIFICATION, '--proposals', failing);
    const endless = await serve((_, response) => {
      const chunk = Buffer.alloc(1 << 20, ' ');
      const send = (): void => {
        while (!response.closed && response.write(chunk));
      };
      response.on('drain', send);
      send();
    });
    await expectRefused('is larger than 16777216 bytes', '--from', endless);
    await expectRefused('Unsupported URL ftp://example.com/', '--from', 'ftp://example.com/');
  });

  test('facts of something else', async () => {
    await expectRefused('package.json is not a file of this version of the command', '--facts', 'package.json');
    await expectRefused('Cannot read none: ENOENT', '--facts', 'none');
    await expectRefused('not both', '--facts', 'none', '--from', SPECIFICATION);
    const folder = await temporaryFolder();
    const file = join(folder, 'coming.json');
    for (const subjects of [{}, [{}], [{ id: '../up' }], [{ id: 'draft', kind: 'draft', changes: {} }]]) {
      await writeFile(file, JSON.stringify({ format: 1, release: '2026-07-28', specification: {}, subjects }));
      await expectRefused('is not a file of this version of the command', '--facts', file);
    }
  });

  test('results of something else', async () => {
    const args = ['--from', SPECIFICATION, '--stage', 'adopted', '--results'];
    await expectRefused('has something else than results in line 1', ...args, 'package.json');
    await expectRefused('Cannot write results to none/file: ENOENT', ...args, 'none/file');
  });

  test('a folder that is a file', async () => {
    const { code, stderr } = await watchSpec('--from', SPECIFICATION, '--out', 'README.md');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'Cannot read the folder README.md: ENOTDIR (npm run watch-spec -- --help)\n',
    });
  });

  test('a folder with other files is left as it is', async () => {
    const out = await temporaryFolder();
    await writeFile(join(out, 'index.md'), 'mine');
    const { code, stderr } = await watchSpec('--from', SPECIFICATION, '--out', out);
    expect(code).toBe(2);
    expect(stderr).toContain('has other files, and no coming.json');
    expect(await filesIn(out)).toEqual([{ path: 'index.md', text: 'mine' }]);
  });
});

test('pages of proposals that are gone are removed, and files of others are not', async () => {
  const out = join(await temporaryFolder(), 'coming');
  await watchSpec('--from', SPECIFICATION, '--proposals', await writeProposals(await temporaryFolder()), '--out', out);
  await writeFile(join(out, 'mine.md'), 'mine');
  await watchSpec('--from', SPECIFICATION, '--out', out);
  const names = (await filesIn(out)).map(({ path }) => path);
  expect(names).toEqual(['coming.json', 'draft.md', 'index.md', 'mine.md', 'paint.md']);
});

test('a URL has the paths of the repository of the specification', async () => {
  const url = await serve((request, response) => {
    const isScript = request.url === '/fork/next/schema/draft/schema.ts';
    // The JSON Schema is not compared here.
    response.end(isScript ? DRAFT : '{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{}}');
  });
  const { code, stdout, stderr } = await watchSpec('--from', SPECIFICATION, '--proposals', `${url}fork/next`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('| [Proposal next](next.md) | It changes no messages. |');
});

test('a draft that cannot be compiled has a page with the reason, and so have its proposals', async () => {
  const folder = await temporaryFolder();
  await cp(SPECIFICATION, folder, { recursive: true });
  await writeFile(join(folder, 'draft/schema.ts'), DRAFT.replace('title: string', 'title: Title'));
  const { code, stdout } = await watchSpec(
    '--from',
    folder,
    '--proposals',
    await writeProposals(await temporaryFolder()),
  );
  expect(code).toBe(0);
  expect(stdout).toContain('| [The newest draft](draft.md) | Its schema cannot be compiled yet. |');
  expect(stdout).toContain('| [Proposal 4001](proposal-4001.md) | Its schema cannot be compiled yet. |');
});

test('a release that this project does not have is compared with the newest one that it has', async () => {
  const folder = await temporaryFolder();
  await cp(SPECIFICATION, folder, { recursive: true });
  await cp(join(SPECIFICATION, 'draft'), join(folder, '2030-01-01'), { recursive: true });
  const { stdout } = await watchSpec('--from', folder);
  expect(stdout).toContain('| [Revision 2030-01-01](2030-01-01.md) |');
  expect(stdout).toContain('The newest draft is equal to 2030-01-01, the newest released revision.');
});

describe('a repository', () => {
  test('has pull requests that can be merged: on the present draft, or on theirs if both conflict', async () => {
    const folder = await temporaryFolder();
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    const git = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await runProgram(folder, 'git', [...identity, ...args]);
      if (code !== 0) throw new Error(stderr);
      return stdout.trim();
    };
    const commit = async (draft: string): Promise<string> => {
      await mkdir(join(folder, 'schema/draft'), { recursive: true });
      await writeFile(join(folder, 'schema/draft/schema.ts'), draft);
      await git('add', '.');
      await git('commit', '--quiet', '--message', 'Change the draft');
      return git('rev-parse', 'HEAD');
    };
    const pull = async (number: number, from: string, draft: string): Promise<void> => {
      await git('checkout', '--quiet', '--detach', from);
      const tip = await commit(draft);
      for (const name of ['head', 'merge']) await git('update-ref', `refs/pull/${number}/${name}`, tip);
      await git('checkout', '--quiet', 'main');
    };
    await git('init', '--quiet', '--initial-branch', 'main');
    await cp(join(SPECIFICATION, '2026-07-28'), join(folder, 'schema/2026-07-28'), { recursive: true });
    const first = await commit(DRAFT);
    const present = await commit(DRAFT.replace("  color: 'red'", "  shade?: string;\n  color: 'red'"));
    await pull(7, first, DRAFT.replace('  trace: string;', '  trace?: string;'));
    await pull(8, first, DRAFT.replace("  color: 'red'", "  tone?: string;\n  color: 'red'"));
    const { code, stdout, stderr } = await watchSpec('--from', folder, '--proposals', folder, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { specification, release, subjects } = JSON.parse(stdout) as {
      readonly release: string;
      readonly specification: object;
      readonly subjects: readonly { readonly id: string }[];
    };
    expect({ specification, release }).toMatchObject({ specification: { commit: present }, release: '2026-07-28' });
    const [, seventh, eighth] = subjects;
    const change = (rule: string, path: string): object => ({
      definitions: [{ changes: [expect.objectContaining({ rule, path })] }],
    });
    expect(seventh).toMatchObject({ id: 'proposal-7', number: 7, changes: change('field-became-optional', 'trace') });
    expect(seventh).not.toHaveProperty('before');
    // It does not have what the present draft has, and does not remove it either.
    expect(eighth).toMatchObject({
      id: 'proposal-8',
      before: true,
      changes: change('optional-field-added', 'tone'),
    });
  });
});
