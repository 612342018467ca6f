/** The compiler as a library: plain data in, plain data out, and errors that name what is wrong. */

import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as library from '../../../generator/index.js';
import { compile, diff, explain, InputError, readProtocol, SchemaProblems } from '../../../generator/index.js';
import type { ProtocolModel } from '../../../generator/index.js';
import { loadProtocol, readRevision } from '../../../generator/protocols.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { compareProtocols } from '../../../generator/diff/compareProtocols.js';
import { explain as explainProtocols } from '../../../generator/explain/explain.js';
import { modelOf } from '../../../generator/model/protocolModel.js';
import { formatFiles } from '../../../generator/write/formatFiles.js';
import { ROOT } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const SCHEMA = join(ROOT, 'schema');
const SMALL = `
export const LATEST_PROTOCOL_VERSION = '2025-03-27';
export interface A { b: string }
`;

const OPTIONAL = new Set(
  'source index filter constraints format maxItems fractional capability since deprecated until changes'.split(' '),
);

let older: ProtocolModel;
let newer: ProtocolModel;

beforeAll(async () => {
  older = await readProtocol('2025-03-26');
  newer = await readProtocol('2025-06-18');
});

/** A model of a few lines. */
async function small(text = SMALL): Promise<ProtocolModel> {
  const folder = await temporaryFolder({ 'next/schema.ts': text });
  return readProtocol(join(folder, 'next/schema.ts'), { draft: true });
}

type Declared = ProtocolModel['declarations'][number];
type Holder = { [key: string]: unknown };

/** One example of every field of a model, by the kind of its object. */
function fieldsIn(holder: object, seen: Set<string>): readonly { holder: Holder; key: string; name: string }[] {
  return Object.entries(holder as Holder).flatMap(([key, value]) => {
    const kind =
      'kind' in holder && typeof holder.kind === 'string' ? holder.kind : Object.keys(holder).slice(0, 3).join();
    const name = Array.isArray(holder) ? 'item' : `${kind}.${key}`;
    const found = Array.isArray(holder) || seen.has(name) ? [] : [{ holder: holder as Holder, key, name }];
    seen.add(name);
    return [...found, ...(typeof value === 'object' && value !== null ? fieldsIn(value, seen) : [])];
  });
}

/** Expects an error of a class. */
async function refused(
  done: Promise<unknown>,
  kind: typeof InputError | typeof SchemaProblems,
  text: string,
): Promise<void> {
  const error: unknown = await done.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(kind);
  expect((error as Error).message).toContain(text);
}

test('it exports five functions and two errors', () => {
  expect(Object.keys(library).sort()).toEqual(
    ['InputError', 'SchemaProblems', 'compile', 'diff', 'explain', 'lint', 'readProtocol'].sort(),
  );
});

describe('readProtocol', () => {
  test('reads a revision that comes with mcp-gen', async () => {
    expect(older).toEqual(modelOf(await readRevision('2025-03-26', SCHEMA)));
  });

  test('reads a file, and another schema folder', async () => {
    expect(await readProtocol(join(SCHEMA, '2025-03-26/schema.ts'))).toEqual(older);
    const folder = await temporaryFolder({ 'r1/schema.ts': SMALL });
    const { revision, declarations } = await readProtocol('r1', { schema: folder, draft: true });
    expect(revision).toBe('r1');
    expect(declarations.map(({ name }) => name)).toEqual(['LATEST_PROTOCOL_VERSION', 'A']);
  });

  test('adds extensions', async () => {
    const folder = await temporaryFolder({ 'ui.ts': 'export interface Ui { url: string }\n' });
    const extensions = [{ file: join(folder, 'ui.ts') }];
    const { sources, declarations } = await readProtocol('2025-03-26', { extensions });
    expect(sources).toEqual(['2025-03-26/schema.ts', 'ui.ts']);
    expect(declarations.at(-1)).toMatchObject({ kind: 'interface', name: 'Ui' });
  });

  test('throws open decisions, unless it reads a draft', async () => {
    const folder = await temporaryFolder({ 'next/schema.ts': SMALL });
    const file = join(folder, 'next/schema.ts');
    await refused(readProtocol(file), SchemaProblems, 'No decision about the era of revision "2025-03-27"');
    expect((await readProtocol(file, { draft: true })).openDecisions).not.toEqual([]);
  });

  test.each([
    ['an unknown revision', '1999-01-01', {}, 'Unknown revision "1999-01-01". Available: 2024-11-05'],
    ['a revision that leads elsewhere', '../schema/2025-03-26', {}, 'Unknown revision "../schema/2025-03-26"'],
    ['a missing folder', '2025-03-26', { schema: 'none' }, `${join('none', '2025-03-26', 'schema.ts')} does not exist`],
    ['a missing file', 'none.ts', {}, 'File not found: none.ts'],
    ['a missing extension', '2025-03-26', { extensions: [{ file: 'none.ts' }] }, 'File not found: none.ts'],
  ])('refuses %s', async (_, input, options, message) => {
    await refused(readProtocol(input, options), InputError, message);
  });

  test('names everything that is wrong with a schema', async () => {
    const folder = await temporaryFolder({ 'bad.ts': `${SMALL}export type C = D;\nexport type E = F;\n` });
    const error: unknown = await readProtocol(join(folder, 'bad.ts')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SchemaProblems);
    expect((error as SchemaProblems).problems).toMatchObject([
      { line: 4, column: 17, message: "Cannot find name 'D'", remedy: expect.any(String) },
      { line: 5, column: 17, message: "Cannot find name 'F'" },
    ]);
  });
});

