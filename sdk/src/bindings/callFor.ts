import type { Client } from '../client/client.js';

/**
 * Calls a tool, for functions that have no access to anything else: those of `mcp-gen bind --target functions`.
 *
 * @param tool the name of the tool, as the server has it
 * @param input its arguments
 * @returns the structured content of the result; the text of its content where there is none. Rejects if the tool failed.
 */
export type Call = (tool: string, input: object) => Promise<unknown>;

/**
 * Returns the function that calls the tools of a server for code that runs in a sandbox.
 *
 * @example
 * ```ts
 * import { callFor } from '@mcp-gen/sdk/bindings';
 * import { connect } from '@mcp-gen/sdk/client';
 *
 * await using client = await connect('npx -y some-server');
 * const call = callFor(client);
 * console.log(await call('forecast', { city: 'Oslo' }));
 * ```
 */
export function callFor(client: Pick<Client, 'callTool'>): Call {
  return async (tool, input) => {
    const { isError, structuredContent, text } = await client.callTool(tool, { ...input });
    if (isError) throw new Error(`The tool ${tool} failed: ${text}`);
    return structuredContent ?? text;
  };
}
