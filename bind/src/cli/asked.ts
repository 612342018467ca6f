/** The arguments of the command. */

import { Command, CommanderError, Option } from 'commander';
import { MistakeError } from '../mistakeError.js';

/** What the command line says. */
export interface Asked {
  /** A command line, a URL, or the path of a configuration file; several words are a program and its arguments. */
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
  readonly yes?: boolean;
  readonly force?: boolean;
  /** Milliseconds that the lists of a server may take. */
  readonly timeout: number;
  readonly header: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

const HELP = `
The module of a server has types of its tools' inputs and outputs, and a class with a method for each tool, prompt,
resource, and template. The lock file holds what the server offered when it was reviewed. If that has changed,
nothing is written until --update accepts the changes.

A change is breaking for programs, dangerous (models read or can do what nobody has reviewed), or compatible.

A configuration file names servers under "mcpServers": the commands in it are shown, and run when you agree.
In headers and variables, \${NAME} stands for an environment variable.

--check compares the modules with the lock file, too: one that is missing, was edited, or would be written in another
way is reported.

The JSON object has out, the folder of modules; servers; and written, the paths of files. A server has server, reviewed, incomplete (it lists
what the client leaves out), changes, problems, module, and sizes where they apply. A change has a subject, an item, a rule, a class, a reason, a path, and was and is where
they apply. A module has a path and a name; with --check a state: current, missing, edited, stale, or foreign.

Examples:
  mcp-gen bind "npx -y @modelcontextprotocol/server-everything"
  mcp-gen bind --server weather --header 'Authorization: Bearer \${TOKEN}' https://mcp.example.com/mcp
  mcp-gen bind mcp.json --check --yes --markdown
  mcp-gen bind --target functions -- node server.js

Exit codes:
  0   done
  1   a server is not as it was reviewed, or its module is not as it would be written
  2   wrong usage, or a server that cannot be read
  70  a defect of mcp-gen`;

/**
 * Reads the arguments.
 *
 * @param print called with the help text, where that is asked for
 * @returns nothing if help was asked for.
 * @throws {MistakeError} if the arguments are wrong.
 */
export function readArguments(args: readonly string[], print: (text: string) => void): Asked | undefined {
  const command = new Command('mcp-gen bind')
    .description('Write typed bindings of a server, and keep what was reviewed of it.')
    .argument('<server...>', 'a command line, a URL, a configuration file; or -- and a command')
    .option('--out <folder>', 'where modules are written', 'src/servers')
    .option('--lock <file>', 'what was reviewed', 'mcp.lock.json')
    .option('--server <name>', 'the name of the server here, or the one to take from a configuration file', addName, [])
    .addOption(
      new Option('--target <target>', 'a class on a client, or functions for code of models')
        .choices(['client', 'functions'])
        .default('client'),
    )
    .addOption(new Option('--check', 'only compare the server and its module with the lock file').conflicts('update'))
    .option('--update', 'accept what has changed')
    .option('--header <name: value>', 'a header of all requests to the URL; may be repeated', addPair(':'), {})
    .option('--env <name=value>', 'an environment variable for the command; may be repeated', addPair('='), {})
    .option('--auth', 'log in to the URL with OAuth; needs the package @mcp-gen/auth')
    .option('--yes', 'run the commands of a configuration file without asking')
    .option('--force', 'replace modules that were edited')
    .option('--timeout <seconds>', 'what the lists of a server may take', seconds, 600_000)
    .option('--json', 'print one JSON object')
    .addOption(new Option('--markdown', 'print changes as Markdown').conflicts('json'))
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: () => undefined });
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    const isUnknown = error.code === 'commander.unknownOption';
    const remedy = isUnknown ? 'Options of a command go behind --: mcp-gen bind -- npx -y some-server. ' : '';
    const message = error.message.replace(/^error: /, '');
    throw new MistakeError(`${message}\n${remedy}\`mcp-gen bind --help\` shows what there is.`);
  }
  return { ...command.opts<Omit<Asked, 'words'>>(), words: command.args };
}

function seconds(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 86_400) return value * 1_000;
  throw new MistakeError(`Invalid --timeout ${JSON.stringify(text)}: expected seconds, at most 86400`);
}

function addName(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** The value is not repeated in the error: it can be a secret. */
function addPair(separator: string) {
  return (text: string, earlier: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
    const at = text.indexOf(separator);
    if (at < 1) throw new MistakeError(`Invalid pair: expected a name, "${separator}" and a value`);
    return { ...earlier, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
  };
}
