/**
 * What a server lists comes from elsewhere. Whatever its texts are, a module is what it would be with harmless ones: the syntax trees of both
 * are compared.
 */

import type { ServerContract, ToolContract } from '@mcp-gen/sdk/host';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { clientModule } from '../../bind/src/emit/clientModule.js';
import { functionModule } from '../../bind/src/emit/functionModule.js';
import { compareContracts } from '../../bind/src/lock/compareContracts.js';
import { hostileText } from '../support/hostile.js';
import { findNodes, parse } from '../support/parse.js';
import { Random } from '../../generator/cases/random.js';
import { typeErrors } from '../support/typeErrors.js';

const SEEDS = Array.from({ length: Number(process.env['HOSTILE_SCHEMAS'] ?? 40) }, (_, index) => index + 1);

type Json = { readonly [key: string]: unknown };

/** A random contract. Its structure follows from the seed alone, its texts from `text`. */
function contractOf(seed: number, text: () => string): ServerContract {
  const random = new Random(seed * 104_729 + 1);
  const items = <Item>(most: number, make: () => Item): Item[] => Array.from({ length: 1 + random.below(most) }, make);
  /** What json-schema-to-typescript would write as it stands, and what would have it read files. */
  const traps = (): Json => ({
    ...(random.chance(30) && { tsType: text() }),
    ...(random.chance(20) && { tsEnumNames: [text(), text()] }),
    ...(random.chance(30) && { title: text(), description: text() }),
    ...(random.chance(20) && { $id: text(), id: text(), customName: text() }),
    ...(random.chance(20) && { pattern: text(), default: text(), examples: [text()] }),
    ...(random.chance(20) && { $comment: text(), extends: { $ref: 'file:///etc/passwd' } }),
  });
  const schema = (depth: number): Json => {
    const one = (): Json => schema(depth + 1);
    const kind = depth > 2 ? random.below(4) : random.below(10);
    const made: readonly (() => Json)[] = [
      () => ({ type: 'string' }),
      () => ({ enum: [...items(3, text), 1, null] }),
      () => ({ const: text() }),
      () => ({ $ref: random.pick(['http://127.0.0.1:9/x', 'file:///etc/passwd', '#/$defs/none', '#']) }),
      () => ({ type: 'array', items: one() }),
      () => ({ anyOf: items(2, one) }),
      () => ({
        type: ['object', 'null'],
        properties: object(),
        additionalProperties: random.pick([true, false, { type: 'number' }]),
      }),
      () => ({ type: 'array', prefixItems: items(2, one), items: false }),
      () => ({ allOf: items(2, one) }),
      () => ({ type: 'object', properties: object(), required: [text()] }),
    ];
    const object = (): Json => Object.fromEntries(items(3, () => [text(), one()] as const));
    return { ...(made[kind] ?? one)(), ...traps() };
  };
  const input = (): ToolContract['inputSchema'] => ({
    type: 'object',
    properties: Object.fromEntries(items(3, () => [text(), schema(0)] as const)),
    ...traps(),
  });
  return {
    server: { name: text(), version: text() },
    instructions: text(),
    tools: items(4, () => ({
      name: text(),
      description: text(),
      annotations: { title: text(), readOnlyHint: random.chance(50) },
      inputSchema: input(),
      ...(random.chance(50) && { outputSchema: input() }),
    })),
    prompts: items(2, () => ({
      name: text(),
      description: text(),
      arguments: items(2, () => ({ name: text(), description: text() })),
    })),
    resources: items(2, () => ({ uri: text(), name: text(), title: text() })),
    templates: items(2, () => ({ uri: 'x://{a}{?b*}', name: text(), description: text() })),
  };
}

/** Texts of hostile pieces. Those that name the same thing twice would change the structure. */
function hostile(seed: number): () => string {
  const random = new Random(seed);
  const seen = new Set<string>();
  return () => {
    // JavaScript moves keys that are integers to the front.
    const text = hostileText(random).replace(/^\d+$/, 'n$&');
    const own = seen.has(text) ? `${text}n${seen.size}` : text;
    seen.add(own);
    return own;
  };
}

function harmless(): () => string {
  let count = 0;
  return () => `text${count++}`;
}

/** The kinds of the nodes, without names and values: how a name is written depends on the name. */
function skeleton(node: ts.Node): unknown {
  if (ts.isIdentifier(node) || ts.isStringLiteral(node) || ts.isComputedPropertyName(node)) return 'text';
  const children: unknown[] = [];
  ts.forEachChild(node, (child) => void children.push(skeleton(child)));
  return [ts.SyntaxKind[node.kind], ...children];
}

const TARGETS = {
  client: async (server: string, contract: ServerContract) => (await clientModule(server, contract)).text,
  functions: async (server: string, contract: ServerContract) => (await functionModule(server, contract)).text,
  declarations: async (server: string, contract: ServerContract) =>
    (await functionModule(server, contract)).declarations,
};

