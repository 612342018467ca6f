#!/usr/bin/env node
// {{banner}}

// A program with a command for each tool of one server. It needs Node 20.19 or newer, and this package: npm install @mcp-gen/sdk
// The server is at the top, the tools are at the bottom, and the code between them is the same for every server.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { compileSchema, connect, plainLine, plainText } from '@mcp-gen/sdk/client';

/** The server, and the options of all commands. No secret is here: { "env": "NAME" } stands for a variable of the environment. */
const PROGRAM = JSON.parse(String.raw`{{program}}`);

const EXIT = { done: 0, failed: 1, mistake: 2, server: 3, defect: 70, interrupted: 130 };

const EXIT_CODES = {
  done: 'done',
  failed: 'the tool failed',
  mistake: 'invalid arguments',
  server: 'the server cannot be reached, or refuses',
  defect: 'a defect of this program',
  interrupted: 'interrupted',
};

/** A mistake of the user: the message says what to do. */
class Mistake extends Error {}

/** Runs a command line, and returns its exit code. */
async function run([word, ...args], signal) {
  const tool = TOOLS.find(({ command }) => command === word) ?? TOOLS.find(({ name }) => name === word);
  if (tool === undefined) {
    if (word === '--version') return print(`${PROGRAM.name} ${PROGRAM.version}`);
    if (word === 'help' && args.length > 0) return run([args[0], '--help'], signal);
    if (word === undefined || ['help', '--help', '-h'].includes(word)) return print(helpOfProgram());
    throw new Mistake(`Unknown command ${JSON.stringify(word)}.${didYouMean(word, commands())}`);
  }
  const { values, options } = readFlags(tool, args);
  if (options.get('help')) return print(helpOfTool(tool));
  const milliseconds = millisecondsOf(options.get('timeout'));
  const input = options.has('input') ? await objectOf(options.get('input'), signal) : {};
  const given = { ...input, ...Object.fromEntries(values) };
  if (!options.get('no-check')) await checkArguments(tool, given);
  const client = await open(milliseconds, signal);
  try {
    const result = await client.callTool(tool.name, given, { signal, timeout: milliseconds, onProgress: showProgress });
    clearStatus();
    print(options.get('json') ? jsonText(resultData(result)) : resultText(result, fileKeeper(options.get('out'))));
    return result.isError ? EXIT.failed : EXIT.done;
  } finally {
    await client.close();
  }
}

/** Connects to the server. */
async function open(timeout, signal) {
  const { url, command, headers, env, revisions, auth } = PROGRAM.server;
  const unset = PROGRAM.variables.filter(({ name }) => process.env[name] === undefined);
  if (unset.length > 0) {
    const list = unset.map(({ name, what }) => `  ${name}: ${what}`).join('\n');
    throw new Mistake(`Set these variables of the environment:\n${list}`);
  }
  const texts = (all) => Object.fromEntries(Object.entries(all).map(([name, value]) => [name, textOf(value)]));
  try {
    return await connect(url === undefined ? command.map(textOf) : textOf(url), {
      name: PROGRAM.name,
      timeout,
      signal,
      reconnect: false,
      ...(command && { onStderr: () => undefined }),
      ...(headers && { headers: texts(headers) }),
      ...(env && { env: texts(env) }),
      ...(revisions && { revisions }),
      ...(auth && { auth: await loginOf(new URL(textOf(url)), auth) }),
    });
  } catch (error) {
    // The target or an option is invalid, for example the value of a variable.
    throw error instanceof TypeError || error instanceof RangeError ? new Mistake(error.message) : error;
  }
}

/** The login with OAuth, which needs another package: npm install @mcp-gen/auth */
async function loginOf(url, { client, ...settings }) {
  const { loginTo } = await import('@mcp-gen/sdk/bridge');
  const load = () =>
    import('@mcp-gen/auth/node').catch((error) => {
      throw new Mistake(`The login needs a package. Run: npm install @mcp-gen/auth\n${error.message}`);
    });
  const secret = client?.secret === undefined ? {} : { secret: textOf(client.secret) };
  const options = { ...settings, ...(client && { client: { ...client, ...secret } }) };
  return loginTo(url, options, { clientName: PROGRAM.name }, load);
}

/** Returns a text of PROGRAM: one, or its parts. { "file": "path" } stands for a path beside this program. */
function textOf(parts) {
  return [parts]
    .flat()
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.env === undefined ? resolve(import.meta.dirname, part.file) : process.env[part.env];
    })
    .join('');
}

