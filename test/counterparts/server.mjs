// A server with every feature on an older version of the official package: node server.mjs <package> [--http]. Over HTTP it serves the
// transports of the version, and tells at /sessions how many are open.
import { serveHttp } from './httpServer.mjs';
import { mcpServers } from './mcpServer.mjs';
import { plainServers } from './plainServer.mjs';

const [name, flag] = process.argv.slice(2);
const load = (module) => import(`${name}/${module}`);
const isOld = ['sdk-1.0', 'sdk-1.10'].includes(name);
const makeServer = await (isOld ? plainServers : mcpServers)(load);

if (flag === '--http') await serveHttp(makeServer, load);
else {
  const { StdioServerTransport } = await load('server/stdio.js');
  await makeServer().connect(new StdioServerTransport());
}
