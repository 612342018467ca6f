#!/usr/bin/env node
// Writes generated/extensions: for each extension in schema/extensions its messages, types, and guards, compiled beside the
// revision that its schema imports. Declarations that the revision already has are imported from it. Part of `npm run generate`.
// Usage: node scripts/extensions.mjs [--check] [--draft]; with --check nothing is written, and a file that is out of date is an error;
// with --draft open decisions about these revisions are guessed.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import ts from 'typescript';
import { compile, readProtocol } from '../dist/index.js';
import { seal } from '../dist/write/seal.js';

const root = new URL('../', import.meta.url);
const path = (relative) => fileURLToPath(new URL(relative, root));

/** The files of an extension. Messages have no classes, and handlers are those of the SDK. */
const FILES = ['types.ts', 'validators.ts', 'sending.ts', 'dispatch.ts'];

/** The Prettier options for the generated files. */
const STYLE = { parser: 'babel-ts', printWidth: 120, singleQuote: true };

/** The identifier of an extension, by which both sides declare it, and the newest version of its protocol, if it has one of its own. */
const IDENTIFIER = (name, id, version) => `/**
 * The identifier of the extension ${name}${version === '' ? '' : ', and the newest version of its protocol'}.
 *
 * @module
 */

/** The identifier, by which both sides declare the extension. */
export const identifier = '${id}';
${version}`;

/** The names that only a complete revision has. */
const LEFT_OUT = new Set(['revision', 'LATEST_PROTOCOL_VERSION']);

/** The namespaces that files import beside them, each with the namespace of the revision. */
const NAMESPACES = [
  ['types', 'revision', 'type '],
  ['validators', 'revisionValidators', ''],
  ['sending', 'revisionSending', ''],
];

/** What an extension exports. */
const INDEX = (name) => `/**
 * The extension ${name}: its messages, types, and guards.
 *
 * @module
 */

export * from './types.js';
export * from './validators.js';
export { client, server } from './dispatch.js';
export type { ClientRequests, ServerNotifications } from './dispatch.js';
`;

