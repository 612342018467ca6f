/** Judges what the command line says, and prints what came of it. */

import { SERVER_CHECKS } from './checks/server/index.js';
import { missing, start } from './implementations.js';
import { judgeServer, type Row } from './judge.js';
import { HELP, readOptions, UsageError, type Options } from './options.js';
import { sumOf, tableOf } from './table.js';
import type { Target } from './target.js';

/** Milliseconds in which something that must not come would have come. */
const QUIET = 60;

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else if (options.list) console.log(SERVER_CHECKS.map(({ id, rows }) => `${id}: ${rows.join(', ')}`).join('\n'));
  else await judgeAll(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}

async function judgeAll(options: Options): Promise<void> {
  const { servers, json, strict } = options;
  const judged: { readonly server: string; readonly rows: readonly Row[] }[] = [];
  if ('length' in servers) {
    for (const name of servers) {
      const reason = missing(name);
      if (reason !== undefined) {
        console.error(reason);
        continue;
      }
      console.error(`${name} ...`);
      const { target, stop } = await start(name);
      try {
        judged.push({ server: name, rows: await judge(target, options) });
      } finally {
        await stop();
      }
    }
  } else judged.push({ server: 'server', rows: await judge(servers, options) });
  if (judged.every(({ rows }) => rows.length === 0)) throw new UsageError('No check applies');
  const hasSeveral = judged.length > 1;
  if (json) {
    const all = judged.flatMap(({ server, rows }) => rows.map((row) => (hasSeveral ? { server, ...row } : row)));
    console.log(JSON.stringify(all, undefined, 2));
  } else {
    for (const { server, rows } of judged) {
      console.log(`${hasSeveral ? `${server}\n` : ''}${tableOf(rows)}\n${server}: ${sumOf(rows)}\n`);
    }
  }
  const isWrong = ({ failed, warnings }: Row): boolean => failed > 0 || (strict && warnings > 0);
  process.exitCode = judged.some(({ rows }) => rows.some(isWrong)) ? 1 : 0;
}

async function judge(target: Target, { revisions, check, timeout }: Options): Promise<readonly Row[]> {
  const checks = SERVER_CHECKS.filter(({ id }) => id.includes(check));
  return judgeServer(target, revisions, checks, { answer: timeout, quiet: QUIET });
}
