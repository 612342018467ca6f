/** Runs what is asked for, and prints a table of it. */

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ERRORS, EXCEPTIONS, EXTENSIONS } from './expected.js';
import { judge, type Outcome } from './judge.js';
import { REVISIONS } from './revisions.js';
import { checkTier, install, list, listExtensions, testClient, testServer, type Scenarios } from './suite.js';
import { summarize, table, writeReadme, type Leg, type Row } from './table.js';

/** The revisions for which the suite says what is required. */
const REQUIRING = ['2025-11-25', '2026-07-28'];

/** Where `npm run platforms` installs a newer Node, which the suite's check of tiers needs. */
const NODE_22 = '../platforms/node_modules/node-22-linux-x64/bin/node';

const {
  revision: only,
  scenario: part = '',
  json = false,
  readme = false,
  nodes = false,
  tier = false,
  core = false,
} = readOptions();
await install();
if (tier) {
  const node = Number.parseInt(process.versions.node, 10) < 22 ? NODE_22 : process.execPath;
  if (!existsSync(node)) fail('The check of tiers needs Node 22: npm run platforms');
  for (const revision of only === undefined ? REQUIRING : [only]) console.log(await checkTier(revision, node));
  process.exit();
}

const required = new Map<string, Scenarios>();
for (const revision of core ? [] : REQUIRING) required.set(revision, await list('--requirements', revision));
const extensions = { server: await listExtensions('server'), client: await listExtensions('client') };

const rows: Row[] = [];
for (const revision of only === undefined ? REVISIONS : [only]) {
  const scenarios = await list('--spec-version', revision);
  for (const leg of nodes ? (['server'] as const) : (['server', 'client'] as const)) {
    const wanted = scenarios[leg].filter((name) => name.includes(part));
    const beside = extensionsFor(revision, leg).filter((name) => name.includes(part));
    if (wanted.length + beside.length > 0) console.error(`${revision} ${leg} ...`);
    await (leg === 'server' ? judgeServer(revision, wanted, beside) : judgeClient(revision, wanted, beside));
  }
}
if (rows.length === 0) fail(`No scenario is called "${part}".`);

if (json) console.log(JSON.stringify(rows.map(publicRow), undefined, 2));
else print();
if (readme) await writeReadme(rows);
process.exitCode = rows.some(({ problems }) => problems.length > 0) ? 1 : 0;

/** The scenarios of extensions that are judged in a revision. */
function extensionsFor(revision: string, leg: Leg): readonly string[] {
  if (core) return [];
  const prefixes = EXTENSIONS[revision]?.[leg] ?? [];
  return extensions[leg].filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}

/** The suite has to be told to run the scenarios of extensions. */
async function judgeServer(revision: string, scenarios: readonly string[], beside: readonly string[]): Promise<void> {
  if (scenarios.length > 0) addAll(revision, await testServer(revision, scenarios, false, nodes ? 'nodes' : 'server'));
  if (beside.length > 0) addAll(revision, await testServer(revision, beside, true, nodes ? 'nodes' : 'server'));
}

function addAll(revision: string, outcomes: ReadonlyMap<string, Outcome>): void {
  for (const [scenario, outcome] of outcomes) add(revision, 'server', scenario, outcome);
}

async function judgeClient(revision: string, scenarios: readonly string[], beside: readonly string[]): Promise<void> {
  for (const scenario of scenarios) add(revision, 'client', scenario, await testClient(revision, scenario, false));
  for (const scenario of beside) add(revision, 'client', scenario, await testClient(revision, scenario, true));
}

function add(revision: string, leg: Leg, scenario: string, outcome: Outcome): void {
  const name = `${revision} ${leg} ${scenario}`;
  const verdict = judge(outcome, EXCEPTIONS[name], ERRORS[name]);
  rows.push({ revision, leg, scenario, scored: required.get(revision)?.[leg].includes(scenario) ?? false, ...verdict });
}

/** A row as programs read it. */
function publicRow({
  revision,
  leg,
  scenario,
  scored,
  exit,
  passed,
  failed,
  skipped,
  warnings,
  problems,
}: Row): object {
  return { revision, leg, scenario, scored, exit: exit ?? null, passed, failed, skipped, warnings, problems };
}

function print(): void {
  console.log(table(rows));
  console.log(`\nAll scenarios: ${summarize(rows)}`);
  for (const requiring of REQUIRING) {
    const scored = rows.filter(({ revision, scored: counts }) => revision === requiring && counts);
    if (scored.length > 0) console.log(`Required by ${requiring}: ${summarize(scored)}`);
  }
}

function readOptions(): {
  readonly revision?: string;
  readonly scenario?: string;
  readonly json?: boolean;
  readonly readme?: boolean;
  readonly nodes?: boolean;
  readonly tier?: boolean;
  readonly core?: boolean;
} {
  const flag = { type: 'boolean' } as const;
  try {
    const options = {
      revision: { type: 'string' },
      scenario: { type: 'string' },
      json: flag,
      readme: flag,
      nodes: flag,
      tier: flag,
      core: flag,
    } as const;
    const { values } = parseArgs({ options });
    if (values.readme === true && (values.revision ?? values.scenario ?? values.nodes ?? values.core) !== undefined) {
      fail(
        'The README has the table of all scenarios: --readme takes neither --revision, --scenario, --nodes, nor --core.',
      );
    }
    if (values.tier === true) {
      if ((values.scenario ?? values.json ?? values.readme ?? values.nodes ?? values.core) !== undefined)
        fail('--tier takes --revision alone.');
      if (values.revision === undefined || REQUIRING.includes(values.revision)) return values;
      fail(`Expected one of the revisions ${REQUIRING.join(', ')}, got ${values.revision}.`);
    }
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
