// Writes the page with what versions and proposals reach.
import { STAGES } from './judge.mjs';
import { distinctIn, numberIn, reasonOf, rowOf } from './report.mjs';

const TITLES = {
  draft: 'all versions of the draft',
  proposals: 'proposals that are not merged',
  openProposals: 'of these, mergeable pull requests',
  rebased: 'proposals on the present draft',
  openRebased: 'of these, mergeable pull requests',
};

/**
 * Returns the page as Markdown.
 *
 * @param versions the judged ones
 * @param summary what `summarize` returns for them
 * @param newest the newest commit of the specification, and its date
 */
export function pageOf(versions, { rows, reasons }, { commit, date }) {
  const stages = Object.keys(rows[0]?.reached ?? {});
  return `# Versions and proposals by stage

This page says how far the compiler and the SDK get with every version of the draft schema in the history of the specification, and with every proposal that changes the schema. A program wrote it from commit \`${commit}\` of the specification, of ${date}: [how to run it](../CONTRIBUTING.md#how-to-judge-the-history-of-the-draft). What proposals change is on the pages [What is coming](coming/index.md).

Versions that differ in prose alone have one structure, which is judged once. A version from before a release becomes a revision beside it, with the decisions and the conversions of the release, as far as they fit. A version after the newest release becomes the newest revision.

## Stages

| stage | what works |
| --- | --- |
| \`adopted\` | the schema is read, and decisions that nobody has confirmed are guessed |
| \`generated\` | code of all revisions is generated with this one |
| \`oracle\` | generated guards and Ajv agree on 20,000 random values |
| \`built\` | the SDK compiles with it, without a handwritten line |
| \`roundTrip\` | each new message arrives unchanged: by the generated tables; those that no release has also by server, client, bridge, and host |
| \`conformance\` | the official suite's scenarios of the closest release pass, without those of extensions |

## Structures that reach each stage

\`3 / 5\` means that 3 structures reach the stage, of 5 that were tried so far: the last stages take long.

${table(
  ['', 'versions', 'structures', ...stages.map(code)],
  rows.map((row) => [TITLES[row.row], ...numbersOf(row, stages)]),
)}

## Versions of the draft by the release before them

${table(
  ['after', 'versions', 'structures', ...stages.map(code)],
  byRelease(versions).map(([release, members]) => [release, ...numbersOf(rowOf('', members, stages), stages)]),
)}

## Why versions stop

TypeScript itself rejects some schemas. They are marked as errors of the schema: no compiler can correct them. The SDK has handwritten conversions for each release. A draft of it can have messages of another shape, which neither these conversions fit nor those of the release before.

${table(
  ['not', 'reason', 'structures', 'example'],
  reasons.map(({ stage, reason, count, example, isSchemaError }) => [
    code(stage),
    `${isSchemaError ? '**Error of the schema**: ' : ''}${code(reason)}`,
    count,
    nameOf(example),
  ]),
)}

## Proposals

${table(
  ['proposal', 'as it is', 'on the present draft', 'why it stops'],
  proposalsIn(versions).map(([name, { proposal, rebased }]) => [
    name,
    reachedBy(proposal),
    rebased ? reachedBy(rebased) : 'conflict',
    whyStopped(rebased) || whyStopped(proposal),
  ]),
)}

## Duration

${table(
  ['stage', 'structures', 'mean seconds'],
  durationsOf(distinctIn(versions)).map(([stage, count, mean]) => [code(stage), count, mean.toFixed(1)]),
)}
`;
}

function numbersOf(row, stages) {
  return [row.versions, row.distinct, ...stages.map((stage) => numberIn(row, stage).replace('/', ' / '))];
}

/** Returns the versions of the draft after each release, the oldest first. */
function byRelease(versions) {
  const groups = new Map();
  for (const version of versions.filter(({ group }) => group === 'draft')) {
    const release = version.after ?? 'no release';
    groups.set(release, [...(groups.get(release) ?? []), version]);
  }
  return [...groups];
}

/** Returns the proposals by name, each as it is and on the present draft; the newest pull request first. */
function proposalsIn(versions) {
  const found = new Map();
  for (const version of versions) {
    if (version.group === 'draft') continue;
    const name = nameOf(version.name.replace(/-rebased$/, ''));
    found.set(name, { ...found.get(name), [version.group]: version });
  }
  const numberOf = (name) => (name.startsWith('#') ? Number(name.slice(1)) : 0);
  return [...found].toSorted(([a], [b]) => numberOf(b) - numberOf(a));
}

/** Returns how the page names a version: a pull request by its number, and a branch without one not at all. */
function nameOf(name) {
  const [, number, rebased] = /^pull-(\d+)(-rebased)?$/.exec(name) ?? [];
  if (number !== undefined) return `#${number}${rebased === undefined ? '' : ' on the present draft'}`;
  return /^\d{4}-\d\d-\d\d-/.test(name) ? name : 'a branch';
}

function reachedBy(version) {
  if (version?.tried === undefined) return 'not tried';
  if (version.problems.length === 0) return `${code(version.reached)}, the last one tried`;
  return version.reached === undefined ? 'none' : code(version.reached);
}

function whyStopped(version) {
  const reason = version && reasonOf(version.problems);
  if (reason === undefined) return '';
  return `${version.schemaErrors?.length > 0 ? '**Error of the schema**: ' : ''}${code(reason)}`;
}

function durationsOf(versions) {
  return STAGES.flatMap((stage) => {
    const all = versions.flatMap(({ seconds }) => seconds?.[stage] ?? []);
    return all.length === 0 ? [] : [[stage, all.length, all.reduce((sum, each) => sum + each, 0) / all.length]];
  });
}

function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns text as code in a cell of a table. */
function code(text) {
  return `\`${text.replaceAll('`', "'").replaceAll('|', String.raw`\|`)}\``;
}
