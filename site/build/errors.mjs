// Makes the pages of errors: one for each class, and one each for codes, arguments, schemas, and the command line. What the classes are comes
// from docs/errors.md and the doc comments, the messages from the sources, and what to do about them from site/errors/fixes.mjs.
import { readFileSync } from 'node:fs';
import { HANDWRITTEN } from '../../scripts/packages.mjs';
import { CLASS_FIXES, CODE_FIXES } from '../errors/fixes.mjs';
import { readSources } from './sourceMessages.mjs';

const PAGE = new URL('../../docs/errors.md', import.meta.url);

/** A row of the table of docs/errors.md. */
const ROW = /^\| `(\w+)` +\| `([\w-]+)` +\| (.+?) +\| (`@mcp-gen.+?`) +\|$/gm;

/** The errors of the command line, by what they are about. */
const COMMAND_ERRORS = {
  UsageError: 'Arguments',
  MistakeError: 'Arguments of `mcp-gen bind` and `mcp-gen bridge`',
  InputError: 'Files and names',
  PullError: 'Official files: `adopt` and `pull`',
  ScaffoldError: 'New projects: `scaffold`',
  WriteError: 'Written files: `generate`',
};

/** Returns the pages as Markdown, by the sources that the navigation names. */
export function errorPages() {
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(ROW)].map(([, name, code, meaning, entries]) => ({
    name,
    code,
    meaning,
    entries,
  }));
  const missing = rows.filter(({ name }) => !Object.hasOwn(CLASS_FIXES, name)).map(({ name }) => name);
  if (rows.length === 0 || missing.length > 0)
    throw new Error(`site/errors/fixes.mjs has no row for: ${missing.join(', ')}`);
  const unused = Object.keys(CLASS_FIXES).filter((name) => !rows.some((row) => row.name === name));
  if (unused.length > 0) throw new Error(`site/errors/fixes.mjs has rows for unknown classes: ${unused.join(', ')}`);
  const sources = readSources();
  return new Map([
    ['errors/index.md', indexPage(rows)],
    ...rows.map((row) => [`errors/${row.name}.md`, classPage(row, sources)]),
    ['errors/json-rpc.md', codePage()],
    ['errors/arguments.md', argumentsPage(sources)],
    ['errors/schemas.md', problemsPage(sources)],
    ['errors/command-line.md', commandsPage(sources)],
  ]);
}

function indexPage(rows) {
  const table = rows.map(({ name, code, meaning }) => `| [\`${name}\`](${name}.md) | \`${code}\` | ${meaning} |`);
  return `# Errors

Find an error by its class, its \`code\`, or its message: search for the words of the message, or look here.

- [JSON-RPC error codes](json-rpc.md): numbers such as -32602
- [Invalid arguments](arguments.md): every \`TypeError\` and \`RangeError\`
- [Problems of schemas](schemas.md): what the compiler reports about a \`schema.ts\`
- [Messages of the command line](command-line.md)

[Error classes](../docs/errors.md) describes how to handle errors in code.

| class | \`code\` | meaning |
| --- | --- | --- |
${table.join('\n')}
`;
}

function classPage({ name, code, meaning, entries }, { classes, thrown }) {
  const { docs, properties = [], message } = classes.get(name) ?? {};
  const [cause, fix] = CLASS_FIXES[name];
  const messages = thrown.filter((each) => each.name === name).map((each) => each.message);
  const own = message === undefined || isBare(message) ? [] : [message];
  const sections = [
    `# ${name}\n\n${docs ?? `${meaning}.`}`,
    `- Code: \`${code}\`${code === 'number' ? ': the code of the JSON-RPC error' : ''}\n- Exported from: ${entries}`,
    `## Cause\n\n${cause}`,
    `## Fix\n\n${fix}`,
    properties.length === 0
      ? ''
      : `## Properties\n\n${properties.map((each) => `- \`${each.name}\`: ${each.docs}`).join('\n')}`,
    messageSection([...own, ...messages]),
    `## See also\n\n- [All errors](index.md)\n- [How to handle errors](../docs/errors.md)`,
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function codePage() {
  const sections = CODE_FIXES.map(
    ([code, name, cause, fix]) => `## ${code}\n\n\`${name}\`. **Cause**: ${cause}\n\n**Fix**: ${fix}`,
  );
  return `# JSON-RPC error codes

The number in \`error.code\` of a response, and the \`code\` of a [JsonRpcError](JsonRpcError.md). Other numbers are chosen by the server or the client.

${sections.join('\n\n')}
`;
}

function argumentsPage({ thrown }) {
  const groups = HANDWRITTEN.map((folder) => {
    const messages = thrown.filter(({ name, path }) => /^(Type|Range)Error$/.test(name) && path.startsWith(folder));
    const own = messages.map(({ message }) => message).filter((message) => !isBare(message));
    return own.length === 0 ? '' : `## @mcp-gen/${folder.split('/')[0]}\n\n${list(own)}`;
  });
  return `# Invalid arguments

A \`TypeError\` or a \`RangeError\` means that an argument or an option of a function is invalid. Nothing was sent or changed.

**Cause**: a value of the wrong type, an unknown option, or a combination that is not allowed. **Fix**: the message names the argument and what was
expected; the doc comment of the function describes it.

${groups.filter(Boolean).join('\n\n')}
`;
}

function problemsPage({ problems }) {
  const rows = problems
    .filter(({ path }) => path.startsWith('generator/'))
    .toSorted((a, b) => (a.message < b.message ? -1 : 1))
    .map(({ message, remedy }) => `| ${cell(message)} | ${cell(remedy)} |`);
  return `# Problems of schemas

What the compiler reports about a \`schema.ts\`, with the file, the line, and the column. All problems of a file are reported at once; nothing is
written. The exit code is 3.

| cause | fix |
| --- | --- |
${rows.join('\n')}
`;
}

function commandsPage({ thrown }) {
  const groups = Object.entries(COMMAND_ERRORS).map(([name, title]) => {
    const messages = thrown.filter((each) => each.name === name).map(({ message }) => message);
    return `## ${title}\n\n${list(messages.filter((message) => !isBare(message)))}`;
  });
  return `# Messages of the command line

\`mcp-gen\` prints an error to standard error, and ends with exit code 2 for wrong usage or a folder that cannot be used, and 3 for
[problems of schemas](schemas.md). Each message says what to do. \`mcp-gen <command> --help\` lists the options of a command.

${groups.join('\n\n')}
`;
}

/** Whether a message consists of what is filled in. */
function isBare(message) {
  return message.replaceAll(/<[^>]*>/g, '').replaceAll(/[^A-Za-z]/g, '').length < 8;
}

function messageSection(messages) {
  const own = messages.filter((message) => !isBare(message));
  return own.length === 0 ? '' : `## Messages\n\nWhat is filled in stands between angle brackets.\n\n${list(own)}`;
}

function list(messages) {
  return [...new Set(messages)].map((message) => `- ${code(message)}`).join('\n');
}

function cell(text) {
  return code(text).replaceAll('|', '\\|');
}

/** Code in Markdown, whatever characters it has. */
function code(text) {
  const plain = text.replaceAll(/\s*\n\s*/g, ' ');
  return plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``;
}