describe.each(Object.entries(TARGETS))('the module for %s', (_, write) => {
  test('has the syntax tree of one with harmless texts, and no text but those of the server', async () => {
    const modules = new Map<string, string>();
    for (const seed of SEEDS) {
      const texts = new Set<string>();
      const next = hostile(seed);
      const contract = contractOf(seed, () => {
        const text = next();
        texts.add(text);
        return text;
      });
      const written = await write(contract.server.name, contract);
      const file = parse(written);
      const plain = parse(await write('text0', contractOf(seed, harmless())));
      expect(skeleton(file), written).toEqual(skeleton(plain));
      const literals = (root: ts.SourceFile): readonly string[] =>
        findNodes(root, ts.isStringLiteral).map(({ text }) => text);
      const known = new Set([...texts, ...literals(plain)]);
      expect(literals(file).filter((text) => !known.has(text))).toEqual([]);
      expect(written).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u);
      if (modules.size < 10) modules.set(`${seed}.ts`, written);
    }
    expect(typeErrors(modules)).toEqual([]);
  });
});

test('changes of hostile servers are all classified', () => {
  for (const seed of SEEDS) {
    const changes = compareContracts(contractOf(seed, hostile(seed)), contractOf(seed, hostile(seed + 1)));
    expect(changes.length).toBeGreaterThan(3);
    for (const { class: of, reason } of changes)
      expect([['breaking', 'dangerous', 'compatible'].includes(of), reason.length > 10]).toEqual([true, true]);
  }
});

const tool = (inputSchema: object, name = 'tool'): ToolContract => ({
  name,
  inputSchema,
  description: '@ts-expect-error fillPrompt readTemplate',
});
const contract = (...tools: readonly ToolContract[]): ServerContract => ({
  ...{ server: { name: 'big', version: '1' }, prompts: [], resources: [], templates: [] },
  tools,
});

/** Definitions of which each has the next one: more than the stack of the compiler of types can follow. */
function chain(length: number): object {
  const next = (level: number): object => ({ type: 'object', properties: { a: { $ref: `#/$defs/d${level + 1}` } } });
  const $defs = Object.fromEntries(Array.from({ length }, (_, level) => [`d${level}`, next(level)]));
  return { ...next(-1), $defs };
}

/** Schemas that would take for ever, fill the memory, or make types that refer to themselves. */
const BOMBS: { readonly [name: string]: object } = {
  'that is its own alternative': { anyOf: [{ $ref: '#' }, { type: 'object' }] },
  'that is a part of itself': {
    allOf: [{ $ref: '#/$defs/a' }],
    $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a', title: 'b' } },
  },
  'that refers to a reference to itself': { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
  'that is a list of itself': { type: 'object', properties: { list: { type: 'array', items: { $ref: '#' } } } },
  'that doubles at each level': {
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(
      Array.from({ length: 60 }, (_, level) => {
        const next = { $ref: `#/$defs/d${level + 1}` };
        return [`d${level}`, level === 59 ? { type: 'string' } : { type: 'object', properties: { a: next, b: next } }];
      }),
    ),
  },
  'that is a long chain': chain(900),
  'with many properties': {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`p${index}`, {}])),
  },
  'with many members': { anyOf: Array.from({ length: 20_000 }, (_, index) => ({ const: index })) },
  'with a long tuple': {
    type: 'object',
    properties: { tuple: { type: 'array', prefixItems: Array.from({ length: 1_000 }, () => ({})) } },
  },
  'with long texts': {
    type: 'object',
    description: 'x'.repeat(1_000_000),
    properties: { ['y'.repeat(1_000_000)]: { const: 'z'.repeat(1_000_000) } },
  },
  'that is nested deeply': Array.from({ length: 1_000 }).reduce<object>(
    (inner) => ({ type: 'array', items: inner }),
    {},
  ),
};

test('a recursive or huge schema has a type that compiles, and is compared', async () => {
  const tools = Object.entries(BOMBS).map(([name, schema]) => tool(schema, name));
  const { text, problems } = await clientModule('big', contract(...tools));
  expect(problems.map((problem) => /"(.*?)"/.exec(problem)?.[1])).toEqual([
    'that is a long chain',
    'with many properties',
    'that is nested deeply',
  ]);
  expect(typeErrors(new Map([['big.ts', text]]))).toEqual([]);
  const other = tools.map(({ inputSchema, ...rest }) => ({
    ...rest,
    inputSchema: { allOf: [inputSchema, { title: 'more' }] },
  }));
  const changes = compareContracts(contract(...tools), contract(...other));
  expect(new Set(changes.map(({ item }) => item))).toEqual(new Set(Object.keys(BOMBS)));
});

test('a server with 10,000 tools of one name has as many methods', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `${'-'.repeat(index % 100)}a${'_'.repeat(index / 100)}`);
  const { text } = await clientModule('big', contract(...names.map((name) => tool({ type: 'object' }, name))));
  const file = parse(text);
  const methods = findNodes(file, ts.isMethodDeclaration);
  expect(new Set(methods.map(({ name }) => name.getText(file))).size).toBe(10_000);
});
