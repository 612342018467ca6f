/** The conformance suite runs in a copy, with another id in place of that of a revision. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messageIn, Suite, SuiteError } from '../../../scripts/history/suite.mjs';
import { temporaryFolder, type Tree } from '../../support/temporaryFolder.js';

const FOLDER = 'test/conformance';
const PROGRAM = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** A suite whose program prints its arguments, and the problems that it is given. */
function suiteOf(output: string): Tree {
  return {
    'run.mjs': output,
    'expected.ts': "export const EXPECTED = { '2026-07-28': {} };",
    'revisions.ts': "export const REVISIONS = ['2025-11-25', '2026-07-28'];",
    'dist/old.js': 'old',
    [PROGRAM]: "const versions = ['2026-07-28'];",
  };
}

/** Returns the suite in a copy of a project, which has no packages, and the folder of the copy. */
async function suiteIn(suite: Tree): Promise<readonly [suite: Suite, folder: string]> {
  const at = (prefix: string): Tree =>
    Object.fromEntries(Object.entries(suite).map(([path, text]) => [`${prefix}/${FOLDER}/${path}`, text]));
  const isPackage = ([path]: readonly [string, string]): boolean => path.includes('node_modules');
  const own = Object.entries(at('copy')).filter((entry) => !isPackage(entry));
  const folder = await temporaryFolder({
    ...Object.fromEntries(own),
    ...Object.fromEntries(Object.entries(at('original')).filter(isPackage)),
  });
  return [new Suite(join(folder, 'copy'), join(folder, 'original')), join(folder, 'copy', FOLDER)];
}

test('the id replaces that of the revision, and each scenario that fails is a problem', async () => {
  const results = [
    { leg: 'server', scenario: 'ping', problems: [] },
    { leg: 'client', scenario: 'tools', problems: ['FAILURE a: no\nmore', 'b'] },
  ];
  const print =
    'JSON.stringify([...results, { leg: process.argv.slice(2).join(" "), scenario: "x", problems: ["y"] }])';
  const [suite, folder] = await suiteIn(suiteOf(`const results = ${JSON.stringify(results)}; console.log(${print});`));
  expect(suite.run('2026-07-28', '2026-07-27')).toEqual([
    'scenario tools of the client: FAILURE a: no',
    'scenario x of the --revision 2026-07-27 --core --json: y',
  ]);
  const textOf = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  expect(await textOf('revisions.ts')).toBe("export const REVISIONS = ['2025-11-25', '2026-07-27'];");
  expect(await textOf(PROGRAM)).toBe("const versions = ['2026-07-27'];");
  await expect(textOf('dist/old.js')).rejects.toThrow('ENOENT');
  // The next version begins with the original texts.
  suite.run('2025-11-25', '2025-11-24');
  expect(await textOf('revisions.ts')).toBe("export const REVISIONS = ['2025-11-24', '2026-07-28'];");
});

test('a revision without scenarios, and a suite that fails, are problems', async () => {
  const [suite] = await suiteIn(suiteOf('console.log("Begin"); throw new TypeError("odd");'));
  expect(suite.run('2024-11-05', '2024-11-04')).toEqual(['the suite has no scenarios of 2024-11-05']);
  expect(suite.run('2026-07-28', '2026-07-27')).toEqual(['the suite failed: TypeError: odd']);
});

test('a suite that cannot be installed is not a problem of a version', async () => {
  const { [PROGRAM]: _, ...others } = suiteOf('');
  const error = await suiteIn({ ...others, 'package.json': '{' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SuiteError);
  expect((error as Error).message).toMatch(/^The conformance suite cannot be installed: /);
});

test.each([
  ['', 'failed without a message'],
  ['node:fs:1\n\nError: ENOENT\n    at open (a.mjs:1:1)\n\nNode.js v20\n', 'Error: ENOENT'],
  ['SchemaProblems: a\nb\n', 'SchemaProblems: a'],
  ['one\ntwo\n\n', 'two'],
])('the message of an uncaught error: %j', (stderr, message) => {
  expect(messageIn(stderr)).toBe(message);
});
