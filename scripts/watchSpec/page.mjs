// Writes the page about one thing that is coming, from its facts.
import { ACTORS, actorsOf, changesIn, NEEDS } from './actors.mjs';
import { headlineOf, titleOf } from './headline.mjs';
import {
  breaksText,
  capital,
  carriedText,
  code,
  count,
  isBreaking,
  isNeutral,
  listOf,
  plain,
  sentenceOf,
} from './sentences.mjs';
import { listed } from './listed.mjs';
import { sdkSection } from './sdkSection.mjs';

const PULLS = 'https://github.com/modelcontextprotocol/modelcontextprotocol/pull';

/**
 * Returns the page as Markdown.
 *
 * @param release the newest released revision
 */
export function pageOf(facts, release) {
  return `${[
    `# ${titleOf(facts)}`,
    headlineOf(facts),
    aboutText(facts),
    ...(facts.changes === undefined ? problemsSection(facts) : changesSections(facts, release)),
    '## Next',
    [
      '- [What is coming](index.md): all pages, and how to read them',
      '- [Following the specification](../revisions.md), for maintainers',
    ].join('\n'),
  ].join('\n\n')}\n`;
}

function changesSections(facts, release) {
  const { changes } = facts;
  if (changes.equal) return [equalText(facts), ...decisionsSection(facts)];
  const actors = actorsOf(changes);
  const isForNobody = Object.values(actors).every(({ need }) => need === 'nothing');
  return [
    '## Who has to act',
    ...(isForNobody ? ['Nobody.'] : [actorsTable(actors), '## When', whenText(facts, release)]),
    '## What changes',
    ...conditionText(facts),
    ...listSections(changes),
    ...examplesSection(facts),
    ...sdkSection(facts),
    ...decisionsSection(facts),
  ];
}

function aboutText({ kind, number, date, commit, base, before }) {
  const draft = before ? 'the draft that it began with, because it conflicts with the newest one' : 'the newest draft';
  const since = base === 'draft' ? draft : base;
  const compared = `Compared with ${since}.`;
  const at = commit === undefined ? '' : ` As of ${date}, commit ${code(commit.slice(0, 8))}.`;
  switch (kind) {
    case 'proposal': {
      const name =
        number === undefined ? 'A proposal' : `An open proposal: [pull request ${number}](${PULLS}/${number})`;
      return `${name}. It is not part of the protocol, and can change or be rejected.${at} ${compared}`;
    }
    case 'draft':
      return `The draft becomes the next revision of the protocol. It can change until then.${at} ${compared}`;
    case 'extension':
      return `An extension is optional: it is used only if client and server both declare it. ${compared}`;
    default:
      return `A released revision. ${compared}`;
  }
}

function equalText({ kind, base }) {
  return kind === 'draft'
    ? `Nobody has to do anything: messages, fields, and methods are those of ${base}. The next changes come from [proposals](index.md#proposals).`
    : 'Nobody has to do anything: it changes explanations, or rules that a schema does not contain. Read the proposal itself for those.';
}

function problemsSection({ problems }) {
  return [
    'What it changes is not known until its authors correct this, or the compiler supports it:',
    problems
      .map(({ message, remedy, line }) => {
        const place = line === undefined ? '' : `Line ${line}: `;
        return `- ${place}${plain(message)}${remedy === undefined ? '' : `. ${plain(remedy)}`}`;
      })
      .join('\n'),
  ];
}

