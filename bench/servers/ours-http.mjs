// The echo server on our runtime, over HTTP: `node ours-http.mjs json` or `sse`, how it answers.
import { Ledger } from '@mcp-gen/runtime';
import { serveHttp } from '@mcp-gen/runtime/http/server';
import { handlers, options } from './echo.mjs';

const [answers] = process.argv.slice(2);
// Everything is counted as it is for users, but a benchmark sends more requests than a caller may.
const ledger = new Ledger({ requestRate: Infinity, requestBurst: Infinity });
const { url } = await serveHttp(handlers, {
  ...options,
  ledger,
  port: 0,
  ...(answers === 'sse' && { answers: 'stream' }),
});
console.log(url);
