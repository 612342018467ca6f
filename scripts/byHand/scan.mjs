// Finds the lines that are written by hand for one revision, or that name a method, a definition, or another name of the protocol.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { moduleOf, reachedBy } from './conversions.mjs';
import { importsOf, lineOf, linesOf, literalsIn, parse, readSources, registryUses, eachNode } from './sources.mjs';

/** The list of the modules with conversions, which a command writes. */
const LIST = 'sdk/src/conversions/modules.ts';

/** The tables of the schema folder. */
const TABLES = ['schema/revisions.json', 'schema/overrides.json'];

/**
 * Returns the hand-written lines that belong to a revision only: conversions, rows of tables, uses of names that begin or end with it, and
 * literals that name it. What begins with the oldest revision is not listed, since the protocol itself does.
 *
 * @param root the folder of the project
 * @param registry the facts of all revisions, as `buildRegistry` returns them
 */
export function linesOfRevision(root, registry, revision) {
  const sources = readSources(root);
  const ids = registry.revisions.map(({ id }) => id);
  const found = [
    ...conversionsOf(sources, ids, revision),
    ...rowsOf(root, ids, revision),
    ...usesOf(root, sources, registry, revision),
    ...eraUses(sources, registry, revision),
    ...literalsOf(sources, revision),
  ];
  return found.toSorted((a, b) => order(a) - order(b));
}

/** Returns all names that {@link linesWithName} takes: those of the registry, by export and by value, and the definitions that sources import. */
export function namesOf(root, registry) {
  const rows = [...rowsByExport(root, registry)];
  const definitions = [...readSources(root).values()].flatMap((source) =>
    importsOf(source).flatMap(({ name, from }) => (isUnified(from) && name !== '*' ? [name] : [])),
  );
  return new Set([
    ...rows.flatMap(([key, { value }]) => [key.split(' ')[1], ...(typeof value === 'boolean' ? [] : [String(value)])]),
    ...registry.messages.map(({ method }) => method),
    ...unifiedTypes(root),
    ...definitions,
  ]);
}

/** Returns the hand-written lines that use a method, a definition of the unified types, or another name of the registry. */
export function linesWithName(root, registry, name) {
  const sources = readSources(root);
  const rows = rowsByExport(root, registry);
  const isNamed = ({ module, name: exported }) =>
    exported === name || String(rows.get(`${module} ${exported}`)?.value) === name;
  const aliases = aliasesOf(sources, name);
  return [...sources].flatMap(([file, source]) => [
    ...registryUses(source)
      .filter(isNamed)
      .map(({ node }) => entry('use', file, node, '')),
    ...literalsIn(source)
      .filter(({ text }) => text === name)
      .map((node) => entry('use', file, node, '')),
    ...typeUses(source, name).map((node) => entry('use', file, node, '')),
    ...aliasUses(file, source, aliases).map(({ node, alias }) => entry('use', file, node, `as ${alias}`)),
  ]);
}

function entry(kind, file, node, about) {
  return { kind, file, line: lineOf(node), lines: 1, about };
}

/** Returns an entry for all lines of a node. */
function block(kind, file, node, about) {
  return { kind, file, ...linesOf(node), about };
}

const KINDS = ['conversions', 'row', 'use', 'era', 'literal'];

function order({ kind }) {
  return KINDS.indexOf(kind);
}

function conversionsOf(sources, ids, revision) {
  // A script writes the module of the newest revision, which needs no conversions.
  if (revision === ids.at(-1)) return [];
  const own = sources.get(moduleOf(revision));
  const module = own === undefined ? [] : [wholeModule(own, moduleOf(revision))];
  const reached = reachedBy(sources, ids).filter(({ by }) => by.size === 1 && by.has(revision));
  return [...module, ...reached.map(({ path, name, statement }) => block('conversions', path, statement, name))];
}

function wholeModule(source, file) {
  const lines = source.text.trimEnd().split('\n').length;
  return { kind: 'conversions', file, line: 1, lines, about: 'module' };
}

/** Returns the rows of the tables that begin or end with a revision, and its record. */
function rowsOf(root, ids, revision) {
  return TABLES.filter((file) => existsSync(join(root, file))).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const value = JSON.parse(text);
    // JSON is an expression.
    const table = parse(`${file}.ts`, `(${text})`).statements[0].expression.expression;
    const tables = Array.isArray(value)
      ? [[value, table]]
      : table.properties.map(({ name, initializer }) => [value[name.text], initializer]);
    return tables.flatMap(([rows, { elements }]) =>
      rows.flatMap((row, index) => {
        const about = rowAbout(row, ids, revision);
        return about === undefined ? [] : [block('row', file, elements[index], about)];
      }),
    );
  });
}

function rowAbout({ id, from, until, name, method, place }, ids, revision) {
  if (id === revision) return 'record';
  const range = rangeAbout({ since: from, until }, ids, revision);
  return range && `${method ?? name ?? place} ${range}`;
}

/** Returns how a range touches a revision: `begins`, `ends`, or both. */
function rangeAbout({ since, until }, ids, revision) {
  const begins = since === revision && revision !== ids[0];
  const ends = until === revision;
  return begins && ends ? 'begins and ends' : begins ? 'begins' : ends ? 'ends' : undefined;
}