function actorsTable(actors) {
  const rows = Object.entries(actors).map(
    ([actor, { need, todo }]) => `| ${ACTORS[actor]} | ${NEEDS[need]} | ${todo.map(cell).join('<br>') || 'Nothing.'} |`,
  );
  return ['| Who | Has to act? | What to do |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Returns text for a cell of a table: in Markdown, a bar ends it even in code. */
const cell = (text) => text.replaceAll('|', String.raw`\|`);

function whenText({ kind, base }, release) {
  const today = `Not today. Your programs keep working: client and server agree on a revision when they connect, and ${release} stays one of them.`;
  switch (kind) {
    case 'extension':
      return 'When you want to use it. Programs that do not declare the extension are not affected.';
    case 'release':
      return `When you want to support it. Until then, your programs keep working with ${base}.`;
    case 'draft':
      return `${today} Act when the draft is released, or earlier to try it: [Follow a draft](../guides/follow-a-draft.md).`;
    default:
      return `${today} A proposal has no date: if it is accepted, it becomes part of the draft, and then of a revision. Act when that is released.`;
  }
}

function conditionText({ kind }) {
  if (kind === 'proposal') return ['If the proposal is accepted as it is:'];
  return kind === 'draft' ? ['If the draft is released as it is:'] : [];
}

/** Returns the changes in lists: what breaks programs first. */
function listSections(changes) {
  const all = changesIn(changes);
  const groups = [
    ['### Breaking changes', all.filter(({ change }) => isBreaking(change))],
    ['### Compatible changes', all.filter(({ change, subject }) => !isBreaking(change) && !isNeutral(change, subject))],
    [
      '### Changes of the schema alone',
      all.filter(({ change, subject }) => !isBreaking(change) && isNeutral(change, subject)),
    ],
  ];
  const sections = groups.flatMap(([title, entries]) =>
    entries.length === 0 ? [] : [title, listed(entries.map(lineOf))],
  );
  return [...sections, ...namesSection('New types', changes.added), ...namesSection('Removed types', changes.removed)];
}

function lineOf({ change, subject }) {
  const where = subject.definitions && !isNeutral(change, subject) ? carriedText(subject) : '';
  const capability = subject.capability ? `It needs the capability ${code(subject.capability)}.` : '';
  const rejected = breaksText(change);
  const parts = [capital(sentenceOf(change, subject)), capability, where, rejected && `**Breaks:** ${rejected}`];
  return `- ${parts.filter((part) => part !== '').join(' ')}`;
}

function namesSection(title, names) {
  return names.length === 0 ? [] : [`${title}: ${listOf(names.map(code), 'type', 8)}.`];
}

function examplesSection({ examples }) {
  if (examples.length === 0) return [];
  return [
    '## Example messages',
    'The smallest valid messages that show the changes. Their values are placeholders. A message can show several changes.',
    ...examples.flatMap(exampleText),
  ];
}

function exampleText({ name, path, method, part, sender, before, after, isRefusedByOld, isRefusedByNew }) {
  const what = part === 'params' ? ((after ?? before).id === undefined ? 'Notification' : 'Request') : 'Result';
  const subject = path === '' || path === 'result' ? '' : `: ${code(path)} of ${code(name)}`;
  const title = `### ${what} ${part === 'params' ? '' : 'of '}${code(method)}${subject}`;
  const rejected = (other) => `, which programs that are ${other} reject`;
  return [
    title,
    `Sent by the ${sender}.`,
    ...(before === undefined
      ? ['Before: this message does not exist.']
      : [`Before${isRefusedByNew ? rejected('updated') : ''}:`, block(before)]),
    ...(after === undefined
      ? ['After: this message does not exist.']
      : [`After${isRefusedByOld ? rejected('not updated') : ''}:`, block(after)]),
  ];
}

const block = (message) => `\`\`\`json\n${JSON.stringify(message, null, 2)}\n\`\`\``;

function decisionsSection({ decisions = [] }) {
  if (decisions.length === 0) return [];
  return [
    '## Open decisions, for maintainers of this project',
    `A schema does not contain these facts. Until somebody decides, ${code('mcp-gen')} uses the guess. ${capital(count(decisions.length, 'decision'))}:`,
    listed(decisions.map(({ message, remedy }) => `- [ ] ${plain(message)}. ${plain(remedy)}`)),
  ];
}
