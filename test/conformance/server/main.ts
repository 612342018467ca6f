/** The server that the suite tests. Usage: node main.js <revision>. Prints its URL, and ends with its input. */

import { revision as v2025_03_26 } from '@mcp-gen/protocol/2025-03-26';
import { revision as v2025_06_18 } from '@mcp-gen/protocol/2025-06-18';
import { revision as v2025_11_25, type ServerHandlers, type Tool } from '@mcp-gen/protocol/2025-11-25';
import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import { serveHttp } from '@mcp-gen/runtime/http/server';
import { revisionsUpTo } from '../revisions.js';
import { prompts } from './prompts.js';
import { read, resources, resourceTemplates } from './resources.js';
import { tools } from './tools.js';

const PROTOCOLS = { '2025-03-26': v2025_03_26, '2025-06-18': v2025_06_18, '2025-11-25': v2025_11_25 };

const NO_ARGUMENTS: Tool['inputSchema'] = { type: 'object' };

const handlers: ServerHandlers = {
  listTools: () => ({
    tools: Object.entries(tools).map(([name, { description, inputSchema = NO_ARGUMENTS }]) => ({
      name,
      description,
      inputSchema,
    })),
  }),
  callTool: ({ name, arguments: given = {} }, context) => find('tool', tools, name).run(given, context),

  listResources: () => ({ resources }),
  listResourceTemplates: () => ({ resourceTemplates }),
  readResource: ({ uri }) => read(uri),
  subscribe: () => ({}),
  unsubscribe: () => ({}),

  listPrompts: () => ({
    prompts: Object.entries(prompts).map(([name, { description, arguments: args = [] }]) => ({
      name,
      description,
      arguments: args,
    })),
  }),
  getPrompt: ({ name, arguments: given = {} }) => find('prompt', prompts, name).get(given),

  complete: ({ argument: { value } }) => ({
    completion: { values: ['test value', 'other value'].filter((known) => known.startsWith(value)) },
  }),
  setLevel: () => ({}),
};

const { url, close } = await serveHttp(handlers, {
  serverInfo: { name: 'mcp-gen-conformance-server', version: '1.0.0' },
  revisions: revisionsUpTo(process.argv[2]).map((id) => PROTOCOLS[id]),
  port: 0,
  // A call that takes long is streamed, and its stream interrupted, for the client to come back.
  streamAfter: 100,
  streamLifetime: 1_000,
  retry: 100,
});
process.stdin.on('end', () => void close()).resume();
console.log(url);

function find<Definition>(kind: string, all: { readonly [name: string]: Definition }, name: string): Definition {
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found === undefined) throw new JsonRpcError(ErrorCode.InvalidParams, `There is no ${kind} ${name}`);
  return found;
}
