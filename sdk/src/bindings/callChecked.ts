import * as Method from '@mcp-gen/protocol/registry/methods';
import { InvalidMessageError, type RequestOptions } from '@mcp-gen/runtime';
import type { Client } from '../client/client.js';
import { compileSchema } from '../client/compileSchema.js';
import type { ToolResult } from '../client/toolResult.js';
import type { LockFile } from '../host/lock.js';
import { describeIssues } from '../schema/issues.js';

/** Options of a call. */
export type CallOptions = RequestOptions;

/** The result of a tool with an output schema: structured content that matches the schema, or a failure. */
export type CheckedResult<Output> =
  | (ToolResult & {
      /** The tool succeeded. */
      readonly isError: false;
      /** The structured content. It matches the output schema. */
      readonly structuredContent: Output;
    })
  | (ToolResult & {
      /** The tool failed; `content` describes the failure. */
      readonly isError: true;
    });

/** Compiled schemas, by the object of a module. */
const CHECKS = new WeakMap<object, ReturnType<typeof compileSchema>>();

/**
 * Calls a tool, and validates its structured content with the reviewed output schema, regardless of the one that the server lists now.
 *
 * @param schema the output schema. It is compiled once, so it must not change
 * @returns the result. If the tool failed, it has `isError`.
 * @throws {InvalidMessageError} if structured content is missing, or does not match the schema.
 * @throws {SchemaError} if the schema is invalid or unsupported.
 * @throws the errors of `Client.callTool`.
 */
export async function callChecked<Output>(
  client: Pick<Client, 'callTool'>,
  name: string,
  input: { readonly [name: string]: unknown },
  schema: object,
  options?: CallOptions,
): Promise<CheckedResult<Output>> {
  const result = await client.callTool(name, input, options);
  if (result.isError) return result as CheckedResult<Output>;
  let compiled = CHECKS.get(schema);
  if (compiled === undefined) {
    compiled = compileSchema(schema, `the reviewed output schema of the tool ${name}`);
    CHECKS.set(schema, compiled);
  }
  const check = await compiled;
  const { structuredContent } = result;
  if (structuredContent === undefined) {
    const reason = `The tool ${name} returned no structured content, but its reviewed contract has an output schema`;
    throw new InvalidMessageError(Method.toolsCall, reason);
  }
  const issues = check(structuredContent);
  if (issues.length === 0) return result as CheckedResult<Output>;
  throw new InvalidMessageError(
    Method.toolsCall,
    `The result of the tool ${name} does not match its reviewed output schema: ${describeIssues(issues)}`,
    issues,
  );
}

/**
 * Calls a tool, on behalf of functions in a sandbox: those of `mcp-gen bind --target functions`.
 *
 * @param tool the name of the tool on the server
 * @param input its arguments
 * @returns the structured content of the result, or the text of its content if there is none. Rejects if the tool failed.
 */
export type Call = (tool: string, input: object) => Promise<unknown>;

/**
 * Returns a function that calls the tools of a server for code in a sandbox. It only calls reviewed tools, and validates their results with
 * the reviewed output schemas, so that results have the types of the module.
 *
 * @param lock the reviewed contracts; `readLock` reads them from `mcp.lock.json`
 * @param server the name of the server in the lock file
 * @throws {TypeError} if the lock does not have the server.
 * @example
 * ```ts
 * import { callFor } from '@mcp-gen/sdk/bindings';
 * import { connect } from '@mcp-gen/sdk/client';
 * import { readLock } from '@mcp-gen/sdk/host';
 *
 * await using client = await connect('npx -y @modelcontextprotocol/server-everything');
 * const call = callFor(client, await readLock('mcp.lock.json'), 'weather');
 * console.log(await call('forecast', { city: 'Oslo' }));
 * ```
 */
export function callFor(client: Pick<Client, 'callTool'>, lock: Pick<LockFile, 'servers'>, server: string): Call {
  const reviewed = Object.hasOwn(lock.servers, server) ? lock.servers[server] : undefined;
  if (reviewed === undefined)
    throw new TypeError(`The lock file does not have the server ${JSON.stringify(server)}. Run mcp-gen bind for it`);
  const schemas = new Map(reviewed.tools.map(({ name, outputSchema }) => [name, outputSchema]));
  return async (tool, input) => {
    if (!schemas.has(tool))
      throw new Error(
        `The tool ${JSON.stringify(tool)} of ${server} is not in the lock file. Review it with mcp-gen bind --update`,
      );
    const schema = schemas.get(tool);
    const result =
      schema === undefined
        ? await client.callTool(tool, { ...input })
        : await callChecked(client, tool, { ...input }, schema);
    if (result.isError) throw new Error(`The tool ${tool} failed: ${result.text}`);
    return result.structuredContent ?? result.text;
  };
}
