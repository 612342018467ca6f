/** Messages to begin with. Each shows a difference between revisions. */

/** A message with a name. */
export interface Example {
  readonly name: string;
  readonly message: unknown;
  /** The method that it answers. */
  readonly answers?: string;
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const EXAMPLES: readonly Example[] = [
  {
    name: 'tools/call',
    message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'forecast', arguments: { city: 'Bern' } } },
  },
  {
    name: 'tools/call, 2026-07-28',
    message: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { _meta: META, name: 'forecast', arguments: { city: 'Bern' } },
    },
  },
  {
    name: 'tools/call: audio',
    answers: 'tools/call',
    message: {
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' }] },
    },
  },
  {
    name: 'initialize',
    message: {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { roots: { listChanged: true }, sampling: {} },
        clientInfo: { name: 'example', version: '1.0.0' },
      },
    },
  },
  {
    name: 'elicitation/create',
    message: {
      jsonrpc: '2.0',
      id: 2,
      method: 'elicitation/create',
      params: {
        message: 'Which city?',
        requestedSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
  },
  {
    name: 'notifications/progress',
    message: {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'a', progress: 0.5, total: 1, message: 'Half' },
    },
  },
  {
    name: '[ping, ping]',
    message: [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
    ],
  },
];
