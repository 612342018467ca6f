/** The names that each target cannot generate. The model itself has no rules of a language. */

import { expect, test } from 'vitest';
import { compileProtocols } from '../../../generator/compileProtocols.js';
import { SchemaProblems } from '../../../generator/problems.js';
import { targets } from '../../../generator/targets/index.js';
import type { Target, TargetName } from '../../../generator/targets/target.js';
import { compileText } from '../../support/compileText.js';

/** The problems that a target finds, as short lines. */
function namesRefusedBy(target: TargetName, text: string): readonly string[] {
  const problems = targets[target].checkNames?.(compileText(text)) ?? [];
  return problems.map(({ line, column, message }) => `${line}:${column}  ${message}`);
}

const unseen = (name: string): string =>
  `Invalid property name ${name}: every JavaScript object has a member of that name, so its absence cannot be detected`;

const notInTypeScript: [string, string[]][] = [
  ...['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'].map((name): [string, string[]] => [
    `interface A { ${name}?: string }`,
    [`1:15  ${unseen(name)}`],
  ]),
  ['type A = { b: { toString: string } };', [`1:17  ${unseen('toString')}`]],
  ...['Promise', 'Record', 'Omit', 'Pick', 'Array', 'Number', 'constructor', 'toString', 'Ä'].map(
    (name): [string, string[]] => [`interface ${name} {}`, [`1:1  ${name} cannot be the name of a generated type`]],
  ),
];

test.each(notInTypeScript)('TypeScript and zod refuse %s; JSON Schema does not', (text, problems) => {
  expect(namesRefusedBy('typescript', text)).toEqual(problems);
  expect(namesRefusedBy('zod', text)).toEqual(problems);
  expect(namesRefusedBy('json-schema', text)).toEqual([]);
});

const message = (name: string): string => `
  export type RequestId = string;
  export interface ${name}Request { method: 'odd'; params: {} }
  export interface ${name}Result {}
  export type ClientRequest = ${name}Request;`;

test.each(['Constructor', 'ToString', 'Then'])('TypeScript refuses handlers called like %s', (name) => {
  const handler = name.charAt(0).toLowerCase() + name.slice(1);
  const problem = `3:3  ${name}Request gives an invalid handler name: ${JSON.stringify(handler)}`;
  expect(namesRefusedBy('typescript', message(name))).toEqual([problem]);
  expect(namesRefusedBy('zod', message(name))).toEqual([]);
});

test.each([
  ['typescript', 'interface Tool {} interface isTool {}', '1:19  isTool is also the guard of Tool'],
  ['zod', 'interface Tool {} interface ToolSchema {}', '1:19  ToolSchema is also the schema of Tool'],
  ['zod', 'interface present {}', '1:1  present is also a fixed name of every file'],
] as const)('%s refuses names that it generates itself: %s', (target, text, problem) => {
  expect(namesRefusedBy(target, text)).toEqual([problem]);
});

const ODD = `
  interface Promise { toString: string; class?: Array }
  interface Array { constructor?: Promise }
  ${message('Then')}`;

test('a target without rules gets every name of the schema', async () => {
  const own: Target = {
    name: 'names',
    emit: ({ revisions }, banner) =>
      revisions.map(({ protocol }) => {
        const { definitions, requests } = protocol;
        const types = definitions.all.map(({ name }) => name);
        const handlers = requests.map(({ name }) => name);
        return { path: 'names.txt', text: `# ${banner(protocol)}\n${[...types, ...handlers].join('\n')}\n` };
      }),
  };
  const [file] = (await compileProtocols([compileText(ODD)], { target: own })).files;
  expect(file?.text.split('\n')).toEqual(expect.arrayContaining(['Promise', 'Array', 'ThenRequest', 'then']));
  const [json] = (await compileProtocols([compileText(ODD)], { target: 'json-schema' })).files;
  expect(json?.text).toContain('"$ref": "#/$defs/Promise"');
  await expect(compileProtocols([compileText(ODD)])).rejects.toThrow(SchemaProblems);
});

test('the problems that a target returns are reported by file and line', async () => {
  const place = { file: 'schema.ts', column: 1, message: 'Reserved', remedy: 'Rename it.' };
  const own: Target = {
    name: 'strict',
    checkNames: () => [
      { ...place, line: 2 },
      { ...place, line: 1 },
    ],
    emit: () => [],
  };
  const error: unknown = await compileProtocols([compileText(ODD)], { target: own }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SchemaProblems);
  expect((error as SchemaProblems).problems.map(({ line, message: text }) => [line, text])).toEqual([
    [1, 'Reserved'],
    [2, 'Reserved'],
  ]);
});
