import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseProject } from '../../../generator/cli/chooseProject.js';
import { run } from '../../../generator/cli/run.js';
import type { Terminal } from '../../../generator/cli/terminal.js';
import { REVISIONS } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const NEWEST_FIRST = REVISIONS.map(({ revision }) => revision).toReversed();

/** A terminal at which a person gives these answers, one after the other. */
function attended(answers: readonly string[]): { terminal: Terminal; questions: string[]; notes: string[] } {
  const questions: string[] = [];
  const notes: string[] = [];
  const left = [...answers];
  const ask = (question: string): Promise<string> => {
    questions.push(question);
    const answer = left.shift();
    return answer === undefined ? Promise.reject(new Error(`No answer to ${question}`)) : Promise.resolve(answer);
  };
  const terminal: Terminal = {
    print: () => undefined,
    note: (text) => void notes.push(text),
    paint: (_, text) => text,
    prompt: (talk) => talk(ask),
  };
  return { terminal, questions, notes };
}

const NOBODY: Terminal = { print: () => undefined, note: () => undefined, paint: (_, text) => text };

test('with nobody to ask, the defaults are the name of the folder and all revisions, newest first', async () => {
  expect(await chooseProject({ kind: 'server', folder: 'x/My Server' }, NOBODY)).toEqual({
    name: 'my-server',
    template: 'minimal',
    revisions: NEWEST_FIRST,
    restricted: false,
    stateless: true,
    transport: 'stdio',
  });
});

test('a folder whose name npm cannot take gives the name of the kind', async () => {
  expect((await chooseProject({ kind: 'server', folder: '/' }, NOBODY)).name).toBe('mcp-server');
  expect((await chooseProject({ kind: 'client', folder: '/' }, NOBODY)).name).toBe('mcp-client');
});

test('a person sees the defaults, and takes them with an empty answer', async () => {
  const { terminal, questions } = attended(['', '']);
  expect(await chooseProject({ kind: 'server', folder: 'weather' }, terminal)).toEqual({
    name: 'weather',
    template: 'minimal',
    revisions: NEWEST_FIRST,
    restricted: false,
    stateless: true,
    transport: 'stdio',
  });
  expect(questions).toEqual(['Name (weather): ', `Revisions (${NEWEST_FIRST.join()}): `]);
});

test('a person is asked again until the answer can be used', async () => {
  const { terminal, notes } = attended(['No Name', '@me/weather', '1999-01-01', ' 2024-11-05 ,']);
  expect(await chooseProject({ kind: 'server', folder: 'weather' }, terminal)).toEqual({
    name: '@me/weather',
    template: 'minimal',
    revisions: ['2024-11-05'],
    restricted: true,
    stateless: false,
    transport: 'stdio',
  });
  expect(notes).toEqual([
    expect.stringContaining('"No Name" cannot be the name'),
    expect.stringContaining('Unknown revision 1999-01-01'),
  ]);
});

test('what the command line says is not asked', async () => {
  const { terminal, questions } = attended([]);
  const given = {
    kind: 'server',
    folder: 'weather',
    name: 'rain',
    template: 'full',
    revisions: ['2024-11-05'],
    transport: 'http',
  } as const;
  expect(await chooseProject(given, terminal)).toEqual({
    name: 'rain',
    template: 'full',
    revisions: ['2024-11-05'],
    restricted: true,
    stateless: false,
    transport: 'http',
  });
  expect(questions).toEqual([]);
});

test.each([
  [[], 2],
  [['--yes'], 0],
  [['--json'], 0],
])('a command line with %j asks %i questions', async (options, count) => {
  const { terminal, questions } = attended(['', '']);
  const folder = join(await temporaryFolder(), 'weather');
  expect(await run(['scaffold', 'server', folder, '--runtime', 'registry', ...options], terminal)).toBe(0);
  expect(questions).toHaveLength(count);
});

test.each([{ auth: 'jwt' }, { deploy: 'docker' }] as const)('the transport is http with %j', async (given) => {
  expect(await chooseProject({ kind: 'server', folder: 'weather', ...given }, NOBODY)).toMatchObject({
    ...given,
    transport: 'http',
  });
});

test.each([{ name: 'No Name' }, { revisions: ['1999-01-01'] }])(
  'a mistake on the command line is an error: %j',
  async (given) => {
    await expect(chooseProject({ kind: 'server', folder: 'weather', ...given }, attended([]).terminal)).rejects.toThrow(
      /cannot be|Unknown revision/,
    );
  },
);
