/**
 * Generates the module of a server for code that a model writes: one function per tool, without imports. The caller passes the function
 * that calls tools, because a sandbox has no other access.
 */

import { code, Code, concat, docComment, identifier, literal } from '../compiler.js';
import type { ServerContract } from '@mcp-gen/sdk/host';
import { makeBindings, type BoundTool } from './bindings.js';
import { type Module, moduleText, toolDocs } from './module.js';

/** A module with its declarations, which are shown to a model. */
export interface FunctionModule extends Module {
  readonly declarations: string;
}

const CALL = code`${docComment('Calls a tool by name. Returns the structured content of the result, or its text if there is none.')}export type Call = (tool: string, input: object) => Promise<unknown>;`;

/** Generates the module of a server. */
export async function functionModule(server: string, contract: ServerContract): Promise<FunctionModule> {
  const { tools, problems } = await makeBindings(server, contract, ['Call', 'Promise']);
  const types = tools.flatMap(({ input, output }) => [input, ...(output === undefined ? [] : [output])]);
  const declared = [CALL, ...types.map(({ declarations }) => new Code(declarations))];
  return {
    text: moduleText(server, 'functions', [...declared, ...tools.map((tool) => functionText(tool, true))]),
    declarations: concat([...declared, ...tools.map((tool) => functionText(tool, false))], '\n\n').text,
    problems,
  };
}

function functionText({ contract, name, input, output }: BoundTool, hasBody: boolean): Code {
  const type = code`${identifier(input.name)}${input.isInterface ? undefined : new Code(' & object')}`;
  const result = output === undefined ? new Code('unknown') : identifier(output.name);
  const initial = input.isOptional && hasBody ? new Code(' = {}') : undefined;
  const mark = input.isOptional && !hasBody ? new Code('?') : undefined;
  const head = code`${identifier(name)}(call: Call, input${mark}: ${type}${initial}): Promise<${result}>`;
  if (!hasBody) return code`${toolDocs(contract)}export declare function ${head};`;
  return code`${toolDocs(contract)}export async function ${head} { return (await call(${literal(contract.name)}, input)) as ${result}; }`;
}
