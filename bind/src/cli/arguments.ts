/** Parses the arguments of the command. */

import { Command, CommanderError, Option } from 'commander';
import { LOGIN_FLAGS, type LoginSettings } from '@mcp-gen/sdk/bridge';
import { MistakeError } from '../mistakeError.js';

/** The parsed arguments. */
export interface BindArguments {
  /** A command line, a URL, or the path of a configuration file. Several words are a program and its arguments. */
  readonly words: readonly string[];
  readonly out: string;
  readonly lock: string;
  readonly server: readonly string[];
  readonly target: 'client' | 'functions';
  readonly check?: boolean;
  readonly update?: boolean;
  readonly markdown?: boolean;
  readonly json?: boolean;
  readonly auth?: boolean;
  /** Options of the login. */
  readonly login: LoginSettings;
  /** Limits of the client. */
  readonly limits: { readonly messageLimit?: number; readonly valueLimit?: number };
  readonly yes?: boolean;
  readonly force?: boolean;
  /** Timeout of reading the lists of a server, in milliseconds. */
  readonly timeout: number;
  readonly header: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

const HELP = `
The module of a server contains types for the inputs and outputs of its tools, and a class with a method for each
tool, prompt, resource, and template. The lock file records the contract of the server when it was reviewed. If the
contract has changed, no file is written until --update accepts the changes.

A change is breaking (programs may fail), dangerous (models read or can do something unreviewed), or compatible.

A configuration file lists servers under "mcpServers". Its commands are shown, and run after you confirm.
In headers and variables, \${NAME} is replaced by the environment variable.

--check also compares the modules with the lock file, and reports those that are missing, edited, or out of date.

The JSON object has out (the folder of modules), servers, and written (the paths of files). A server has server,
reviewed, incomplete (entries were skipped), changes, problems, and, where they apply, module and sizes. A change has
a subject, an item, a rule, a class, a reason, a path, and, where they apply, was and is. A module has a path, a name,
and, with --check, a state: current, missing, edited, stale, or foreign.

Examples:
  mcp-gen bind "npx -y @modelcontextprotocol/server-everything"
  mcp-gen bind --server weather --header 'Authorization: Bearer \${TOKEN}' https://mcp.example.com/mcp
  mcp-gen bind mcp.json --check --yes --markdown
  mcp-gen bind --target functions -- node server.js

Exit codes:
  0   done
  1   a server differs from the lock file, or its module is out of date
  2   invalid arguments, or a server that cannot be read
  70  internal error of mcp-gen`;

/**
 * Parses the arguments.
 *
 * @param print called with the help text if help was requested
 * @returns undefined if help was requested.
 * @throws {MistakeError} if the arguments are invalid.
 */
export function readArguments(args: readonly string[], print: (text: string) => void): BindArguments | undefined {
  const command = new Command('mcp-gen bind')
    .description('Generate typed bindings of a server, and record its reviewed contract in a lock file.')
    .argument('<server...>', 'a command line, a URL, a configuration file; or -- and a command')
    .option('--out <folder>', 'folder for the generated modules', 'src/servers')
    .option('--lock <file>', 'the lock file', 'mcp.lock.json')
    .option('--server <name>', 'name of the server in the lock file, or in the configuration file', addName, [])
    .addOption(
      new Option('--target <target>', 'what to generate: a class for programs, or functions for code that models write')
        .choices(['client', 'functions'])
        .default('client'),
    )
    .addOption(new Option('--check', 'only compare the server and its module with the lock file').conflicts('update'))
    .option('--update', 'accept the changes of the server')
    .option(
      '--header <name: value>',
      'send a header with all requests to the URL; repeatable',
      addPair('--header', ':'),
      {},
    )
    .option('--env <name=value>', 'set an environment variable of the command; repeatable', addPair('--env', '='), {})
    .option('--auth', 'log in to the URL with OAuth; requires the package @mcp-gen/auth')
    .option('--message-limit <bytes>', 'maximum size of a message of the server', count)
    .option('--value-limit <number>', 'maximum number of values in a message of the server', count)
    .option('--yes', 'run the commands of a configuration file without asking')
    .option('--force', 'overwrite modules that were edited')
    .option('--timeout <seconds>', 'timeout for reading the lists of a server', seconds, 600_000)
    .option('--json', 'print one JSON object')
    .addOption(new Option('--markdown', 'print changes as Markdown').conflicts('json'))
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: () => undefined });
  let login: LoginSettings = {};
  for (const { flag, value, help, apply } of LOGIN_FLAGS) {
    const option = new Option(value === undefined ? flag : `${flag} ${value}`, help);
    command.addOption(option);
    command.on(`option:${option.name()}`, (text: string | null) => {
      login = mistakesOf(() => apply(login, text ?? ''));
    });
  }
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    const isUnknown = error.code === 'commander.unknownOption';
    const remedy = isUnknown ? 'Put options of a server command after --: mcp-gen bind -- node server.js. ' : '';
    const message = error.message.replace(/^error: /, '');
    throw new MistakeError(`${message}\n${remedy}\`mcp-gen bind --help\` shows all options.`);
  }
  // A shell passes an empty string for a variable that is not set.
  const empty = command.options.find((option) => [command.getOptionValue(option.attributeName())].flat().includes(''));
  if (empty !== undefined) throw new MistakeError(`The value of ${empty.long} must not be empty`);
  const { messageLimit, valueLimit, ...rest } = command.opts<
    Omit<BindArguments, 'words' | 'login' | 'limits'> & BindArguments['limits']
  >();
  const limits = {
    ...(messageLimit !== undefined && { messageLimit }),
    ...(valueLimit !== undefined && { valueLimit }),
  };
  return { ...rest, words: command.args, login, limits };
}

function seconds(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 86_400) return value * 1_000;
  throw new MistakeError(`Invalid --timeout ${JSON.stringify(text)}: expected a number of seconds, at most 86400`);
}

function count(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new MistakeError(`Invalid limit ${JSON.stringify(text)}: expected a positive integer`);
}

/** Calls a function whose `TypeError` is a mistake of the user. */
function mistakesOf<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw error instanceof TypeError ? new MistakeError(error.message, { cause: error }) : error;
  }
}

function addName(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** The error does not contain the value, which can be a secret. */
function addPair(option: string, separator: string) {
  return (text: string, earlier: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
    const at = text.indexOf(separator);
    if (at < 1) throw new MistakeError(`Invalid value of ${option}: expected a name, "${separator}" and a value`);
    return { ...earlier, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
  };
}
