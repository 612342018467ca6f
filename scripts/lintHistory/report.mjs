// Describes the corrections of schemas that `mcp-gen lint` asks for, and those that it does not.

/** Returns the corrections, one line each, with what asks for them. */
export function describe(corrections) {
  const lines = corrections.map(({ date, commit, revision, subject, changed, asked, problem }) => {
    const head = `${asked.length > 0 ? '+' : problem ? '?' : '-'} ${date} ${commit.slice(0, 8)} ${revision}: ${subject}`;
    const about = problem ?? `${changed.length} declarations: ${changed.slice(0, 6).join(', ')}`;
    return [head, `    ${about}`, ...asked.map(({ rule, at }) => `    asked: ${rule}@${at}`)].join('\n');
  });
  return [...lines, ...totals(corrections).map(({ of, all, asked }) => `${of}: ${asked} of ${all}`)].join('\n');
}

const GROUPS = [
  ['releases, after their release', ({ revision }) => revision !== 'draft'],
  ['the draft', ({ revision }) => revision === 'draft'],
];

function totals(corrections) {
  const readable = corrections.filter(({ problem }) => problem === undefined);
  return GROUPS.map(([of, isIn]) => {
    const all = readable.filter(isIn);
    return { of, all: all.length, asked: all.filter(({ asked }) => asked.length > 0).length };
  });
}

/** Returns the table of the docs: how many corrections of each group lint asks for, and by which rules. */
export function tableOf(corrections) {
  const rules = new Map();
  for (const { asked } of corrections) {
    for (const rule of new Set(asked.map((each) => each.rule))) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  }
  const byCount = [...rules].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return [
    table(
      ['corrections of', 'in the history', 'asked for by lint'],
      totals(corrections).map(({ of, all, asked }) => [of, all, asked]),
    ),
    table(
      ['rule', 'corrections that it asks for'],
      byCount.map(([rule, count]) => [`\`${rule}\``, count]),
    ),
  ].join('\n\n');
}

function table(header, rows) {
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