/** Returns the arguments for the tool, and the options of this program. Both are maps: a name of the server can be anything. */
function readFlags(tool, args) {
  const [values, options] = [new Map(), new Map()];
  const flags = new Map(PROGRAM.options.map((option) => [option.flag, option]));
  for (const flag of tool.flags) {
    flags.set(flag.flag, flag);
    if (flag.kind === 'boolean') flags.set(`no-${flag.flag}`, { ...flag, negated: true });
  }
  const types = [...flags].map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]);
  const { tokens } = parseArgs({ args, options: Object.fromEntries(types), strict: false, tokens: true });
  for (const { kind, rawName, name: typed, value: text } of tokens) {
    if (kind === 'option-terminator') continue;
    if (kind === 'positional') throw new Mistake(`Unexpected argument ${JSON.stringify(text)}. ${seeHelp(tool)}`);
    const name = rawName === '-h' ? 'help' : typed;
    const flag = rawName === `--${typed}` || rawName === '-h' ? flags.get(name) : undefined;
    if (flag === undefined) {
      throw new Mistake(`Unknown flag ${rawName}.${didYouMean(name, [...flags.keys()], '--')} ${seeHelp(tool)}`);
    }
    if (flag.value !== undefined && text === undefined) throw new Mistake(`--${name} needs a value: ${flag.value}`);
    const { property, repeats } = flag;
    if (property === undefined) options.set(name, valueOf(flag, text));
    else values.set(property, repeats ? [...(values.get(property) ?? []), valueOf(flag, text)] : valueOf(flag, text));
  }
  return { values, options };
}

/** Returns the value that a flag has on the command line. */
function valueOf({ flag, kind, choices, negated = false }, text) {
  const wrong = (expected) => new Mistake(`Invalid --${flag} ${JSON.stringify(text)}: expected ${expected}`);
  switch (kind) {
    case 'string':
      return text;
    case 'boolean':
      if (text === undefined) return !negated;
      if (!/^(true|false)$/.test(text)) throw wrong('true or false');
      return (text === 'true') !== negated;
    case 'integer':
    case 'number': {
      const value = text.trim() === '' ? NaN : Number(text);
      if (kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) return value;
      throw wrong(kind === 'integer' ? 'an integer' : 'a number');
    }
    case 'choice': {
      const found = choices.find((choice) => choiceText(choice) === text);
      if (found !== undefined) return found;
      const names = choices.map(choiceText);
      throw wrong(`one of ${names.slice(0, 20).join(', ')}.${didYouMean(text, names)}`);
    }
    default:
      try {
        return JSON.parse(text);
      } catch (error) {
        // A value of any type is text if it is not JSON.
        if (kind === 'any') return text;
        throw wrong(`JSON. ${error.message}`);
      }
  }
}

function choiceText(choice) {
  return typeof choice === 'string' ? choice : JSON.stringify(choice);
}

