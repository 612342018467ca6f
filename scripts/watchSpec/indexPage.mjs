// Writes the page that lists everything that is coming, for readers who know none of it.
import { ACTORS, actorsOf } from './actors.mjs';
import { headlineOf, titleOf } from './headline.mjs';
import { code } from './sentences.mjs';

const MARKS = { must: 'must act', check: 'check', can: 'can use it', nothing: '–' };

/** The kinds of subjects in their order, each with its heading and what to know about it. */
const KINDS = [
  ['release', 'A new revision', 'It is released.'],
  ['draft', 'The newest draft', 'The draft becomes the next revision of the protocol.'],
  ['proposal', 'Proposals', 'Open pull requests that change the schema and can be merged. None of them is decided.'],
  ['extension', 'Extensions', 'Optional parts, which have releases of their own.'],
];

/** Returns the page as Markdown. */
export function indexOf({ release, specification, subjects }) {
  const sections = KINDS.flatMap(([kind, title, about]) => {
    const own = subjects.filter((subject) => subject.kind === kind);
    return own.length === 0 ? [] : [`## ${title}`, about, tableOf(own)];
  });
  return `${['# What is coming', introduction(release, specification, subjects), ...sections, questions(release)].join('\n\n')}\n`;
}

function introduction(release, { commit, date }, subjects) {
  const of =
    commit === undefined
      ? ''
      : ` They were made from commit ${code(commit.slice(0, 8))} of the specification, of ${date}.`;
  const draft = subjects.find(({ kind }) => kind === 'draft');
  const present = draft?.changes?.equal
    ? `**Nothing has to be done today.** The newest draft is equal to ${release}, the newest released revision.`
    : `**Nothing has to be done today.** Your programs keep working with ${release}, the newest released revision.`;
  return `${present}

These pages say what may change in the Model Context Protocol, for whom, and what to do about it. A program writes them from the schemas: they describe messages, not intentions.${of}`;
}

function tableOf(subjects) {
  const names = Object.keys(ACTORS);
  const head = ['What', 'In short', 'Servers', 'Clients', 'Hosts', 'Gateways'];
  const rows = subjects.map((subject) => {
    const link = `[${titleOf(subject)}](${subject.id}.md)`;
    const actors = subject.changes && actorsOf(subject.changes);
    const cells = names.map((name) => (actors ? MARKS[actors[name].need] : '?'));
    return [link, headlineOf(subject).replaceAll('|', String.raw`\|`), ...cells];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function questions(release) {
  return `## Questions

**Which of my programs break?** None, until you change them. Client and server agree on a revision when they connect, and ${release} stays one of them. "Must act" is said of programs that are to support the change.

**What am I?** A _server_ offers tools, resources, and prompts. A _client_ connects to one server. A _host_ is the application with the model and the user: it has the clients. A _gateway_ is anything in between: a proxy, a bridge, a registry that checks messages.

**When do I have to act?** For a proposal or the draft: not before it is part of a released revision. Each page has a section "When". A proposal can be rejected.

**How do I know that something happened?** These pages are made again each night from the newest specification, by [a workflow](../../.github/workflows/watch-spec.yml). The [GitHub action](../guides/follow-a-draft.md) of this project tells you in your own repository.

**What does "breaks" mean?** A program that knows only one of the two revisions rejects a message of the other. Fields that a program does not know never break it.

**What does "can use it" mean?** Something is new and optional. Programs that ignore it work as before.

**Where is the text of a proposal?** Each page links to the pull request. These pages do not repeat it.

**Can I try it?** [Follow a draft](../guides/follow-a-draft.md) generates code for a draft or a proposal, in your own folder.

**What is not on these pages?** Rules that a schema does not contain: when to send what, security, and authorization.`;
}
