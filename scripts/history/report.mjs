// Summarizes which stages the versions reach, and prints it.
import { STAGES } from './judge.mjs';

/** The rows of the table: groups of versions, and what the table calls them. GitHub has a merge of each open pull request without conflicts. */
const ROWS = {
  draft: { title: 'history of the draft', has: ({ group }) => group === 'draft' },
  proposals: { title: 'proposals not merged', has: ({ group }) => group === 'proposal' },
  openProposals: {
    title: '  mergeable pull requests',
    has: ({ group, isMergeable }) => group === 'proposal' && isMergeable,
  },
  rebased: { title: 'proposals on the present draft', has: ({ group }) => group === 'rebased' },
  openRebased: {
    title: '  mergeable pull requests',
    has: ({ group, isMergeable }) => group === 'rebased' && isMergeable,
  },
};

/** The longest reason: those of TypeScript quote whole types. */
const LONGEST = 200;

/**
 * Returns the numbers of versions, of distinct structures, and of structures that reach each stage, for each row; and the reasons for which
 * structures stop, the most frequent first.
 *
 * @param versions each with `group`, `structure`, `reached`, and `problems`
 * @param last the last stage that was tried
 */
export function summarize(versions, last) {
  const stages = STAGES.slice(0, STAGES.indexOf(last) + 1);
  const rows = Object.entries(ROWS).flatMap(([row, { has }]) => {
    const members = versions.filter(has);
    if (members.length === 0) return [];
    return [rowOf(row, members, stages)];
  });
  const distinct = distinctIn(versions);
  return { rows, reasons: reasonsOf(distinct, last), files: filesOf(distinct) };
}

/** Returns the numbers of some versions. */
export function rowOf(row, members, stages) {
  const distinct = distinctIn(members);
  const count = (isCounted) =>
    Object.fromEntries(stages.map((stage) => [stage, distinct.filter(isCounted(stage)).length]));
  return {
    row,
    versions: members.length,
    distinct: distinct.length,
    reached: count((stage) => (version) => hasReached(version, stage)),
    tried: count((stage) => (version) => wasTried(version, stage)),
  };
}

function hasReached({ reached }, stage) {
  return STAGES.indexOf(reached) >= STAGES.indexOf(stage);
}

/** Tells whether it is known if a version reaches a stage: because of the time it takes, not every version is tried up to the last one. */
function wasTried({ tried, problems }, stage) {
  return problems.length > 0 || STAGES.indexOf(tried) >= STAGES.indexOf(stage);
}

/** Returns the sources that do not compile, each with the number of structures for which they do not; the most frequent first. */
function filesOf(versions) {
  const counts = new Map();
  for (const { problems } of versions) {
    const files = problems.flatMap((problem) => /^([^\s()]+)\(\d+,\d+\): error TS/.exec(problem)?.[1] ?? []);
    for (const file of new Set(files)) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return [...counts]
    .map(([file, count]) => ({ file, count }))
    .sort((a, b) => b.count - a.count || (a.file < b.file ? -1 : 1));
}

/** Returns the reason for which a version stops, without what differs between versions with equal reasons. */
export function reasonOf([first]) {
  const reason = first
    ?.replace(/\((\d+,\d+)\)(?=: error TS)/, '')
    .replace(/: error (TS\d+): /, ': $1 ')
    .replaceAll(/\bline \d+/g, 'line …')
    .replace(/:\d+:\d+(?= )/, '');
  return reason?.length > LONGEST ? `${reason.slice(0, LONGEST - 1)}…` : reason;
}

function reasonsOf(versions, last) {
  const reasons = new Map();
  for (const { name, reached, problems, schemaErrors = [] } of versions) {
    const reason = reasonOf(problems);
    const stage = STAGES[STAGES.indexOf(reached) + 1];
    if (reason === undefined || STAGES.indexOf(stage) > STAGES.indexOf(last)) continue;
    const isSchemaError = schemaErrors.length > 0;
    const key = `${stage} ${reason}`;
    const { count = 0, example = name } = reasons.get(key) ?? {};
    reasons.set(key, { stage, reason, count: count + 1, example, isSchemaError });
  }
  return [...reasons.values()].sort(
    (a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) || b.count - a.count || (a.reason < b.reason ? -1 : 1),
  );
}

/** Returns one version of each structure. */
export function distinctIn(versions) {
  return [...new Map(versions.toReversed().map((version) => [version.structure, version])).values()].reverse();
}

/** Returns the line about one version. */
export function describeVersion({ name, equals, reached = 'none', problems, messages, notes = [], differing = [] }) {
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const served = messages?.length > 0 ? [`new messages: ${messages.length}`] : [];
  const parts = [
    ...(equals === undefined ? [] : [`equal to ${equals}`]),
    ...(problems.length === 0 ? served : [`${reasonOf(problems)}${more}`]),
    ...notes.map((note) => reasonOf([note])),
    ...(differing.length > 0 ? [`schema.json differs: ${differing.join(', ')}`] : []),
  ];
  return `${name}  ${reached}  ${parts.join('; ')}`.trimEnd();
}

/** Returns the summary as text. */
export function describeSummary({ rows, reasons, files }, versions) {
  const stages = Object.keys(rows[0]?.reached ?? {});
  const table = [
    ['', 'versions', 'distinct', ...stages],
    ...rows.map((row) => [
      ROWS[row.row].title,
      row.versions,
      row.distinct,
      ...stages.map((stage) => numberIn(row, stage)),
    ]),
  ];
  const compared = versions.filter(({ differing }) => differing !== undefined);
  const equal = compared.filter(({ differing }) => differing.length === 0);
  const noted = distinctIn(versions).filter(({ notes = [], problems }) => notes.length > 0 && problems.length === 0);
  const messages = distinctIn(versions).flatMap(({ messages = [] }) => messages);
  const arrived = messages.filter(({ problem }) => problem === undefined);
  return [
    ...alignRows(table),
    '',
    `Of ${compared.length} versions with a schema.json, the derived JSON Schema of ${equal.length} equals it.`,
    ...(messages.length > 0 ? [`Of ${messages.length} new messages, ${arrived.length} made the round trip.`] : []),
    ...(noted.length > 0
      ? [`Of those that reach the last stage, ${noted.length} keep the extensions of the revision before.`]
      : []),
    ...(reasons.length > 0 ? ['', 'Why the others stop:'] : []),
    ...reasons.map(
      ({ stage, reason, count, example, isSchemaError }) =>
        `${String(count).padStart(4)}  not ${stage}: ${isSchemaError ? 'error of the schema: ' : ''}${reason}  (${example})`,
    ),
    ...(files.length > 0 ? ['', 'Sources that do not compile, and for how many structures:'] : []),
    ...files.map(({ file, count }) => `${String(count).padStart(4)}  ${file}`),
  ].join('\n');
}

/** Returns how many structures reach a stage, and of how many that were tried. */
export function numberIn({ distinct, reached, tried }, stage) {
  return tried[stage] === distinct ? String(reached[stage]) : `${reached[stage]}/${tried[stage]}`;
}

function alignRows(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map(([first, ...numbers]) =>
    [first.padEnd(widths[0]), ...numbers.map((number, index) => String(number).padStart(widths[index + 1]))].join('  '),
  );
}
