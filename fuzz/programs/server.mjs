// The server that is fuzzed, over stdio: `node server.mjs <message limit>`. A call that hangs is released after a moment.
import { StdioServerTransport } from '@mcp-gen/runtime/stdio';
import { makeServer } from '../server.mjs';

const { server, release } = makeServer({ onError() {} });
setInterval(release, 50).unref();
server.serve({ transport: new StdioServerTransport({ limits: { messageLimit: Number(process.argv[2]) } }) });
