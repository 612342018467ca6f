// What the suite tells a client program.

const { MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_REVISION, MCP_CONFORMANCE_TRANSPORT, MCP_CONFORMANCE_SERVER } =
  process.env;

/** What to do, in which revision, and over which transport. */
export const scenario = MCP_CONFORMANCE_SCENARIO;
export const revision = MCP_CONFORMANCE_REVISION;
export const transport = MCP_CONFORMANCE_TRANSPORT;

/** The URL of the server, over HTTP. */
export const url = transport === 'stdio' ? undefined : process.argv.at(-1);

/** The command of the server and its arguments, over stdio. */
export const command = JSON.parse(MCP_CONFORMANCE_SERVER ?? '[]');
