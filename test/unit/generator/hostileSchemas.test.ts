/**
 * Schemas are input from elsewhere. Whatever their texts and names are, a schema is refused with places, or the output says
 * what it should and nothing else: the syntax trees of random ones are compared with what was meant.
 */

import ts from 'typescript';
import { expect, test } from 'vitest';
import { targets } from '../../../generator/targets/index.js';
import { requireNames } from '../../../generator/targets/target.js';
import { emitFolder, emitProtocols } from '../../support/emitProtocols.js';
import type { GeneratedFile } from '../../../generator/targets/file.js';
import type { Protocol } from '../../../generator/model/protocol.js';
import { SchemaProblems } from '../../../generator/problems.js';
import { formatFiles } from '../../../generator/write/formatFiles.js';
import { hostileSchema, type HostileSchema } from '../../support/hostile.js';
import { loadJudges } from '../../support/loadGenerated.js';
import { Meaning } from '../../support/meaning.js';
import { findNodes, parse } from '../../support/parse.js';
import { Random } from '../../../generator/cases/random.js';
import { checkedTypes } from '../../support/sentChecks.js';
import { compileText, problemsIn } from '../../support/compileText.js';
import { typeErrors } from '../../support/typeErrors.js';
import { describeDeclarations, nameOf } from '../../support/syntax.js';

const SEEDS = Array.from({ length: Number(process.env['HOSTILE_SCHEMAS'] ?? 100) }, (_, index) => index + 1);

interface Accepted extends HostileSchema {
  readonly seed: number;
  readonly protocol: Protocol;
  readonly files: readonly GeneratedFile[];
}

/** What the generator makes of a schema: nothing where it is refused, which it is with a place and a remedy. */
function compile(seed: number): Accepted | undefined {
  const schema = hostileSchema(seed);
  try {
    const protocol = compileText(schema.text);
    requireNames(targets.typescript, protocol);
    return { ...schema, seed, protocol, files: emitProtocols([protocol]) };
  } catch (error) {
    if (!(error instanceof SchemaProblems))
      throw new Error(`Schema ${seed} is not a clean refusal:\n${schema.text}`, { cause: error });
    for (const { file, line, column, message, remedy } of error.problems) {
      expect([file, message === '', remedy === '']).toEqual(['schema.ts', false, false]);
      expect(Math.min(line, column)).toBeGreaterThan(0);
    }
    return undefined;
  }
}

const accepted = SEEDS.flatMap((seed) => compile(seed) ?? []);

test('some are refused, and many are accepted', () => {
  expect(accepted.length).toBeGreaterThan(SEEDS.length / 4);
  expect(accepted.length).toBeLessThan(SEEDS.length);
});

const known = new Map<string, ts.SourceFile>();

function parsed({ seed, files }: Accepted, name: string): ts.SourceFile {
  const file =
    known.get(`${seed} ${name}`) ?? parse(files.find(({ path }) => path.endsWith(`/${name}.ts`))?.text ?? '');
  known.set(`${seed} ${name}`, file);
  return file;
}

/** Checks one file of each accepted schema. */
function eachFile(name: string, check: (file: ts.SourceFile, schema: Accepted) => void): void {
  for (const schema of accepted) {
    try {
      check(parsed(schema, name), schema);
    } catch (cause) {
      throw new Error(`In ${name}.ts of schema ${schema.seed}`, { cause });
    }
  }
}

test('types.ts declares what the schema declares, and nothing else', () => {
  eachFile('types', (file, { text }) => {
    expect(describeDeclarations(file)).toEqual(describeDeclarations(parse(text)));
  });
});

test('every other file has its statements, by kind and name, and no others', () => {
  const sides = ['Client', 'Server'];
  for (const [name, expected] of Object.entries({
    validators: ({ protocol }) => protocol.definitions.types.map((type) => `function is${type.name}`),
    messages: ({ protocol }) => messagesOf(protocol).map(({ declaration }) => `class ${declaration.name}Message`),
    dispatch: () => [
      ...sides.flatMap((side) => [`interface ${side}Requests`, `interface ${side}Notifications`]),
      ...['const server', 'const client', 'const revision'],
    ],
    payloads: () => ['type PayloadName', 'const payloads', 'function explainPayload'],
    shapes: () => ['type DefinitionName', 'const shapes'],
    explain: () => ['function explain'],
    index: () => ['export', 'export', 'export', 'export', 'export', 'export', 'export'],
    sending: (schema) => checksOf(schema).map((name) => `function check${name}`),
  } satisfies Record<string, (schema: Accepted) => readonly string[]>)) {
    eachFile(name, (file, schema) => {
      const named = file.statements.map(describeStatement).filter((statement) => statement !== 'import');
      const helpers = name === 'validators' ? /^function is[\w$]+$/ : undefined;
      const wanted = expected(schema);
      expect(named.filter((statement) => wanted.includes(statement) || !helpers?.test(statement))).toEqual(wanted);
    });
  }
  expect(accepted.flatMap(checksOf).length).toBeGreaterThan(accepted.length / 5);
  for (const side of sides) {
    eachFile(side.toLowerCase(), (file, { protocol }) => {
      const sends = messagesOf(protocol).some(({ senders }) => senders.join().includes(side.toLowerCase()));
      expect(file.statements.map(describeStatement).filter((statement) => statement !== 'import')).toEqual([
        ...[`type ${side}Context`, `interface ${side}Handlers`, `function bind${side}Handlers`],
        ...(sends ? [`class ${side}Stub`] : []),
      ]);
    });
  }
});

