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
}

/** The revisions for which the suite says what is required. */
const REQUIRING = ['2025-11-25', '2026-07-28'];

/** Scenarios of extensions that the client has, by how their names begin. They are run in the revisions that the suite has requirements for. */
const EXTENSIONS = 'auth/';

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
install();

const extensions = (await listExtensions()).filter((name) => name.startsWith(EXTENSIONS));
const rows: Row[] = [];
for (const revision of only === undefined ? REVISIONS : [only]) {
  const { server, client } = await list('--spec-version', revision);
  const scenarios = { server, client: REQUIRING.includes(revision) ? [...client, ...extensions] : client };
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
  for (const { revision, side, scenario, passed, total, problems = [], exceptions = [] } of rows) {
    const verdict = `${passed} / ${total}${problems.length > 0 ? '  FAILED' : ''}`;
    console.log(`${revision}  ${side}  ${scenario.padEnd(width)}  ${verdict}`);
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
  return `${some.length - failed} passed, ${failed} failed`;
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
