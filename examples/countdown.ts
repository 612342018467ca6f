/** The MCP server that every example mounts: one tool, which reports progress to whoever asks for it. */

import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import type { HttpServerOptions } from '@mcp-gen/runtime/http/server';
import { revision as v2025_06_18 } from '@mcp-gen/protocol/2025-06-18';
import { revision as v2025_11_25, type ServerHandlers } from '@mcp-gen/protocol/2025-11-25';

export const handlers: ServerHandlers = {
  listTools: () => ({ tools: [{ name: 'countdown', inputSchema: { type: 'object' } }] }),

  callTool({ name }, context) {
    if (name !== 'countdown') throw new JsonRpcError(ErrorCode.InvalidParams, `Unknown tool: ${name}`);
    for (const progress of [1, 2, 3]) context.progress({ progress, total: 3 });
    return { content: [{ type: 'text', text: 'Lift-off!' }] };
  },
};

export const options: HttpServerOptions = {
  serverInfo: { name: 'countdown', version: '1.0.0' },
  revisions: [v2025_11_25, v2025_06_18],
};
