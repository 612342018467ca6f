#!/usr/bin/env node
// Updates the code that depends on schema/revisions.json, the registry of revisions: the exports of the protocol package, and the lists
// of revisions in the SDK. Part of `npm run generate`.
// Usage: node scripts/registry.mjs [--check]; with --check nothing is written, and a file that is out of date is an error.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatted } from './formatted.mjs';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const released = JSON.parse(read('schema/revisions.json')).filter(({ status }) => status === 'released');
const ids = released.map(({ id }) => id);
const [stateless] = released.filter(({ era }) => era === 'stateless').map(({ id }) => id);

const outOfDate = [];
await update('generated/package.json', (text) => JSON.stringify({ ...JSON.parse(text), exports: packageExports() }));
// Bundlers exclude modules by these conditions.
const isBundled = (id) => `typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '${id}'`;
await update('sdk/src/conversions/modules.ts', (text) =>
  withUnion(
    withEntries(text, ids, (id) => `${isBundled(id)} ? () => import('./${id}.js') : undefined`),
    'RevisionId',
    ids,
  ),
);
await update('sdk/src/revisions.ts', (text) =>
  withUnion(
    withEntries(text, ids, (id) => `MODULES['${id}']`),
    'SupportedRevision',
    ids,
  ),
);
await update('sdk/src/era.ts', (text) => text.replace(/STATELESS_SINCE = '[^']*'/, `STATELESS_SINCE = '${stateless}'`));

if (outOfDate.length > 0 && process.argv.includes('--check')) {
  console.error(`Out of date: ${outOfDate.join(', ')}. Run: node scripts/registry.mjs`);
  process.exitCode = 1;
}

async function update(path, change) {
  const filepath = fileURLToPath(new URL(path, root));
  const text = read(path);
  const changed = await formatted(filepath, change(text));
  if (changed === text) return;
  outOfDate.push(path);
  if (!process.argv.includes('--check')) writeFileSync(filepath, changed);
}

function packageExports() {
  const entry = (path) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` });
  const exports = ids.flatMap((id) => [
    [`./${id}`, entry(`${id}/index`)],
    [`./${id}/explain`, entry(`${id}/explain`)],
  ]);
  const author = [['./author', entry('author/index')], ...ids.map((id) => [`./author/${id}`, entry(`author/${id}`)])];
  const folder = new URL('schema/extensions/', root);
  const extensions = (existsSync(folder) ? readdirSync(folder) : []).map((name) => [
    `./extensions/${name}`,
    entry(`extensions/${name}/index`),
  ]);
  return Object.fromEntries([...exports, ...author, ...extensions]);
}

/** Updates the union of revisions of a type. */
function withUnion(text, name, revisions) {
  const union = `export type ${name} = ${revisions.map((id) => `'${id}'`).join(' | ')};`;
  const changed = text.replace(new RegExp(`export type ${name} =[^;]*;`), union);
  if (!changed.includes(union)) throw new Error(`Type ${name} not found`);
  return changed;
}

/** Updates the entries of the object after the comment with the name of this script. */
function withEntries(text, revisions, valueOf) {
  const entries = revisions.map((id) => `  '${id}': ${valueOf(id)},\n`).join('');
  const changed = text.replace(
    /(\/\/ Generated from schema\/revisions\.json by scripts\/registry\.mjs\.\n)(?: {2,}.*\n)*/,
    `$1${entries}`,
  );
  if (!changed.includes(entries)) throw new Error('The comment that marks the list is missing');
  return changed;
}
