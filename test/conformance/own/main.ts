/** Judges what the command line says, and prints what came of it. */

import { CLIENT_CHECKS } from '../../../conformance/src/checks/client/index.js';
import { SERVER_CHECKS } from '../../../conformance/src/checks/server/index.js';
import { commandClient } from '../../../conformance/src/client/program.js';
import { clientOf, missing, RELAY, start, startProtected, type ImplementationName } from './implementations.js';
import { judgeServer, type CheckResult } from '../../../conformance/src/judge.js';
import { judgeClient } from '../../../conformance/src/judgeClient.js';
import { HELP, readOptions, UsageError, type Foreign, type Options } from './options.js';
import { resultsTable, writePage } from './page.js';
import { resultsSum } from '../../../conformance/src/table.js';
import type { Target } from '../../../conformance/src/target.js';
import { tableOf } from './table.js';

/** Milliseconds in which something that must not come would have come. */
const QUIET = 60;

/** How long a server may take to start. Milliseconds. */
const OPEN_TIMEOUT = 60_000;

/** What came of one server and client. */
export interface Judged {
  readonly name: string;
  readonly rows: readonly CheckResult[];
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else if (options.list) console.log(listOfChecks());
  else await judgeAll(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}

function listOfChecks(): string {
  return [...SERVER_CHECKS, ...CLIENT_CHECKS].map(({ id, rows }) => `${id}: ${rows.join(', ')}`).join('\n');
}

async function judgeAll(options: Options): Promise<void> {
  const { judged, json, strict, write } = options;
  const outcomes: Judged[] = [];
  if ('length' in judged) {
    for (const name of judged) {
      const reason = missing(name);
      if (reason === undefined) outcomes.push({ name, rows: await judgeFixture(name, options) });
      else console.error(reason);
    }
  } else outcomes.push({ name: 'result', rows: await judgeForeign(judged, options) });
  if (outcomes.every(({ rows }) => rows.length === 0)) throw new UsageError('No check applies');
  print(outcomes, json);
  if (write) await writePage(resultsTable(outcomes));
  const isWrong = ({ failed, warnings }: CheckResult): boolean => failed > 0 || (strict && warnings > 0);
  process.exitCode = outcomes.some(({ rows }) => rows.some(isWrong)) ? 1 : 0;
}

function print(outcomes: readonly Judged[], json: boolean): void {
  const hasSeveral = outcomes.length > 1;
  if (json) {
    const rows = outcomes.flatMap(({ name, rows }) =>
      rows.map((row) => (hasSeveral ? { fixture: name, ...row } : row)),
    );
    console.log(JSON.stringify(rows, undefined, 2));
    return;
  }
  for (const { name, rows } of outcomes) {
    console.log(`${hasSeveral ? `${name}\n` : ''}${tableOf(rows)}\n${name}: ${resultsSum(rows)}\n`);
  }
}

async function judgeFixture(name: ImplementationName, options: Options): Promise<readonly CheckResult[]> {
  console.error(`${name} ...`);
  const { target, stop } = await start(name);
  try {
    const client = clientOf(name);
    return await judgeForeign({ server: target, ...(client && { client }) }, options);
  } finally {
    await stop();
  }
}

async function judgeForeign(
  { server, client, protected: guarded }: Foreign,
  options: Options,
): Promise<readonly CheckResult[]> {
  const { leg } = options;
  const judge = async (target: Target | undefined): Promise<readonly CheckResult[]> => [
    ...(target === undefined || leg === 'client' ? [] : await judgeTarget(target, options)),
    ...(client === undefined || leg === 'server' ? [] : await judgeProgram(client, options)),
  ];
  if (guarded === undefined) return judge(server);
  const { protection, stop } = await startProtected('of --protected', guarded);
  try {
    return await judge({ ...server, protection });
  } finally {
    await stop();
  }
}

async function judgeTarget(target: Target, { revisions, check, timeout }: Options): Promise<readonly CheckResult[]> {
  const checks = SERVER_CHECKS.filter(({ id }) => id.includes(check));
  const timing = { answer: timeout, open: Math.max(timeout, OPEN_TIMEOUT), quiet: QUIET };
  return checks.length === 0 ? [] : judgeServer(target, revisions, checks, timing);
}

async function judgeProgram(
  command: readonly string[],
  { revisions, check }: Options,
): Promise<readonly CheckResult[]> {
  const checks = CLIENT_CHECKS.filter(({ id }) => id.includes(check));
  return judgeClient(commandClient(command), revisions, checks, RELAY);
}
