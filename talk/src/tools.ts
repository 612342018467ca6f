/** Finds the tool that the user names, and reads its arguments. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { nearest } from '@mcp-gen/runtime/options';
import { compileSchema, plainLine, type Client, type ListedTool } from '@mcp-gen/sdk/client';
import type { Command } from 'commander';
import { readArguments } from './arguments.js';
import type { Running } from './commands/command.js';
import { MistakeError } from './failures.js';
import { parametersText } from './text/typeText.js';

/** The options of arguments. */
export interface ToolOptions {
  readonly input?: string | undefined;
  readonly check: boolean;
}

/** Names of tools that an error shows, and faults of arguments. */
const MAX_NAMES = 50;

/** A tool, and the arguments of a call. */
export interface PreparedCall {
  readonly tool: ListedTool;
  readonly args: { readonly [name: string]: unknown };
}

/** Adds the arguments and options of a call to a command. */
export function addToolOptions(command: Command): Command {
  return command
    .argument('[tool]', 'the name of the tool')
    .argument('[arguments...]', 'name=value, each as its schema says; name:=JSON')
    .option('--input <json>', 'all arguments as one JSON object, or - to read it from standard input')
    .option('--no-check', 'send the arguments as they are');
}

/**
 * Finds a tool, and reads and checks its arguments.
 *
 * @throws {MistakeError} if the server has no tool of that name, or the arguments do not match its schema.
 */
export async function prepareCall(
  client: Client,
  name: string | undefined,
  given: readonly string[],
  { input, check }: ToolOptions,
  { terminal, signal }: Running,
): Promise<PreparedCall> {
  const tool = await toolNamed(name, client.tools({ signal }));
  const args = await readArguments(given, input, tool.inputSchema, terminal.input);
  if (check) await checkArguments(tool, args);
  return { tool, args };
}

async function toolNamed(name: string | undefined, tools: AsyncIterable<ListedTool>): Promise<ListedTool> {
  const names: string[] = [];
  for await (const tool of tools) {
    if (tool.name === name) return tool;
    names.push(tool.name);
  }
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : '';
  const shown = `${names
    .slice(0, MAX_NAMES)
    .map((each) => plainLine(each, 60))
    .join(', ')}${more}`;
  if (name === undefined) throw new MistakeError(`Which tool? The server has: ${shown}`);
  const meant = nearest(name, names);
  const hint = meant === undefined ? `It has: ${shown}` : `Did you mean ${JSON.stringify(plainLine(meant))}?`;
  throw new MistakeError(`The server has no tool ${JSON.stringify(name)}. ${hint}`);
}

/** @throws {MistakeError} if the arguments do not match the schema, with each place. */
async function checkArguments({ name, inputSchema }: ListedTool, args: object): Promise<void> {
  const known = isObject(inputSchema.properties) ? Object.keys(inputSchema.properties) : [];
  const unknown = Object.keys(args).find((each) => !known.includes(each));
  const meant = unknown === undefined ? undefined : nearest(unknown, known);
  const matches = await compileSchema(inputSchema, `the input schema of ${plainLine(name)}`);
  const issues = matches(args);
  if (issues.length === 0 && meant === undefined) return;
  const lines = issues.slice(0, MAX_NAMES).map(({ message }) => plainLine(message, 400));
  if (unknown !== undefined && meant !== undefined)
    lines.push(`${unknown} is unknown. Did you mean ${plainLine(meant)}?`);
  throw new MistakeError(
    `The arguments do not match the schema of ${plainLine(name)}(${parametersText(inputSchema)}):\n${lines.join('\n')}\n--no-check sends them nevertheless.`,
  );
}