function usesOf(root, sources, registry, revision) {
  const ids = registry.revisions.map(({ id }) => id);
  const rows = rowsByExport(root, registry);
  const methods = new Map(registry.messages.map((message) => [message.method, message]));
  return [...sources].flatMap(([file, source]) => {
    if (ids.some((id) => file === moduleOf(id))) return [];
    const used = registryUses(source).map(({ module, name, node }) => ({
      name,
      node,
      row: rows.get(`${module} ${name}`),
    }));
    const named = literalsIn(source).map((node) => ({ name: node.text, node, row: methods.get(node.text) }));
    return [...used, ...named].flatMap(({ name, node, row }) => {
      const about = row && rangeAbout(row, ids, revision);
      return about === undefined ? [] : [entry('use', file, node, `${name} ${about}`)];
    });
  });
}

/** Returns the literals that name a revision, beside those of its own conversions. */
function literalsOf(sources, revision) {
  return [...sources].flatMap(([file, source]) => {
    if (file === moduleOf(revision) || file === LIST) return [];
    const named = literalsIn(source).filter(({ text }) => text.includes(revision));
    return named.map((node) => entry('literal', file, node, JSON.stringify(node.text)));
  });
}

/** Returns the rows of the registry by module and export, such as `methods toolsCall`. The generated code has the names of the exports. */
function rowsByExport(root, registry) {
  const byValue = {
    methods: new Map(registry.messages.map((row) => [row.method, { ...row, value: row.method }])),
    errors: new Map(registry.errors.map((row) => [row.value, row])),
    headers: new Map(registry.headers.map((row) => [row.value.toLowerCase(), row])),
    metaKeys: new Map(registry.metaKeys.map((row) => [row.value, row])),
  };
  const found = new Map(registry.features.map((row) => [`features ${row.name}`, row]));
  for (const [module, rows] of Object.entries(byValue)) {
    const path = `generated/registry/${module}.ts`;
    if (!existsSync(join(root, path))) continue;
    for (const statement of parse(path, readFileSync(join(root, path), 'utf8')).statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const [{ name, initializer }] = statement.declarationList.declarations;
      const row = rows.get(valueOf(initializer));
      if (row !== undefined) found.set(`${module} ${name.text}`, row);
    }
  }
  return found;
}

/** Returns the value of `'tools/call'`, and of `{ code: -32020 } as const`. */
function valueOf(node) {
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isAsExpression(node)) return valueOf(node.expression);
  const code = ts.isObjectLiteralExpression(node) && node.properties.find(({ name }) => name?.getText() === 'code');
  return code ? Number(code.initializer.getText()) : undefined;
}

/**
 * Returns the uses of functions that tell eras apart, for the first revision of each era but the oldest: such code belongs to the whole era.
 */
function eraUses(sources, registry, revision) {
  const at = registry.revisions.findIndex(({ id }) => id === revision);
  const [before, own] = [registry.revisions[at - 1], registry.revisions[at]];
  if (before === undefined || before.era === own.era) return [];
  return [...sources].flatMap(([file, source]) => {
    const found = [];
    eachNode(source, (node) => {
      const called = ts.isCallExpression(node) ? node.expression : undefined;
      const isEra = called !== undefined && /(?:^|\.)isStateless$/.test(called.getText());
      const isField = ts.isPropertyAccessExpression(node) && /^(?:isStateless|era)$/.test(node.name.text);
      if (isEra || (isField && !ts.isCallExpression(node.parent))) found.push(node);
    });
    return found.map((node) => entry('era', file, node, node.getText()));
  });
}

function isUnified(from) {
  return from.startsWith('@mcp-gen/protocol/author');
}

/** Returns the names of the unified types. */
function unifiedTypes(root) {
  const path = 'generated/author/index.ts';
  if (!existsSync(join(root, path))) return [];
  const { statements } = parse(path, readFileSync(join(root, path), 'utf8'));
  return statements.flatMap((statement) => (statement.name === undefined ? [] : [statement.name.text]));
}

/** Returns the aliases of a definition, by the module that declares each: `type SamplingRequest = CreateMessageRequestParams`. */
function aliasesOf(sources, name) {
  const found = new Map();
  for (const [file, source] of sources) {
    const local = localName(source, name);
    for (const statement of local === undefined ? [] : source.statements) {
      if (ts.isTypeAliasDeclaration(statement) && statement.type.getText() === local) {
        found.set(`${file} ${statement.name.text}`, statement.name.text);
      }
    }
  }
  return found;
}

/** Returns the uses of aliases in a module that imports or declares them. */
function aliasUses(file, source, aliases) {
  const locals = new Map(
    importsOf(source).flatMap(({ local, name, from }) => {
      const path = from.startsWith('.') ? join(dirname(file), from).replace(/\.js$/, '.ts') : from;
      return aliases.has(`${path} ${name}`) ? [[local, name]] : [];
    }),
  );
  for (const [key, alias] of aliases) if (key.startsWith(`${file} `)) locals.set(alias, alias);
  const found = [];
  if (locals.size === 0) return found;
  eachNode(source, (node) => {
    if (!ts.isIdentifier(node) || !locals.has(node.text) || ts.isImportSpecifier(node.parent)) return;
    if (!ts.isTypeAliasDeclaration(node.parent)) found.push({ node, alias: locals.get(node.text) });
  });
  return found;
}

/** Returns the name of a definition of the unified types in a module that imports it. */
function localName(source, name) {
  return importsOf(source).find((each) => each.name === name && isUnified(each.from))?.local;
}

/** Returns the uses of a definition that a module imports from the unified types. */
function typeUses(source, name) {
  const local = localName(source, name);
  const found = [];
  if (local === undefined) return found;
  eachNode(source, (node) => {
    if (ts.isIdentifier(node) && node.text === local) found.push(node);
  });
  return found;
}