test('every text in the output is one of the schema, or of the generator', () => {
  for (const name of [
    'validators',
    'messages',
    'dispatch',
    'payloads',
    'shapes',
    'sending',
    'explain',
    'client',
    'server',
    'index',
  ]) {
    eachFile(name, (file, { protocol, texts }) => {
      const own = new Set([
        ...WORDS,
        protocol.revision,
        ...protocol.definitions.all.map((declaration) => declaration.name),
      ]);
      const methods = new Set(messagesOf(protocol).map((message) => message.name));
      const literals = findNodes(file, ts.isStringLiteralLike).map(({ text }) => text);
      const foreign = literals.filter((text) => !own.has(text) && !texts.has(text) && !methods.has(text));
      // The pointer to a property, with its one or two names encoded.
      expect(foreign.filter((text) => name !== 'sending' || !/^(\/|$)/.test(text))).toEqual([]);
      const computed = [...findNodes(file, ts.isTemplateExpression), ...findNodes(file, ts.isTaggedTemplateExpression)];
      expect(computed).toEqual([]);
    });
  }
});

test('the registry has a constant for each fact, with texts of the schema or of the generator', () => {
  for (const [name, count] of Object.entries({
    methods: ({ protocol }) => messagesOf(protocol).length,
    messages: () => 2,
    features: ({ protocol }) => protocol.vocabulary.features.length,
    capabilities: () => 2,
    // With the list of all codes.
    errors: ({ protocol }) => protocol.vocabulary.errors.length + 1,
    errorCodes: ({ protocol }) => protocol.vocabulary.errors.length,
    // With the list of all headers, and the table of parameters.
    headers: ({ protocol }) => protocol.vocabulary.headers.length + 2,
    metaKeys: ({ protocol }) => protocol.vocabulary.metaKeys.length,
    revisions: () => 1,
  } satisfies Record<string, (schema: Accepted) => number>)) {
    for (const schema of accepted) {
      const { protocol, files, texts } = schema;
      const { vocabulary } = protocol;
      const file = parse(files.find(({ path }) => path === `registry/${name}.ts`)?.text ?? '');
      const statements = file.statements.map(describeStatement);
      const constants = statements.filter((statement) => statement !== 'export');
      expect(constants.length, `${name}.ts of schema ${schema.seed}`).toBe(count(schema));
      expect(constants.filter((statement) => !/^const [\w$]+$/.test(statement))).toEqual([]);
      const known = new Set([
        ...[...WORDS, 'client', 'server', 'both'],
        protocol.revision,
        ...messagesOf(protocol).map((message) => message.name),
        ...vocabulary.features.map((feature) => feature.name),
        ...[...vocabulary.headers, ...vocabulary.metaKeys].map(({ value }) => value),
        ...vocabulary.headers.map(({ value }) => value.toLowerCase()),
        ...vocabulary.nameParams.flatMap(({ method, param }) => [method, param]),
        ...Object.values(vocabulary.capabilities).flat(),
      ]);
      const literals = findNodes(file, ts.isStringLiteralLike).map(({ text }) => text);
      expect(literals.filter((text) => !known.has(text) && !texts.has(text))).toEqual([]);
    }
  }
});

test('what is sent under a name is the method of that name', () => {
  for (const side of ['client', 'server'] as const) {
    eachFile(side, (file, { protocol }) => {
      const sent = findNodes(file, ts.isMethodDeclaration).map((method) => {
        const [call] = findNodes(method, ts.isCallExpression);
        const [text] = call ? findNodes(call, ts.isStringLiteral) : [];
        return [nameOf(method.name), text?.text];
      });
      const expected = messagesOf(protocol).filter(({ senders }) => senders.includes(side));
      expect(sent).toEqual(expected.map(({ name, method }) => [name, method]));
    });
  }
});

test('guards and explanations accept what the schema means, whatever the keys of a value', () => {
  const counts = { accepted: 0, refused: 0 };
  for (const schema of accepted) {
    const { guards, explain } = loadJudges(schema.files);
    const meaning = new Meaning(parse(schema.text));
    const random = new Random(schema.seed);
    for (const name of meaning.names) {
      for (let sample = 0; sample < 12; sample++) {
        const value = meaning.sample(name, random);
        const expected = meaning.accepts(name, value);
        counts[expected ? 'accepted' : 'refused']++;
        const what = `${JSON.stringify(value)} as ${name} of schema ${schema.seed}`;
        expect([guards[name]?.(value), explain(name, value).length === 0], what).toEqual([expected, expected]);
      }
    }
  }
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(1000);
});

