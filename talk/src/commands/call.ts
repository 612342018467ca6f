import { nearest } from '@mcp-gen/runtime/options';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { plainLine, type ListedTool } from '@mcp-gen/sdk/client';
import { compileJsonSchema } from '@mcp-gen/sdk/schema';
import { readArguments } from '../arguments.js';
import { addConnectionOptions, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode, MistakeError } from '../failures.js';
import { fileKeeper } from '../text/files.js';
import { parametersText } from '../text/typeText.js';
import { contentText, jsonText } from '../text/values.js';
import { SERVER, type AddCommand, type Running } from './command.js';

interface CallOptions extends ConnectionOptions {
  readonly input?: string;
  readonly out?: string;
  readonly check: boolean;
}

/** `call`: calls a tool. */
export const addCall: AddCommand = (program, run) => {
  const command = program
    .command('call')
    .summary('call a tool')
    .description('Call a tool of a server. Its arguments are checked against its schema before they are sent.')
    .argument('<server>', SERVER)
    .argument('[tool]', 'the name of the tool')
    .argument('[arguments...]', 'name=value, each as its schema says; name:=JSON')
    .option('--input <json>', 'all arguments as one JSON object, or - to read it from standard input')
    .option('--out <folder>', 'keep images, audio, and other files in this folder (default: one for temporary files)')
    .option('--no-check', 'send the arguments as they are')
    .action((server: string, tool: string | undefined, given: readonly string[], options: CallOptions) =>
      run((running) => call(server, tool, given, options, running)),
    );
  addConnectionOptions(command);
};

async function call(
  server: string,
  name: string | undefined,
  given: readonly string[],
  options: CallOptions,
  { terminal, signal, words }: Running,
): Promise<ExitCode> {
  return withClient(server, words, options, { terminal, signal }, async (client) => {
    const tool = await toolNamed(name, client.tools({ signal }));
    const args = await readArguments(given, options.input, tool.inputSchema);
    if (options.check) checkArguments(tool, args);
    const { isError, content, structuredContent, _meta } = await client.callTool(tool.name, args, {
      signal,
      timeout: options.timeout,
      onProgress: ({ progress, total, message }) => {
        const share = total === undefined ? String(progress) : `${progress} of ${total}`;
        terminal.status(message === undefined ? share : `${share}: ${message}`);
      },
    });
    terminal.status('');
    if (options.json === true) {
      terminal.print(jsonText({ content, structuredContent, isError, _meta }));
    } else {
      const text = contentText(content, fileKeeper(options.out));
      terminal.print(text !== '' || structuredContent === undefined ? text : jsonText(structuredContent));
    }
    return isError ? ExitCode.failed : ExitCode.done;
  });
}

async function toolNamed(name: string | undefined, tools: AsyncIterable<ListedTool>): Promise<ListedTool> {
  const names: string[] = [];
  for await (const tool of tools) {
    if (tool.name === name) return tool;
    names.push(tool.name);
  }
  const shown = names.map((each) => plainLine(each, 60)).join(', ');
  if (name === undefined) throw new MistakeError(`Which tool? The server has: ${shown}`);
  const meant = nearest(name, names);
  const hint = meant === undefined ? `It has: ${shown}` : `Did you mean ${JSON.stringify(plainLine(meant))}?`;
  throw new MistakeError(`The server has no tool ${JSON.stringify(name)}. ${hint}`);
}

/** @throws {MistakeError} if the arguments do not match the schema, with each place. */
function checkArguments({ name, inputSchema }: ListedTool, args: object): void {
  const known = isObject(inputSchema.properties) ? Object.keys(inputSchema.properties) : [];
  const unknown = Object.keys(args).find((each) => !known.includes(each));
  const meant = unknown === undefined ? undefined : nearest(unknown, known);
  const issues = compileJsonSchema(inputSchema, `the input schema of ${plainLine(name)}`)(args);
  if (issues.length === 0 && meant === undefined) return;
  const lines = issues.map(({ message }) => plainLine(message, 400));
  if (unknown !== undefined && meant !== undefined)
    lines.push(`${unknown} is unknown. Did you mean ${plainLine(meant)}?`);
  throw new MistakeError(
    `The arguments do not match the schema of ${plainLine(name)}(${parametersText(inputSchema)}):\n${lines.join('\n')}\n--no-check sends them nevertheless.`,
  );
}
