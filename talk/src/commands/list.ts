import { ErrorCode, JsonRpcError, plainLine, plainText } from '@mcp-gen/sdk/client';
import { addConnectionOptions, addKeepOption, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode, MistakeError } from '../failures.js';
import { parametersText, typeText } from '../text/typeText.js';
import { jsonText } from '../text/values.js';
import { SERVER, type AddCommand, type Running } from './command.js';

interface ListOptions extends ConnectionOptions {
  readonly schema?: boolean | undefined;
}

/** `list`: the tools, resources, templates, and prompts of a server. */
export const addList: AddCommand = (program, run) => {
  const command = program
    .command('list')
    .summary('list the tools, resources, and prompts of a server')
    .description('List the tools of a server, as functions of TypeScript, with its resources, templates, and prompts.')
    .argument('[server]', SERVER)
    .option('--schema', 'show the JSON Schemas of the tools')
    .action((server: string | undefined, options: ListOptions) =>
      run((running) => {
        if (server !== undefined) return list(server, options, running);
        throw new MistakeError('Which server? mcp-talk servers lists those that are configured');
      }),
    );
  addConnectionOptions(command);
  addKeepOption(command);
};

async function list(server: string, options: ListOptions, running: Running): Promise<ExitCode> {
  const { terminal, signal } = running;
  const { paint, print } = terminal;
  return withClient(server, options, running, async (client) => {
    const { capabilities } = client.server;
    const has = (name: 'tools' | 'resources' | 'prompts'): boolean => capabilities[name] !== undefined;
    const tools = has('tools') ? await client.tools({ signal }).all() : [];
    const resources = has('resources') ? await client.resources({ signal }).all() : [];
    const templates = has('resources') ? await client.resourceTemplates({ signal }).all().catch(noneIfUnknown) : [];
    const prompts = has('prompts') ? await client.prompts({ signal }).all() : [];
    if (options.json === true) {
      print(jsonText({ tools, resources, resourceTemplates: templates, prompts }));
      return ExitCode.done;
    }
    const { name, version } = client.server;
    print(`${paint('bold', plainLine(name))} ${plainLine(version, 40)}, revision ${client.revision}`);
    for (const tool of tools) {
      const output = tool.outputSchema === undefined ? '' : `: ${typeText(tool.outputSchema)}`;
      print(`\n${paint('cyan', plainLine(tool.name))}(${parametersText(tool.inputSchema)})${output}`);
      if (tool.description !== undefined) print(indented(plainText(tool.description)));
      if (options.schema === true) {
        print(indented(jsonText({ inputSchema: tool.inputSchema, outputSchema: tool.outputSchema })));
      }
    }
    section(terminal.print, paint('bold', 'Resources'), [
      ...resources.map(({ uri, name: own, title }) => [uri, title ?? own] as const),
      ...templates.map(({ uriTemplate, name: own, title }) => [uriTemplate, title ?? own] as const),
    ]);
    section(
      terminal.print,
      paint('bold', 'Prompts'),
      prompts.map(({ name: own, description = '', arguments: given = [] }) => [
        `${own}(${given.map((each) => `${each.name}${each.required === true ? '' : '?'}`).join(', ')})`,
        description,
      ]),
    );
    return ExitCode.done;
  });
}

/** A server with resources need not have templates. */
function noneIfUnknown(error: unknown): readonly never[] {
  if (error instanceof JsonRpcError && error.code === ErrorCode.MethodNotFound) return [];
  throw error;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

function section(print: (text: string) => void, title: string, rows: readonly (readonly [string, string])[]): void {
  if (rows.length === 0) return;
  print(`\n${title}`);
  for (const [one, other] of rows) print(`  ${plainLine(one, 400)}  ${plainLine(other, 120)}`.trimEnd());
}