test('files stay in the folder of their revision, or of the registry', () => {
  const paths = new Set(accepted.flatMap(({ files }) => files.map(({ path }) => path)));
  expect([...paths].filter((path) => !/^(2025-03-27|registry)\/\w+\.ts$/.test(path))).toEqual([]);
});

test('formatting changes nothing that is declared', async () => {
  for (const schema of accepted.slice(0, 20)) {
    const [types] = await formatFiles(schema.files.filter(({ path }) => path.endsWith('/types.ts')));
    expect(describeDeclarations(parse(types?.text ?? ''))).toEqual(describeDeclarations(parsed(schema, 'types')));
  }
});

test('the output compiles, wherever the schema itself does', () => {
  const some = accepted.slice(0, 60);
  // In one program, each schema is a revision of its own.
  const ownName = (seed: number, text: string): string =>
    text.replace(/(interface DefinedMessages \{ )"[^"]*"/, `$1"${seed}"`);
  const texts = some.flatMap(({ seed, text, files }): [string, string][] => [
    [`${seed}/schema.ts`, text],
    ...files.map((file): [string, string] => [`${seed}/${file.path.split('/')[1] ?? ''}`, ownName(seed, file.text)]),
  ]);
  const errors = typeErrors(new Map(texts));
  const wrong = new Set(errors.flatMap(({ path }) => (path.endsWith('schema.ts') ? [path.split('/')[0]] : [])));
  expect(wrong.size).toBeLessThan(some.length - 10);
  expect(errors.filter(({ path }) => !wrong.has(path.split('/')[0])).slice(0, 5)).toEqual([]);
});

test.each(['../evil', 'a b', 'shared', "x';throw 1;'", '*\n', '.hidden', '__proto__'])(
  'a folder %j is not a revision',
  async (name) => {
    const problems = await emitFolder([name], 'schema').catch((error: unknown) => error);
    expect(problems).toBeInstanceOf(SchemaProblems);
    expect((problems as SchemaProblems).problems).toHaveLength(1);
  },
);

test('a type that is nested deeper than any stack is refused', () => {
  const [problem, ...others] = problemsIn(`export type Deep = ${'('.repeat(50_000)}string${')[]'.repeat(50_000)};`);
  expect([problem?.message, others]).toEqual(['Types are nested too deeply', []]);
});

test('a type that is nested deeper than what is generated from it can be is refused, at its place', () => {
  const nested = (levels: number): string =>
    `export type Deep = ${'{ a: '.repeat(levels)}string${' }'.repeat(levels)};`;
  const message = 'Types are nested more than 100 levels deep';
  expect(problemsIn(nested(300))).toMatchObject([{ line: 1, column: 520, message }]);
  expect(() => compileText(nested(99))).not.toThrow();
});

/** What the generator itself puts into literals: the words of types, the eras, and the files that it imports from. */
const WORDS = [
  ...[
    'string',
    'number',
    'integer',
    'boolean',
    'null',
    'object',
    'any',
    '2.0',
    'session',
    'uri',
    'byte',
    'date-time',
    'uri-template',
  ],
  ...['@mcp-gen/runtime/codegen/v1', '@mcp-gen/runtime/codegen/v1/explain', '@mcp-gen/runtime/codegen/v1/limits'],
  ...[
    'types',
    'messages',
    'validators',
    'sending',
    'dispatch',
    'client',
    'server',
    'payloads',
    'shapes',
    'explain',
  ].map((name) => `./${name}.js`),
];

/** The types that are checked before they are sent, in the order of the schema. */
function checksOf({ protocol, text }: Accepted): readonly string[] {
  const { requests, definitions } = protocol;
  const sent = messagesOf(protocol).map(({ params }) => params.type);
  const results = requests.flatMap((request) => request.results);
  const ofServers = messagesOf(protocol).filter(({ senders }) => senders.includes('server'));
  const made = [...ofServers.map(({ params }) => params.type), ...results];
  const checked = checkedTypes(new Meaning(parse(text)), [...sent, ...results], made);
  return definitions.types.flatMap(({ name }) => (checked.has(name) ? [name] : []));
}

function messagesOf({ requests, notifications }: Protocol) {
  return [...requests, ...notifications];
}

function describeStatement(statement: ts.Statement): string {
  if (ts.isImportDeclaration(statement)) return 'import';
  if (ts.isExportDeclaration(statement)) return 'export';
  if (ts.isInterfaceDeclaration(statement)) return `interface ${statement.name.text}`;
  if (ts.isTypeAliasDeclaration(statement)) return `type ${statement.name.text}`;
  if (ts.isFunctionDeclaration(statement)) return `function ${statement.name?.text}`;
  if (ts.isClassDeclaration(statement)) return `class ${statement.name?.text}`;
  if (ts.isVariableStatement(statement)) {
    return `const ${statement.declarationList.declarations.map(({ name }) => name.getText()).join()}`;
  }
  return statement.getText();
}