describe('compile', () => {
  test('gives the formatted files of the revisions, in whichever order they are passed', async () => {
    const protocols = [await readRevision('2025-03-26', SCHEMA), await readRevision('2025-06-18', SCHEMA)];
    const expected = await formatFiles(emitProtocols(protocols));
    const files = await compile([newer, older]);
    expect(files.filter(({ text }, index) => text !== expected[index]?.text).map(({ path }) => path)).toEqual([]);
    expect(files.map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
  });

  test('takes models that were stored as JSON', async () => {
    const model = await small();
    const stored = JSON.parse(JSON.stringify(model)) as ProtocolModel;
    expect(await compile([stored])).toEqual(await compile([model]));
  });

  test('compiles to another target', async () => {
    const paths = (await compile([older], { target: 'zod' })).map(({ path }) => path);
    expect(paths).toContain('2025-03-26/zod.ts');
    await refused(compile([older], { target: 'rust' as never }), InputError, 'Unknown target "rust". Valid targets:');
  });

  test('refuses an empty list, and two models of one revision', async () => {
    await refused(compile([]), InputError, 'No models to compile');
    await refused(compile([older, older]), InputError, 'Duplicate models of revision 2025-03-26');
  });

  test('refuses what is not a model', async () => {
    for (const value of [null, undefined, 'text', {}, { ...older, format: 1 as never }]) {
      await refused(compile([value as ProtocolModel]), InputError, 'Supported: format 2');
    }
  });

  test.each([
    ['a revision that leaves the folder', { revision: '../2025-03-27' }, InputError, 'Invalid revision name'],
    ['a folder of shared code as revision', { revision: 'author' }, InputError, 'Invalid revision name "author"'],
    ['a source that ends the comment', { sources: ['a.ts\nevil()'] }, InputError, 'Invalid source name'],
  ])('refuses a model with %s', async (_, change, kind, message) => {
    await refused(compile([{ ...(await small()), ...change }]), kind, message);
  });

  test('refuses a model with any field missing or of another type', async () => {
    const model = structuredClone(newer);
    const accepted: string[] = [];
    for (const { holder, key, name } of fieldsIn(model, new Set())) {
      const value = holder[key];
      for (const wrong of [[['evil()']], 1.5, undefined]) {
        // A constant may be any number, and some fields may be absent.
        if (wrong === 1.5 ? key === 'value' : wrong === undefined && OPTIONAL.has(key)) continue;
        holder[key] = wrong;
        const result: unknown = await compile([model]).catch((reason: unknown) => reason);
        if (!(result instanceof InputError)) accepted.push(`${name} = ${JSON.stringify(wrong)}`);
      }
      holder[key] = value;
    }
    expect(accepted).toEqual([]);
  });

  test.each([
    ['a literal that is code', { value: ['1; process.exit()'] }],
    ['a constant without a value', {}],
  ])('refuses a model with %s', async (_, part) => {
    const model = await small();
    const { docs, place } = model.declarations[0] as Declared;
    const declarations = [...model.declarations, { kind: 'constant', name: 'C', docs, place, ...part } as never];
    await refused(
      compile([{ ...model, declarations }]),
      InputError,
      'string, number or boolean at declarations[2].value',
    );
  });

  test('refuses a primitive and flags that are code, types that are not declared, and endless types', async () => {
    const model = await small();
    const [first] = model.declarations;
    const { docs, place } = first as Declared;
    const alias = (type: object) => ({
      ...model,
      declarations: [{ kind: 'alias', name: 'X', type, docs, place } as never],
    });
    const evil = { kind: 'primitive', name: 'string; evil()', place };
    await refused(compile([alias(evil)]), InputError, 'at declarations[0].type.name');
    const endless = { kind: 'array', element: undefined as unknown, place };
    endless.element = endless;
    await refused(compile([alias(endless)]), InputError, 'nested more than');
    await refused(compile([{ ...model, batching: 'true, evil: process.exit()' as never }]), InputError, 'at batching');
    await refused(compile([{ format: 2 } as never]), InputError, 'expected a string at revision');
    const change = (part: object) => ({ ...older, messages: older.messages.map((each) => ({ ...each, ...part })) });
    const undeclared = change({ params: { type: 'Nope', optional: false } });
    await refused(compile([undeclared]), InputError, 'The model does not declare the type Nope of ');
    await refused(compile([change({ results: ['Nope'] })]), InputError, 'The model does not declare the type Nope of ');
  });

  test('refuses a model whose names are code', async () => {
    const model = await small();
    const declarations = model.declarations.map((each) => ({ ...each, name: 'A { } evil()' }));
    await refused(compile([{ ...model, declarations }]), SchemaProblems, 'is not the name of a declaration');
    const messages = older.messages.map((message) => ({ ...message, name: 'ping() {} evil' }));
    await refused(compile([{ ...older, messages }]), InputError, 'Invalid handler name');
  });
});

describe('diff', () => {
  test('reports what changed between two revisions', async () => {
    const [was, is] = [await loadProtocol(fileOf('2025-03-26')), await loadProtocol(fileOf('2025-06-18'))];
    const named = (name: string, protocol: typeof was) => ({ name, protocol });
    expect(await diff(older, newer)).toEqual(compareProtocols(named('2025-03-26', was), named('2025-06-18', is)));
  });

  test('reports what one side has to change, and permits what it is told to', async () => {
    const server = await diff(older, newer, { for: 'server', allow: ['batches-forbidden'] });
    expect(server).toMatchObject({ for: 'server', breaking: 3, allowed: 1 });
    const sides = server.definitions.flatMap(({ changes }) => changes.flatMap(({ advice = [] }) => advice));
    expect(new Set(sides.map(({ side }) => side))).toEqual(new Set(['server']));
  });

  test('refuses an unknown side', async () => {
    const done = diff(older, newer, { for: 'Server' as never });
    await refused(done, InputError, 'Unknown side "Server". Valid sides: client, server.');
  });

  test('refuses an unknown rule', async () => {
    await refused(diff(older, newer, { allow: ['anything'] }), InputError, 'Unknown rule "anything". Valid rules: ');
  });

  test('finds a revision equal to itself', async () => {
    expect(await diff(older, older)).toMatchObject({ equal: true, breaking: 0 });
  });

  test('refuses what is not a model', async () => {
    await refused(diff(older, null as never), InputError, 'This is not a protocol model');
  });
});

describe('explain', () => {
  test('explains a method with its history, in whichever order revisions are passed', async () => {
    const protocols = [await loadProtocol(fileOf('2025-03-26')), await loadProtocol(fileOf('2025-06-18'))];
    expect(await explain('tools/call', [newer, older])).toEqual(explainProtocols('tools/call', protocols));
    const found = await explain('Tool', [newer, older], { revision: '2025-03-26' });
    expect(found).toEqual(explainProtocols('Tool', protocols, '2025-03-26'));
  });

  test('says what may have been meant', async () => {
    expect(await explain('tools/cal', [older])).toMatchObject({
      kind: 'unknown',
      nearest: expect.arrayContaining(['tools/call']),
    });
  });

  test('refuses a revision that was not passed', async () => {
    const done = explain('Tool', [newer, older], { revision: '2024-11-05' });
    await refused(done, InputError, 'No model of revision "2024-11-05" was passed. Passed: 2025-03-26, 2025-06-18.');
  });
});

test('nothing is printed', async () => {
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  const model = await small();
  await compile([model]);
  await diff(model, older);
  await explain('A', [model]);
  await readProtocol('none.ts').catch(() => undefined);
  const written = spies.flatMap((spy) => spy.mock.calls.map(([text]) => String(text)));
  for (const spy of spies) spy.mockRestore();
  expect(written).toEqual([]);
});

function fileOf(revision: string): string {
  return join(SCHEMA, revision, 'schema.ts');
}
