// Writes the page that lists everything that is coming, for readers who know none of it.
import { ACTORS, actorsOf } from './actors.mjs';
import { headlineOf, titleOf } from './headline.mjs';
import { code, listOf } from './sentences.mjs';

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
  const intro = introduction(release, specification, subjects);
  return `${['# What is coming', intro, reading(release), ...sections, questions(release)].join('\n\n')}\n`;
}

function introduction(release, { commit, date }, subjects) {
  const of =
    commit === undefined ? '' : ` They describe the specification as of ${date}, commit ${code(commit.slice(0, 8))}.`;
  const draft = subjects.find(({ kind }) => kind === 'draft');
  const present = draft?.changes?.equal
    ? `The newest draft is equal to ${release}, the newest released revision.`
    : `Your programs keep working with ${release}, the newest released revision.`;
  return `**Nothing has to be done today.** ${present}

These pages say what may change in the Model Context Protocol (MCP), for whom, and what to do about it. A program writes them from the schemas, which describe messages and not intentions.${of}`;
}

function reading(release) {
  return `## How to read the tables

Find what you write or run:

- **Servers** offer tools, resources, and prompts.
- **Clients** connect to one server each.
- **Hosts** are applications with a model and a user. They have clients.
- **Gateways** are anything in between: proxies, bridges, and what checks or records messages.

| In the table | What it means for you |
| --- | --- |
| ${MARKS.must} | To support the change, you have to change your program. Programs of ${release} do not break: client and server agree on a revision when they connect. |
| ${MARKS.check} | Something goes away. Only programs that use it change. |
| ${MARKS.can} | Something is new and optional. Programs that ignore it work as before. |
| ${MARKS.nothing} | Nothing to do. |
| ? | Unknown: the schema cannot be read. |`;
}

function tableOf(subjects) {
  const names = Object.keys(ACTORS);
  const isDated = subjects.some(({ date }) => date !== undefined);
  const head = ['What', ...(isDated ? ['Last change'] : []), 'In short', 'Servers', 'Clients', 'Hosts', 'Gateways'];
  const rows = subjects.map((subject) => {
    const link = `[${titleOf(subject)}](${subject.id}.md)`;
    const actors = subject.changes && actorsOf(subject.changes);
    const cells = names.map((name) => (actors ? MARKS[actors[name].need] : '?'));
    const short = `${headlineOf(subject)} ${concernText(subject)}`.trim().replaceAll('|', String.raw`\|`);
    return [link, ...(isDated ? [subject.date ?? ''] : []), short, ...cells];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Names the messages that change, so that readers find what they use. */
function concernText({ changes }) {
  const methods = (changes?.definitions ?? []).flatMap(({ messages }) => messages.map(({ method }) => code(method)));
  const distinct = [...new Set(methods)];
  return distinct.length === 0 ? '' : `Messages: ${listOf(distinct, 'message')}.`;
}

function questions(release) {
  return `## Questions

**Which of my programs break?** None, until you change them, or the other side stops supporting ${release}.

**When do I have to act?** Not before a change is part of a released revision. The draft becomes the next one. A proposal has no date, and can be rejected. Nobody may be working on an old one: see "Last change".

**I use an SDK. Do I have to do anything?** Update the SDK when it supports the new revision. Then look at the page of that revision: the compiler finds most of what you have to change.

**What does "breaks" mean?** A program that knows only one of the two revisions rejects a message of the other. New fields that a program does not know never break it.

**What is a proposal for?** Follow the link to the pull request on its page. These pages do not repeat its text.

**Is it tried?** The section "In the SDK of this project" says whether servers and clients exchange the new messages already, and what a person would have to write.

**Can I try it myself?** Yes: [Follow a draft](../guides/follow-a-draft.md) generates code for a draft or a proposal in your own folder.

**How do I learn of changes?** [A workflow](../../.github/workflows/watch-spec.yml) makes these pages each night. In your own repository, the [GitHub action](../bind.md#in-continuous-integration) compares your revision with the newest draft.

**What is missing?** Rules that a schema does not contain: when to send what, security, and authorization. Proposals without a schema have no page.

**Can a program read this?** Yes: [coming.json](coming.json) has all facts, with the rules of [diff](../diff.md).`;
}
