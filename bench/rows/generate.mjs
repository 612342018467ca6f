import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median } from '../statistics.mjs';

const ROUNDS = 5;
const program = fileURLToPath(new URL('../generateOnce.mjs', import.meta.url));
const schemas = fileURLToPath(new URL('../../schema', import.meta.url));
const revisions = readdirSync(schemas).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name));

/** From a cold start to formatted files, in a process of its own; nothing is written. */
export const rows = [...revisions.map((revision) => [revision]), revisions].map((generated) => ({
  row: `generate: ${generated.length === 1 ? generated[0] : `all ${generated.length} revisions`}`,
  unit: 'ms',
  better: 'lower',
  target: generated.length === 1 ? undefined : { text: '< 10,000', met: ({ ours }) => ours < 10_000 },
  measure() {
    const runs = Array.from({ length: ROUNDS }, () =>
      JSON.parse(execFileSync(process.execPath, [program, ...generated], { encoding: 'utf8' })),
    );
    return {
      ours: median(runs.map(({ milliseconds }) => milliseconds)),
      'peak memory, MB': median(runs.map(({ megabytes }) => megabytes)),
    };
  },
}));
