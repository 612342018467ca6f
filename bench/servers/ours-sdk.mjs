// The one-tool echo server on our sdk, for every revision: `node ours-sdk.mjs [json|zod] [stdio|json|sse|stateless|alone]`.
import { echoServer } from './echoServer.mjs';
import { inputOf } from './inputs.mjs';

const [schema = 'json', transport = 'stdio'] = process.argv.slice(2);
const server = echoServer(await inputOf(schema));
if (transport === 'stdio') server.serve();
else {
  const { serveHttp } = await import('@mcp-gen/sdk/http');
  const { HTTP_OPTIONS, ledger } = await import('./limits.mjs');
  const { url } = await serveHttp(server, { port: 0, ledger: ledger(), ...HTTP_OPTIONS[transport] });
  console.log(url);
}
