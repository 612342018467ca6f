// What the servers on our runtime have in common: the one tool, its arguments checked by hand.
import { revision as revision20241105 } from '@mcp-gen/protocol/2024-11-05';
import { revision as revision20250326 } from '@mcp-gen/protocol/2025-03-26';
import { revision as revision20260728 } from '@mcp-gen/protocol/2026-07-28';
import { JsonRpcError } from '@mcp-gen/runtime';

const tools = [
  {
    name: 'echo',
    description: 'Says it again',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
];

export const handlers = {
  listTools: () => ({ tools }),
  callTool({ name, arguments: { text } = {} }) {
    if (name !== 'echo') throw new JsonRpcError(-32602, `Unknown tool: ${name}`);
    if (typeof text !== 'string') throw new JsonRpcError(-32602, 'text must be a string');
    return { content: [{ type: 'text', text }] };
  },
};

export const options = {
  serverInfo: { name: 'echo', version: '1.0.0' },
  revisions: [revision20250326, revision20241105],
};

/** The same in the revision in which each request stands alone. */
export const aloneOptions = { ...options, revisions: [revision20260728] };
