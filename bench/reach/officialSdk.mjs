// A server of the official SDK, at the version whose alias in package.json is the argument. Its classes are those that all versions have.
import { argv } from 'node:process';

const [, , version] = argv;
const load = (path) => import(`${version}/${path}`);
const { Server } = await load('server/index.js');
const { StdioServerTransport } = await load('server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = await load('types.js');

const server = new Server({ name: version, version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [{ name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }],
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: String(params.arguments?.text) }],
}));
await server.connect(new StdioServerTransport());
