/** A public name has one meaning: over all entry points of the runtime, the sdk and the author's types. */

import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { HANDWRITTEN_ENTRIES } from '../../scripts/packages.mjs';
import { ROOT } from '../support/schemas.js';

/** Names with several declarations, each with the reason. */
const SEVERAL_MEANINGS: { readonly [name: string]: string } = {
  RequestId: 'The runtime knows no schema, and has the id of JSON-RPC; the type of the schema is the same.',
  Implementation: 'The runtime knows no schema, and has what all revisions have in common.',
  serveHttp: 'The same operation, for handlers of the runtime and for a server of the sdk.',
  ServeHttpOptions: 'The options of both.',
  tasks: 'The same extension, for servers and for clients: neither loads the code of the other.',
};

/** Names that differ only by case, each with the reason. */
const SAME_LETTERS: { readonly [names: string]: string } = {
  'Issue issue': 'Generated code imports both: the contract of version 1 stays.',
  'JSONRPCError JsonRpcError': 'The schema names the message, the runtime the error class.',
  'Request request': 'The schema names the message, the sdk the function that asks with one.',
  'ResourceLink resourceLink': 'The schema names the block, the sdk the function that makes it.',
  'URLElicitationRequiredError UrlElicitationRequiredError': 'The schema names the message, the sdk the error class.',
};

/** The declarations behind each public name: where they are, and the name there. */
const declarations = new Map<string, Set<string>>();

const entries = [...HANDWRITTEN_ENTRIES, { name: '@mcp-gen/protocol/author', source: 'generated/author/index.ts' }];
const program = ts.createProgram(
  entries.map(({ source }) => join(ROOT, source)),
  {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    noEmit: true,
    // Not what was built: declarations would differ from those in the sources.
    paths: Object.fromEntries(entries.map(({ name, source }) => [name, [join(ROOT, source)]])),
  },
);
const checker = program.getTypeChecker();
for (const { source } of entries) {
  const file = program.getSourceFile(join(ROOT, source));
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${source} is not a module`);
  for (const symbol of checker.getExportsOfModule(module)) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const place = `${target.declarations?.[0]?.getSourceFile().fileName ?? '?'} ${target.name}`;
    declarations.set(symbol.name, (declarations.get(symbol.name) ?? new Set()).add(place));
  }
}

test('no public name is exported with two declarations', () => {
  expect(declarations.size).toBeGreaterThan(300);
  const several = [...declarations].flatMap(([name, places]) => (places.size > 1 ? [name] : []));
  expect(several.sort()).toEqual(Object.keys(SEVERAL_MEANINGS).sort());
});

test('no two public names differ only by case', () => {
  const spellings = new Map<string, string[]>();
  for (const name of [...declarations.keys()].sort()) {
    spellings.set(name.toLowerCase(), [...(spellings.get(name.toLowerCase()) ?? []), name]);
  }
  const alike = [...spellings.values()].flatMap((names) => (names.length > 1 ? [names.join(' ')] : []));
  expect(alike.sort()).toEqual(Object.keys(SAME_LETTERS).sort());
});
