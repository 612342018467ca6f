// The one-tool echo server on our runtime, serving both revisions, its tool's arguments checked by hand.
import { revision as revision20241105 } from '@mcp-gen/protocol/2024-11-05';
import { revision as revision20250326 } from '@mcp-gen/protocol/2025-03-26';
import { JsonRpcError, serve } from '@mcp-gen/runtime';

const tools = [
  {
    name: 'echo',
    description: 'Says it again',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
];

serve(
  {
    listTools: () => ({ tools }),
    callTool({ name, arguments: { text } = {} }) {
      if (name !== 'echo') throw new JsonRpcError(-32602, `Unknown tool: ${name}`);
      if (typeof text !== 'string') throw new JsonRpcError(-32602, 'text must be a string');
      return { content: [{ type: 'text', text }] };
    },
  },
  { serverInfo: { name: 'echo', version: '1.0.0' }, revisions: [revision20250326, revision20241105] },
);
