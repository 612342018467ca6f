/** Runs what is asked for, and prints a table of it. */

import { parseArgs } from 'node:util';
import { judge, type Exception, type Outcome, type Verdict } from './judge.js';
import { REVISIONS } from './revisions.js';
import { install, list, listExtensions, testClient, testServer, type Scenarios } from './suite.js';

type Side = keyof Scenarios;

interface Row extends Partial<Verdict> {
  readonly revision: string;
  readonly side: Side;
  readonly scenario: string;
  /** Why the scenario was not run. */
  readonly skipped?: string | undefined;
}

/** The revisions for which the suite says what is required. */
const REQUIRING = ['2025-11-25', '2026-07-28'];

/** Scenarios of extensions that the client has, by how their names begin. They are run in the revisions that the suite has requirements for. */
const EXTENSIONS = 'auth/';

/** The scenarios of an extension that servers are tested with, by the revision that they are run in. */
const SERVER_EXTENSIONS: { readonly [revision: string]: string } = { '2026-07-28': 'tasks-' };

/** Scenarios that the suite itself skips on every server, with the reason. */
const SKIPPED: { readonly [scenario: string]: string } = {
  'tasks-status-notifications': 'the suite has no checks for it yet, and skips it',
};

/** Warnings and skipped checks that are right, by revision, side, and scenario. */
const EXCEPTIONS: { readonly [scenario: string]: readonly Exception[] } = {
  '2026-07-28 server input-required-result-ignore-extra-params': [
    {
      status: 'WARNING',
      message: 'valid inputResponses were provided alongside extra keys',
      reason:
        'the scenario answers what it was not asked, without the requestState that each question of this server comes with; ' +
        'such answers are ignored, and the question is asked',
    },
  ],
  '2026-07-28 client http-standard-headers': ['initialize', 'notifications/initialized'].map((method) => ({
    status: 'SKIPPED',
    message: `did not send a ${method} request`,
    reason: 'the revision does not have this method',
  })),
};

const { revision: only, scenario: part = '', json = false } = readOptions();
await install();

const extensions = (await listExtensions('client')).filter((name) => name.startsWith(EXTENSIONS));
const rows: Row[] = [];
for (const revision of only === undefined ? REVISIONS : [only]) {
  const { server, client } = await list('--spec-version', revision);
  const scenarios = { server, client: REQUIRING.includes(revision) ? [...client, ...extensions] : client };
  await judgeExtensions(revision);
  for (const side of ['server', 'client'] as const) {
    const wanted = scenarios[side].filter((name) => name.includes(part));
    if (wanted.length > 0) console.error(`${revision} ${side} ...`);
    const verdicts = await (side === 'server' ? judgeServer(revision, wanted) : judgeClient(revision, wanted));
    for (const scenario of wanted) rows.push({ revision, side, scenario, ...verdicts.get(scenario) });
  }
}
if (rows.length === 0) fail(`No scenario is called "${part}".`);

if (json) console.log(JSON.stringify(rows, undefined, 2));
else await print();
process.exitCode = rows.some(hasFailed) ? 1 : 0;

async function judgeServer(revision: string, scenarios: readonly string[]): Promise<ReadonlyMap<string, Verdict>> {
  if (scenarios.length === 0) return new Map();
  const outcomes = await testServer(revision, scenarios);
  return new Map([...outcomes].map(([scenario, outcome]) => [scenario, judged(revision, 'server', scenario, outcome)]));
}

/** The suite has to be told to run the scenarios of extensions. */
async function judgeExtensions(revision: string): Promise<void> {
  const prefix = SERVER_EXTENSIONS[revision];
  if (prefix === undefined) return;
  const wanted = (await listExtensions('server')).filter((name) => name.startsWith(prefix) && name.includes(part));
  const toRun = wanted.filter((name) => !Object.hasOwn(SKIPPED, name));
  if (toRun.length === 0) return;
  console.error(`${revision} server, extensions ...`);
  const outcomes = await testServer(revision, toRun, true);
  for (const scenario of wanted) {
    const outcome = outcomes.get(scenario);
    const verdict = outcome && judged(revision, 'server', scenario, outcome);
    rows.push({ revision, side: 'server', scenario, ...(verdict ?? { skipped: SKIPPED[scenario] }) });
  }
}

async function judgeClient(revision: string, scenarios: readonly string[]): Promise<ReadonlyMap<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for (const scenario of scenarios) {
    const outcome = await testClient(revision, scenario, extensions.includes(scenario));
    verdicts.set(scenario, judged(revision, 'client', scenario, outcome));
  }
  return verdicts;
}

function judged(revision: string, side: Side, scenario: string, outcome: Outcome): Verdict {
  return judge(outcome, EXCEPTIONS[`${revision} ${side} ${scenario}`]);
}

function hasFailed({ problems = [] }: Row): boolean {
  return problems.length > 0;
}

async function print(): Promise<void> {
  const width = Math.max(...rows.map(({ scenario }) => scenario.length));
  for (const { revision, side, scenario, passed, total, problems = [], exceptions = [], skipped } of rows) {
    const verdict = skipped === undefined ? `${passed} / ${total}` : `not run: ${skipped}`;
    console.log(`${revision}  ${side}  ${scenario.padEnd(width)}  ${verdict}${problems.length > 0 ? '  FAILED' : ''}`);
    for (const each of [...problems, ...exceptions]) console.log(each.replace(/^/gm, '    '));
  }
  console.log(`\nAll scenarios: ${summarize(rows)}`);
  for (const requiring of REQUIRING) {
    const required = await list('--requirements', requiring);
    const scored = rows.filter(
      ({ revision, side, scenario }) => revision === requiring && required[side].includes(scenario),
    );
    if (scored.length > 0) console.log(`Required by ${requiring}: ${summarize(scored)}`);
  }
}

function summarize(some: readonly Row[]): string {
  const failed = some.filter(hasFailed).length;
  const skipped = some.filter((row) => row.skipped !== undefined).length;
  const rest = skipped === 0 ? '' : `, ${skipped} not run`;
  return `${some.length - failed - skipped} passed, ${failed} failed${rest}`;
}

function readOptions(): { readonly revision?: string; readonly scenario?: string; readonly json?: boolean } {
  try {
    const options = { revision: { type: 'string' }, scenario: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values } = parseArgs({ options });
    if (values.revision === undefined || REVISIONS.some((id) => id === values.revision)) return values;
    fail(`Expected one of the revisions ${REVISIONS.join(', ')}, got ${values.revision}.`);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
