// The echo server on our runtime, over HTTP: `node ours-http.mjs json|sse|stateless|alone`, how it answers.
import { serveHttp } from '@mcp-gen/runtime/http/server';
import { aloneOptions, handlers, options } from './echo.mjs';
import { HTTP_OPTIONS, ledger } from './limits.mjs';

const [transport] = process.argv.slice(2);
const served = transport === 'alone' ? aloneOptions : options;
const { url } = await serveHttp(handlers, { ...served, port: 0, ledger: ledger(), ...HTTP_OPTIONS[transport] });
console.log(url);
