// Prints the lines that are written by hand for a revision: what a person writes when the protocol changes, and no command does.
// Needs a build. See "How to add a revision" in CONTRIBUTING.md.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildRegistry } from '../dist/analyze/registry.js';
import { readRevision } from '../dist/protocols.js';
import { listRevisions } from '../dist/read/loadSchema.js';
import { nearest } from '../dist/nearest.js';
import { linesOfRevision, linesWithName, namesOf } from './byHand/scan.mjs';

const USAGE = `Usage: npm run by-hand -- [<revision> | <name>] [--json]
  <revision>  the lines that belong to this revision only
  <name>      the lines that use a method, a definition of the unified types, or another name of the registry, also
              through an alias of the sources: \`type Sampling = CreateMessageRequestParams\`
Code that depends on the era (\`isStateless\`) belongs to all revisions of an era, and is listed for the first of each.
Without an argument: the number of lines of each revision.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, json: { type: 'boolean' } },
});
if (values.help || positionals.length > 1) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const schemas = fileURLToPath(new URL('../schema', import.meta.url));
const ids = await listRevisions(schemas);
const registry = buildRegistry(await Promise.all(ids.map((id) => readRevision(id, schemas))));
const [name] = positionals;
const known = name === undefined || ids.includes(name) ? ids : [...ids, ...namesOf(root, registry)];

if (name === undefined) {
  const rows = ids.map((id) => [id, totals(linesOfRevision(root, registry, id))]);
  console.log(
    values.json ? JSON.stringify(Object.fromEntries(rows)) : rows.map(([id, all]) => `${id}  ${text(all)}`).join('\n'),
  );
} else if (!known.includes(name)) {
  const hints = nearest(name, known);
  console.error(`Unknown name ${name}.${hints.length > 0 ? ` Did you mean ${hints.join(', ')}?` : ''}`);
  process.exitCode = 2;
} else {
  const found = ids.includes(name) ? linesOfRevision(root, registry, name) : linesWithName(root, registry, name);
  const lines = found.map(({ file, line, lines, about }) => {
    const end = lines > 1 ? `-${line + lines - 1}` : '';
    return `${file}:${line}${end}  ${about}`.trimEnd();
  });
  console.log(values.json ? JSON.stringify(found) : [...new Set(lines), text(totals(found))].join('\n'));
}

/** Returns the number of places and of lines of each kind. */
function totals(found) {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = found.filter((each) => each.kind === kind);
    return { kind, places: own.length, lines: own.reduce((sum, { lines }) => sum + lines, 0) };
  });
}

function text(all) {
  return all.map(({ kind, places, lines }) => `${kind}: ${places} (${lines} lines)`).join(', ') || 'none';
}
