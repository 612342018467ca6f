// The bundles of users that are measured: each has everything that its program may load, in one file.

const tool = `
const input = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const server = new Server({ name: 'echo', version: '1.0.0' });
server.tool('echo', { description: 'Says it again', input }, ({ text }) => text);
`;

const SERVER = `import { Server } from '@mcp-gen/sdk';${tool}server.serve();`;
const CLIENT = `
  import { connect } from '@mcp-gen/sdk/client';
  console.log(await (await connect('http://localhost')).callTool('echo'));
`;
const HANDLER = `
  import { Server } from '@mcp-gen/sdk';
  import { createHandler } from '@mcp-gen/sdk/http';
  ${tool}
  export default createHandler(server);
`;

/** The revision of those that have only one. */
export const REVISION = '2025-11-25';
// What a program leaves out of its bundle.
const ONE_REVISION = { MCP_GEN_REVISION: JSON.stringify(REVISION) };
const TOOLS_ONLY = { MCP_GEN_FEATURES: JSON.stringify('tools') };
const OVER_HTTP = { MCP_GEN_TRANSPORT: JSON.stringify('http') };

/** The program of each bundle, and the constants that its bundler defines. */
export const BUNDLES = {
  'a stdio server': { program: SERVER, define: {} },
  'a stdio server of one revision': { program: SERVER, define: ONE_REVISION },
  'a stdio server of tools of one revision': { program: SERVER, define: { ...ONE_REVISION, ...TOOLS_ONLY } },
  'a client': { program: CLIENT, define: {} },
  'a client of one revision over HTTP': { program: CLIENT, define: { ...ONE_REVISION, ...OVER_HTTP } },
  'a fetch handler': { program: HANDLER, define: {} },
};

/** The options of the bundler. */
export const BUNDLER = {
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
  write: false,
};
