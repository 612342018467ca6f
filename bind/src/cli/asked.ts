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

The JSON object has servers. Each has server, reviewed, changes, problems, and written. A change has a subject, an
item, a rule, a class, a reason, a path, and was and is where they apply.

Examples:
  mcp-gen bind "npx -y @modelcontextprotocol/server-everything"
  mcp-gen bind --server weather --header 'Authorization: Bearer \${TOKEN}' https://mcp.example.com/mcp
  mcp-gen bind mcp.json --check --yes --markdown
  mcp-gen bind --target functions -- node server.js

Exit codes:
  0   done
  1   a server is not as it was reviewed
  2   wrong usage, or a server that cannot be read`;

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
    .addOption(new Option('--check', 'only compare the server with the lock file').conflicts('update'))
    .option('--update', 'accept what has changed')
    .option('--header <name: value>', 'a header of all requests to the URL; may be repeated', addPair(':'), {})
    .option('--env <name=value>', 'an environment variable for the command; may be repeated', addPair('='), {})
    .option('--auth', 'log in to the URL with OAuth; needs the package @mcp-gen/auth')
    .option('--yes', 'run the commands of a configuration file without asking')
    .option('--force', 'replace modules that were edited')
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
    throw new MistakeError(`${error.message.replace(/^error: /, '')}\n\`mcp-gen bind --help\` shows what there is.`);
  }
  return { ...command.opts<Omit<Asked, 'words'>>(), words: command.args };
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