const outOfDate = [];
for (const name of readdirSync(path('schema/extensions'))) {
  for (const [file, text] of await compiled(name)) {
    const target = path(`generated/extensions/${name}/${file}`);
    if (existsSync(target) && readFileSync(target, 'utf8') === text) continue;
    outOfDate.push(`generated/extensions/${name}/${file}`);
    if (process.argv.includes('--check')) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
if (outOfDate.length > 0 && process.argv.includes('--check')) {
  console.error(`Out of date: ${outOfDate.join(', ')}. Run: node scripts/extensions.mjs`);
  process.exitCode = 1;
}

/** Returns the revision that an extension extends: that whose schema its own one imports. */
function baseOf(name) {
  const text = readFileSync(path(`schema/extensions/${name}/schema.ts`), 'utf8');
  return /from '\.\.\/\.\.\/([^/]+)\/schema\.js'/.exec(text)[1];
}

/** Returns the declaration of the version of an extension's own protocol. */
function versionOf(name) {
  const text = readFileSync(path(`schema/extensions/${name}/schema.ts`), 'utf8');
  const [, line] = /^export declare (const LATEST_PROTOCOL_VERSION = .*)$/m.exec(text) ?? [];
  return line === undefined ? '' : `\n/** The newest version of the protocol of the extension. */\nexport ${line}\n`;
}

/** Returns the generated files of an extension, by name. */
async function compiled(name) {
  const extensions = ['schema.ts', 'directions.ts'].map((file) => ({
    file: path(`schema/extensions/${name}/${file}`),
  }));
  const draft = process.argv.includes('--draft');
  const base = baseOf(name);
  const [plain, model] = [await readProtocol(base, { draft }), await readProtocol(base, { extensions, draft })];
  const known = new Set(plain.messages.map(({ method }) => method));
  const messages = model.messages.filter(({ method }) => !known.has(method));
  const files = await compile([{ ...model, messages }]);
  const [id, ...others] = new Set(messages.map(({ extension }) => extension));
  if (id === undefined || others.length > 0) throw new Error(`The messages of ${name} must be of one extension`);
  const { text: methods } = files.find((each) => each.path === 'registry/methods.ts');
  const texts = FILES.map(async (file) => {
    const { text } = files.find((each) => each.path === `${base}/${file}`);
    return [file, await ownPart(text, file, name, base)];
  });
  return [
    ...(await Promise.all(texts)),
    ['methods.ts', ofExtension(methods, name)],
    ['identifier.ts', IDENTIFIER(name, id, versionOf(name))],
    ['index.ts', INDEX(name)],
  ];
}

/** Returns the constants of methods as those of an extension. */
function ofExtension(text, extension) {
  const body = text
    .replace(/^.*\n.*\n/, `${headOf(extension)}\n`)
    .replace('The methods of all revisions.', `The methods of the extension ${extension}.`)
    // The registry knows since when revisions have a method of the same name.
    .replaceAll(/(\/\*\* A \w+ that .* sends?), .*\. \*\//g, '$1. */');
  return seal(body);
}

/** Returns the first line of a generated file. */
function headOf(extension) {
  return `// Code generated by mcp-gen from extensions/${extension}/schema.ts. DO NOT EDIT.`;
}

/** Returns a file without the declarations of the revision, which are imported instead. */
async function ownPart(text, file, extension, base) {
  // Both have the tables of their own methods.
  const isTable = file === 'dispatch.ts';
  const revision = isTable ? new Set() : namesIn(readFileSync(path(`generated/${base}/${file}`), 'utf8'));
  const { declared, imports } = statementsOf(text);
  const own = declared.filter(({ name, isExported }) => !LEFT_OUT.has(name) && !(isExported && revision.has(name)));
  const exported = own.filter(({ isExported }) => isExported);
  const kept = closure(exported, own);
  const used = new Set(kept.flatMap(({ words }) => [...words]));
  const foreign = declared.filter(({ name, isExported }) => isExported && revision.has(name) && used.has(name));
  const names = foreign.map(({ name }) => name);
  const typesOnly = file === 'types.ts' ? 'type ' : '';
  const shared =
    names.length > 0
      ? `import ${typesOnly}{ ${names.join(', ')} } from '../../${base}/${file.replace('.ts', '.js')}';`
      : '';
  const head = text
    .slice(0, text.indexOf('*/') + 2)
    .replace(/^.*\n.*\n/, `${headOf(extension)}\n`)
    .replaceAll(`of revision ${base}`, `of the extension ${extension}`);
  const whole = [
    head,
    [...imports.map((each) => narrowed(each, used, base)), shared].filter((each) => each !== '').join('\n'),
    ...kept.map(({ full }) => full.trim()),
  ];
  return seal(await format(withRevision(whole.join('\n\n'), file, base), STYLE));
}

/** Refers to what the revision has by the modules of the revision. */
function withRevision(text, file, base) {
  return NAMESPACES.reduce((result, [name, of, type]) => {
    if (file === `${name}.ts`) return result;
    const own = namesIn(readFileSync(path(`generated/${base}/${name}.ts`), 'utf8'));
    const uses = new RegExp(String.raw`\b${name}\.(\w+)`, 'g');
    if (![...result.matchAll(uses)].some(([, used]) => own.has(used))) return result;
    return result
      .replace(
        new RegExp(String.raw`^import ${type}\* as ${name} from '\./${name}\.js';$`, 'm'),
        `$&\nimport ${type}* as ${of} from '../../${base}/${name}.js';`,
      )
      .replace(uses, (whole, used) => (own.has(used) ? `${of}.${used}` : whole));
  }, text);
}

/** Returns an import with only those names that are used: of the file beside it, if the revision does not have them. */
function narrowed(statement, used, base) {
  const [, type = '', names, from] = /^import (type )?\{([^}]*)\} from '([^']+)';$/s.exec(statement) ?? [];
  if (names === undefined) return statement.includes('explain') ? '' : statement;
  const wanted = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && used.has(name));
  if (wanted.length === 0) return '';
  if (!from.startsWith('./')) return `import ${type}{ ${wanted.join(', ')} } from '${from}';`;
  const beside = namesIn(readFileSync(path(`generated/${base}/${from.slice(2).replace('.js', '.ts')}`), 'utf8'));
  const groups = [
    [wanted.filter((name) => beside.has(name)), `../../${base}/${from.slice(2)}`],
    [wanted.filter((name) => !beside.has(name)), from],
  ];
  return groups
    .filter(([some]) => some.length > 0)
    .map(([some, where]) => `import ${type}{ ${some.join(', ')} } from '${where}';`)
    .join('\n');
}

/** Returns declarations, and all those that they use. */
function closure(from, all) {
  const found = new Set(from);
  for (const each of found) {
    for (const other of all) if (each.words.has(other.name)) found.add(other);
  }
  return all.filter((each) => found.has(each));
}

/** Returns the identifiers in a part of a file, but for the names of properties. */
function wordsIn(node, words = new Set()) {
  if (ts.isIdentifier(node) && !isPropertyName(node)) words.add(node.text);
  node.forEachChild((child) => void wordsIn(child, words));
  return words;
}

function isPropertyName(node) {
  const { parent } = node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertySignature(parent)) && parent.name === node;
}

/** Returns the imports of a file, and what it declares: with its comment, and the names in it. */
function statementsOf(text) {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const imports = source.statements.filter(ts.isImportDeclaration).map((each) => each.getText());
  const declared = source.statements.flatMap((statement) => {
    const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
    if (named.name === undefined) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    return [
      { name: named.name.text, isExported, full: withoutHead(statement.getFullText()), words: wordsIn(statement) },
    ];
  });
  return { imports, declared };
}

/** Removes the module comment, which belongs to the first declaration of a file. */
function withoutHead(full) {
  const end = full.indexOf('@module\n */');
  return end < 0 ? full : full.slice(end + '@module\n */'.length);
}

/** Returns the names that a file exports. */
function namesIn(text) {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const names = source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return statement.exportClause.elements.map(({ name }) => name.text);
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
    return isExported && named.name !== undefined ? [named.name.text] : [];
  });
  return new Set(names);
}
