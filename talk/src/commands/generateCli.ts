import { chmod } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { nearest } from '@mcp-gen/runtime/options';
import { compileSchema, SchemaError, plainLine, plainText, type ListedTool } from '@mcp-gen/sdk/client';
import { fileNames, writeFiles, WriteError } from '../compiler.js';
import { addConnectionOptions, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode, MistakeError } from '../failures.js';
import { launchOf } from '../generateCli/launch.js';
import { PROGRAM_OPTIONS, type ToolCommand } from '../generateCli/programData.js';
import { PROGRAM_TARGET, programText } from '../generateCli/programText.js';
import { flagsOf } from '../generateCli/toolFlags.js';
import { uniqueNames } from '../generateCli/uniqueNames.js';
import { findServer } from '../target/target.js';
import { jsonText } from '../text/values.js';
import { SERVER, type AddCommand, type Running } from './command.js';

/** Maximum characters of the description of a tool in the help. */
const MAX_HELP = 2_000;

/** Maximum characters of the data of all tools. */
const MAX_LENGTH = 16 * 1024 * 1024;

interface GenerateOptions extends ConnectionOptions {
  readonly out?: string | undefined;
  readonly name?: string | undefined;
  readonly tools?: string | undefined;
  readonly force?: boolean | undefined;
}

/** `generate-cli`: writes a program with a command for each tool of a server. */
export const addGenerateCli: AddCommand = (program, run) => {
  const command = program
    .command('generate-cli')
    .summary('write a program with a command for each tool of a server')
    .description(
      'Write a program with a command for each tool of a server, and a flag for each argument. The program needs the package @mcp-gen/sdk, and not ' +
        'this one. It has no values of headers, variables, and credentials: it reads them from its environment.',
    )
    .argument('<server>', SERVER)
    .option('--out <file>', 'the file of the program (default: its name, with .mjs)')
    .option('--name <name>', 'the name of the program (default: the name of the server)')
    .option('--tools <names>', 'only these tools, separated by commas (default: all)')
    .option('--force', 'overwrite a file that was edited, or was not generated')
    .action((server: string, options: GenerateOptions) => run((running) => generate(server, options, running)));
  addConnectionOptions(command);
};

async function generate(word: string, options: GenerateOptions, running: Running): Promise<ExitCode> {
  const { terminal, signal, words } = running;
  const found = await findServer(word, words, options);
  const { server, listed } = await withClient(word, options, running, async (client) => ({
    server: client.server,
    listed: client.server.capabilities.tools === undefined ? [] : await client.tools({ signal }).all(),
  }));
  if (listed.length === 0) throw new MistakeError('The server has no tools');
  const name = nameOf(options.name ?? server.name, options.name !== undefined);
  const out = resolve(options.out ?? `${name}.mjs`);
  const { commands, unchecked } = await commandsOf(chosen(listed, options.tools));
  const launch = launchOf(found, options, { name, folder: dirname(out) });
  const version = plainLine(server.version, 60);
  const title = plainLine(`The tools of the server ${server.name} ${version}`);
  const text = programText({ name, version, title, ...launch, options: PROGRAM_OPTIONS }, server.name, commands);
  await write(out, text, options.force === true);
  const tools = commands.map(({ name: tool, command }) => ({ tool, command }));
  if (options.json === true) {
    terminal.print(jsonText({ file: out, name, tools, variables: launch.variables, unchecked }));
    return ExitCode.done;
  }
  terminal.print(`Wrote ${out}, with ${tools.length} ${tools.length === 1 ? 'command' : 'commands'}.`);
  for (const { name: variable, what } of launch.variables) {
    terminal.print(`It reads ${plainLine(variable, 200)} from its environment: ${plainLine(what)}`);
  }
  if (unchecked.length > 0) {
    const list = unchecked.map((each) => plainLine(each, 60)).join(', ');
    terminal.print(`It does not check the arguments of tools whose schemas cannot be used: ${plainLine(list, 400)}`);
  }
  return ExitCode.done;
}

function nameOf(wanted: string, isExact: boolean): string {
  const [name = ''] = fileNames([wanted], '');
  if (!isExact || name === wanted) return name;
  throw new MistakeError(
    `Invalid --name ${JSON.stringify(wanted)}: expected at most 60 of the characters a-z, 0-9, and -. Valid: ${name}`,
  );
}

/** Returns the tools by their names. Servers list them in any order, and the first one of each name is the one that clients call. */
function chosen(listed: readonly ListedTool[], names: string | undefined): readonly ListedTool[] {
  const tools = new Map<string, ListedTool>();
  for (const tool of listed) if (!tools.has(tool.name)) tools.set(tool.name, tool);
  const wanted = names?.split(',').map((name) => name.trim()) ?? [...tools.keys()];
  return [...new Set(wanted)].sort().map((name) => {
    const tool = tools.get(name);
    if (tool !== undefined) return tool;
    const meant = nearest(name, [...tools.keys()]);
    const hint = meant === undefined ? '' : ` Did you mean ${JSON.stringify(plainLine(meant))}?`;
    throw new MistakeError(`The server has no tool ${JSON.stringify(name)}.${hint}`);
  });
}

async function commandsOf(tools: readonly ListedTool[]): Promise<{
  readonly commands: readonly ToolCommand[];
  readonly unchecked: readonly string[];
}> {
  const names = uniqueNames(tools, 'tool');
  const unchecked: string[] = [];
  let length = 0;
  const commands: ToolCommand[] = [];
  for (const [index, { name, title = '', description = '', inputSchema }] of tools.entries()) {
    length += JSON.stringify([name, inputSchema]).length;
    if (length > MAX_LENGTH) {
      throw new MistakeError(`The tools have more than ${MAX_LENGTH} characters. Choose some of them with --tools`);
    }
    const isUsable = await isUsableSchema(inputSchema);
    if (!isUsable) unchecked.push(name);
    commands.push({
      command: names[index] ?? '',
      name,
      help: shortened(plainText(description === '' ? title : description).trim()),
      flags: flagsOf(inputSchema),
      ...(isUsable && { schema: inputSchema }),
    });
  }
  return { commands, unchecked };
}

async function isUsableSchema(schema: object): Promise<boolean> {
  try {
    await compileSchema(schema, 'the input schema');
    return true;
  } catch (error) {
    if (error instanceof SchemaError) return false;
    throw error;
  }
}

function shortened(text: string): string {
  return text.length > MAX_HELP ? `${text.slice(0, MAX_HELP)}…` : text;
}

async function write(out: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFiles(dirname(out), [{ path: basename(out), text }], { force, target: PROGRAM_TARGET });
    await chmod(out, 0o755);
  } catch (error) {
    throw error instanceof WriteError ? new MistakeError(error.message, { cause: error }) : error;
  }
}
