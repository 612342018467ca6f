import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readRevision } from '../../dist/protocols.js';

const program = fileURLToPath(new URL('../generateOnce.mjs', import.meta.url));
const schemas = fileURLToPath(new URL('../../schema', import.meta.url));
const revisions = readdirSync(schemas).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name));

/** The definitions of the first revisions, by their sum: more revisions are generated together, each larger than the one before. */
async function sums() {
  const counts = await Promise.all(revisions.map(async (id) => (await readRevision(id, schemas)).source.types.length));
  let sum = 0;
  return new Map(counts.map((count, index) => [(sum += count), revisions.slice(0, index + 1)]));
}

const generated = await sums();

/** Revisions generated together, each in a process of its own, from a cold start. */
export const curves = [
  {
    curve: 'generating 1 to 5 revisions',
    size: 'definitions',
    unit: 'ms',
    sizes: [...generated.keys()],
    open: () => ({
      measure: (size) =>
        JSON.parse(execFileSync(process.execPath, [program, ...generated.get(size)], { encoding: 'utf8' }))
          .milliseconds,
      close() {},
    }),
  },
];
