/**
 * Tiny schemas, one construct each, and exactly what is generated from them. A folder with a `problems.txt` holds a schema
 * that is refused.
 */

import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { compileRevisions } from '../../generator/compileProtocols.js';
import { SchemaProblems } from '../../generator/problems.js';
import { expectGolden, type MadeFile } from '../support/golden.js';
import { ROOT } from '../support/schemas.js';

const GOLDEN = 'test/golden/constructs';
const FOLDER = join(ROOT, GOLDEN);

/** The construct whose registry is compared. */
const WITH_REGISTRY = 'vocabulary';

/** The files of a registry that have the rows of mcp-gen's own tables, whatever the schema. */
const FILES_OF_ROWS = ['registry/features.ts', 'registry/headers.ts'];

/** Without messages there is nothing to say in the other files. */
const FILES_WITHOUT_MESSAGES = ['shapes.ts', 'types.ts', 'validators.ts'];

const constructs = readdirSync(FOLDER).sort();

test.each(constructs)('%s', async (construct) => {
  await expectGolden(GOLDEN, await generate(construct));
});

test('all that is generated compiles together, under the strictest options', () => {
  const files = constructs.flatMap((construct) =>
    goldenNames(construct).flatMap((name) => (name.endsWith('.ts') ? [join(FOLDER, construct, name)] : [])),
  );
  expect(files.length).toBeGreaterThan(constructs.length);
  expect(compile(files)).toEqual([]);
});

describe('the folder', () => {
  test('every schema has its problems, or its types, guards and tables', () => {
    const wrong = constructs.filter((construct) => {
      const names = goldenNames(construct);
      if (names.includes('problems.txt')) return names.length > 1;
      return !FILES_WITHOUT_MESSAGES.every((name) => names.includes(name));
    });
    expect(wrong, 'Remove the files that are no longer generated').toEqual([]);
  });
});

/** The generated files, or the problems of a schema that is refused. */
async function generate(construct: string): Promise<readonly MadeFile[]> {
  try {
    const { protocols, files } = await compileRevisions([construct], FOLDER, { completeness: 'fragment' });
    const hasMessages = protocols.some(({ requests, notifications }) => requests.length + notifications.length > 0);
    const own = files.filter(({ path }) => path.startsWith(`${construct}/`));
    const registry = files.flatMap(({ path, text }) =>
      path.startsWith('registry/') && !FILES_OF_ROWS.includes(path) ? [{ path: `${construct}/${path}`, text }] : [],
    );
    return [
      ...own.filter(({ path }) => hasMessages || FILES_WITHOUT_MESSAGES.includes(nameOf(path))),
      ...(construct === WITH_REGISTRY ? registry : []),
    ];
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    const lines = error.problems.map(
      ({ line, column, message, remedy }) => `${line}:${column}  ${message}\n    ${remedy}\n`,
    );
    return [{ path: `${construct}/problems.txt`, text: lines.join('') }];
  }
}

function goldenNames(construct: string): readonly string[] {
  const entries = readdirSync(join(FOLDER, construct), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(join(FOLDER, construct), join(parentPath, name)));
  return paths.filter((path) => path !== 'schema.ts');
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** What the compiler says of some files: `types.ts(3,1): ...`. */
function compile(files: readonly string[]): readonly string[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    paths: { '@mcp-gen/runtime/*': [join(ROOT, 'runtime/src/*.ts')] },
    skipLibCheck: true,
    noEmit: true,
    declaration: true,
    strict: true,
    allowUnreachableCode: false,
    erasableSyntaxOnly: true,
    exactOptionalPropertyTypes: true,
    isolatedDeclarations: true,
    isolatedModules: true,
    noFallthroughCasesInSwitch: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noPropertyAccessFromIndexSignature: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const { line, character } = file?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0, character: 0 };
    const path = file?.fileName.slice(FOLDER.length + 1) ?? '';
    return `${path}(${line + 1},${character + 1}): ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
