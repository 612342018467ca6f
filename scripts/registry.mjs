#!/usr/bin/env node
// Updates the code that depends on the generated registry and on schema/revisions.json: the exports of the protocol package, the modules of
// the registry and of the compiler that the runtime needs, the list of revisions in the SDK, and the conversions of a new newest revision.
// Part of `npm run generate`.
// Usage: node scripts/registry.mjs [--check]; with --check nothing is written, and a file that is out of date is an error.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatted } from './formatted.mjs';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const released = JSON.parse(read('schema/revisions.json')).filter(({ status }) => status === 'released');
const ids = released.map(({ id }) => id);
const newest = ids.at(-1);

/** The modules of the registry that folders have copies of. They cannot import the protocol package: it needs them to be built. */
const COPIES = {
  generator: ['methods', 'metaKeys'],
  'runtime/src': ['methods', 'errorCodes', 'headers', 'metaKeys', 'features', 'revisions'],
  'auth/src': ['methods', 'headers', 'features'],
};

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
const stateless = [...read('generated/registry/revisions.ts').matchAll(/'([\d-]+)': \{ era: 'stateless'/g)];
const isStateless = [
  "typeof MCP_GEN_REVISION === 'undefined'",
  ...stateless.map(([, id]) => `MCP_GEN_REVISION === '${id}'`),
];
// They decide about what only revisions without sessions need.
for (const path of [
  'runtime/src/session/connect.ts',
  'runtime/src/stateless/stateless.ts',
  'sdk/src/client/changeStream.ts',
  'sdk/src/client/responseCache.ts',
  'sdk/src/client/toolHeaders.ts',
  'sdk/src/server/listening.ts',
]) {
  await update(path, (text) =>
    text.replace(
      /typeof MCP_GEN_REVISION === 'undefined'(?:\s+\|\| MCP_GEN_REVISION === '[\d-]+')*/,
      isStateless.join(' || '),
    ),
  );
}
await update('site/explorer/check/explanations.ts', (text) =>
  withEntries(text, ids, (id) => `() => import('../../../generated/${id}/explain.js')`),
);
for (const [folder, names] of Object.entries(COPIES)) {
  for (const name of names) copy(`generated/registry/${name}.ts`, `${folder}/registry/${name}.ts`);
}
copy('generator/model/valueLimits.ts', 'runtime/src/codegen/v1/valueLimits.ts');
// The compiler does not import packages that it generates code for.
copy('runtime/src/revisionRange.ts', 'generator/model/revisionRange.ts');
// The unified types have the newest shape of each name, so that the newest revision needs no conversion.
await replace(
  `sdk/src/conversions/${newest}.ts`,
  `/** Conversions between revision ${newest} and the unified types: they are the same. */

import type { Conversions } from '@mcp-gen/protocol/author/${newest}';
import type { Context, WrittenConversions } from './conversionContext.js';

export { differing } from '@mcp-gen/protocol/author/${newest}';
export { revision } from '@mcp-gen/protocol/${newest}';

export const conversions: WrittenConversions<Conversions<Context>> = { requests: {}, notifications: {} };
`,
);

if (outOfDate.length > 0 && process.argv.includes('--check')) {
  console.error(`Out of date: ${outOfDate.join(', ')}. Run: node scripts/registry.mjs`);
  process.exitCode = 1;
}

async function update(path, change) {
  const text = read(path);
  await write(path, change(text), text);
}

/** Writes a whole file, which may not exist yet. */
async function replace(path, text) {
  await write(path, text, existsSync(new URL(path, root)) ? read(path) : undefined);
}

async function write(path, text, present) {
  const filepath = fileURLToPath(new URL(path, root));
  const changed = await formatted(filepath, text);
  if (changed !== present) save(path, changed);
}

/** Copies a generated file as it is. */
function copy(from, to) {
  const [text, target] = [read(from), new URL(to, root)];
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) save(to, text);
}

/** Writes a file that is out of date, or only says so. */
function save(path, text) {
  outOfDate.push(path);
  if (process.argv.includes('--check')) return;
  const target = new URL(path, root);
  mkdirSync(new URL('.', target), { recursive: true });
  writeFileSync(target, text);
}

function packageExports() {
  const entry = (path) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` });
  const exports = ids.flatMap((id) => [
    [`./${id}`, entry(`${id}/index`)],
    [`./${id}/payloads`, entry(`${id}/payloads`)],
    [`./${id}/explain`, entry(`${id}/explain`)],
  ]);
  const author = [['./author', entry('author/index')], ...ids.map((id) => [`./author/${id}`, entry(`author/${id}`)])];
  const folder = new URL('schema/extensions/', root);
  const extensions = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => [
    [`./extensions/${name}`, entry(`extensions/${name}/index`)],
    [`./extensions/${name}/methods`, entry(`extensions/${name}/methods`)],
    [`./extensions/${name}/identifier`, entry(`extensions/${name}/identifier`)],
  ]);
  const registry = readdirSync(new URL('generated/registry/', root)).map((file) => {
    const path = `registry/${file.replace(/\.ts$/, '')}`;
    return [`./${path}`, entry(path)];
  });
  return Object.fromEntries([...exports, ...author, ...registry, ...extensions]);
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
