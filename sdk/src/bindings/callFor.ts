import type { Client } from '../client/client.js';
import type { LockFile } from '../host/lock.js';
import { callChecked } from './callChecked.js';

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
 * await using client = await connect('npx -y some-server');
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
