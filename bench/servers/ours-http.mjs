// The echo server on our runtime, over HTTP: `node ours-http.mjs json` or `sse`, how it answers.
import { serveHttp } from '@mcp-gen/runtime/http/server';
import { handlers, options } from './echo.mjs';

const [answers] = process.argv.slice(2);
const { url } = await serveHttp(handlers, { ...options, port: 0, ...(answers === 'sse' && { answers: 'stream' }) });
console.log(url);
