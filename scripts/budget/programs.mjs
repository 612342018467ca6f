// The programs whose bundles are measured.

const tool = `
const input = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const server = new Server({ name: 'echo', version: '1.0.0' });
server.tool('echo', { description: 'Says it again', input }, ({ text }) => text);
`;

/** The bundles of users: each with everything that it may load, in one file. */
export const PROGRAMS = {
  'a stdio server': `import { Server } from '@mcp-gen/sdk';${tool}server.serve();`,
  'a client': `
    import { connect } from '@mcp-gen/sdk/client';
    console.log(await (await connect('http://localhost')).callTool('echo'));
  `,
  'a fetch handler': `
    import { Server } from '@mcp-gen/sdk';
    import { createHandler } from '@mcp-gen/sdk/http';
    ${tool}
    export default createHandler(server);
  `,
};

// What a program leaves out of its bundle.
export const ONE_REVISION = { MCP_GEN_REVISION: JSON.stringify('2025-11-25') };
export const TOOLS_ONLY = { MCP_GEN_FEATURES: JSON.stringify('tools') };
export const OVER_HTTP = { MCP_GEN_TRANSPORT: JSON.stringify('http') };