async function objectOf(input, signal) {
  const text = input === '-' ? await readAll(addAbortSignal(signal, process.stdin)) : input;
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Mistake(`--input is not JSON: ${error.message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Mistake('--input must be a JSON object');
}

function millisecondsOf(seconds = '60') {
  const value = Number(seconds);
  if (value > 0 && value <= 86_400) return value * 1_000;
  throw new Mistake(`Invalid --timeout ${JSON.stringify(seconds)}: expected a number of seconds, at most 86400`);
}

/** Nothing is sent that does not match the schema of the tool. */
async function checkArguments({ command, schema, flags }, given) {
  const missing = flags.filter(({ required, property }) => required && !Object.hasOwn(given, property));
  if (missing.length > 0) {
    const list = missing.map(({ flag, value = '' }) => `--${flag} ${value}`.trim()).join(', ');
    throw new Mistake(`${command} needs ${list}. ${seeHelp({ command })}`);
  }
  const issues = schema === undefined ? [] : (await compileSchema(schema, 'the input schema'))(given);
  if (issues.length === 0) return;
  const lines = issues.map(({ message }) => plainLine(message, 400));
  throw new Mistake(
    `The arguments do not match the schema of ${command}:\n${lines.join('\n')}\n--no-check sends them nevertheless.`,
  );
}

function helpOfProgram() {
  return [
    `${PROGRAM.title}\n\nUsage: ${PROGRAM.name} <command> [flags]\n       ${PROGRAM.name} <command> --help\n       ${PROGRAM.name} --version`,
    `Commands:\n${rows(TOOLS.map(({ command, help }) => [command, plainLine(help, 100)]))}`,
    helpOfOptions(),
  ].join('\n\n');
}

function helpOfTool({ command, name, help, flags }) {
  const titled = flags.map(({ flag, value, help: text }) => [
    value === undefined ? `--${flag}, --no-${flag}` : `--${flag} ${value}`,
    text,
  ]);
  return [
    `Usage: ${PROGRAM.name} ${command} [flags]`,
    ...(help === '' ? [] : [help]),
    ...(command === name ? [] : [`The name of the tool is ${JSON.stringify(name)}.`]),
    ...(flags.length === 0 ? [] : [`Flags:\n${rows(titled)}`]),
    helpOfOptions(),
  ].join('\n\n');
}

function helpOfOptions() {
  const { options, variables } = PROGRAM;
  return [
    `Options:\n${rows(options.map(({ flag, value = '', help }) => [`--${flag} ${value}`.trim(), help]))}`,
    ...(variables.length === 0 ? [] : [`Environment:\n${rows(variables.map(({ name, what }) => [name, what]))}`]),
    `Exit codes:\n${rows(Object.entries(EXIT_CODES).map(([name, what]) => [String(EXIT[name]), what]))}`,
  ].join('\n\n');
}

function rows(all) {
  const width = Math.min(Math.max(...all.map(([title]) => title.length)), 32);
  return all.map(([title, text]) => `  ${title.padEnd(width)}  ${text}`.trimEnd()).join('\n');
}

function commands() {
  return TOOLS.map(({ command }) => command);
}

function seeHelp({ command }) {
  return `See: ${PROGRAM.name} ${command} --help`;
}

/** Names the one that is most similar to what was typed: a third of the characters may differ. */
function didYouMean(typed, names, prefix = '') {
  if (typed.length > 60) return '';
  let [nearest, least] = ['', Math.max(2, Math.floor(typed.length / 3) + 1)];
  for (const name of names) {
    const distance = Math.abs(name.length - typed.length) < least ? distanceOf(typed, name) : least;
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest === '' ? '' : ` Did you mean ${prefix}${nearest}?`;
}

/** The number of characters to insert, remove, or replace. */
function distanceOf(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1];
    for (let column = 0; column < b.length; column++) {
      const replaced = row[column] + (a[at] === b[column] ? 0 : 1);
      next.push(Math.min(replaced, row[column + 1] + 1, next[column] + 1));
    }
    row = next;
  }
  return row.at(-1);
}

function resultData({ content, structuredContent, isError, _meta }) {
  return { content, structuredContent, isError, _meta };
}

/** Returns a result as text without control characters. Images and other data are saved as files. */
function resultText({ content, structuredContent }, save) {
  const text = content
    .map((block) => {
      if (block.type === 'text') return plainText(block.text);
      if (block.type === 'image' || block.type === 'audio') return save(block.data, block.mimeType);
      if (block.type === 'resource_link') return plainLine(`${block.title ?? block.name}: ${block.uri}`, 2_000);
      const { resource = {} } = block;
      if (typeof resource.text === 'string') return plainText(resource.text);
      return typeof resource.blob === 'string' ? save(resource.blob, resource.mimeType) : jsonText(block);
    })
    .join('\n');
  return text === '' && structuredContent !== undefined ? jsonText(structuredContent) : text;
}

/** Saves files in a folder, by default a new one for temporary files. It overwrites none, and the server names none. */
function fileKeeper(folder) {
  let [place, count] = [folder, 0];
  return (data, type = 'application/octet-stream') => {
    const bytes = Buffer.from(data, 'base64');
    const about = `${plainLine(type, 60)}, ${bytes.length} bytes`;
    if (++count > 100) return `(${about}: not saved, since the result has more than 100 files)`;
    place ??= mkdtempSync(join(tmpdir(), `${PROGRAM.name}-`));
    mkdirSync(place, { recursive: true });
    const [, extension = 'bin'] =
      /^(?:image|audio|video|application)\/(png|jpeg|gif|webp|mpeg|wav|ogg|mp4|pdf|json|zip)$/.exec(type) ?? [];
    for (let number = count; ; number++) {
      const path = join(place, `result-${number}.${extension}`);
      try {
        writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
        return `(${about}: ${path})`;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
    }
  };
}

/** Returns JSON in which characters that terminals act on, or that nobody sees, are escaped. */
function jsonText(value) {
  return JSON.stringify(value, undefined, 2).replace(
    /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (hidden) => hidden.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

function print(text) {
  clearStatus();
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}

/** Shows progress in one line of the terminal. */
function showProgress({ progress, total, message }) {
  if (!process.stderr.isTTY) return;
  const share = total === undefined ? `${progress}` : `${progress} of ${total}`;
  clearStatus();
  process.stderr.write(
    plainLine(message === undefined ? share : `${share}: ${message}`, (process.stderr.columns || 80) - 1),
  );
  hasStatus = true;
}

function clearStatus() {
  if (hasStatus) process.stderr.write('\r\u001B[K');
  hasStatus = false;
}

/** Prints an error, and returns the exit code. */
function failed(error, signal) {
  clearStatus();
  if (signal.aborted) return EXIT.interrupted;
  const isDefect = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  process.stderr.write(`error: ${plainText(isDefect ? error.stack : String(error?.message ?? error))}\n`);
  return error instanceof Mistake ? EXIT.mistake : isDefect ? EXIT.defect : EXIT.server;
}

/** The tools: their commands, the flags for their arguments, and the schemas of their arguments. */
const TOOLS = JSON.parse(String.raw`{{tools}}`);

let hasStatus = false;
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    clearStatus();
    interrupted.abort();
  });
}
// A reader that stops early, such as head, is no error.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.defect));

process.exitCode = await run(process.argv.slice(2), interrupted.signal).catch((error) =>
  failed(error, interrupted.signal),
);
