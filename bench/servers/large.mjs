// A server whose tool returns a large result: `node large.mjs <checkout> <kind> <megabytes>`.
import { importFrom } from './importFrom.mjs';
import { KINDS } from './largeResults.mjs';
import './tellPauses.mjs';

const [checkout, kind, megabytes] = process.argv.slice(2);
const { Server } = await importFrom(checkout, '@mcp-gen/sdk');
const { serveHttp } = await importFrom(checkout, '@mcp-gen/sdk/http');
const { result, output, list } = KINDS[kind];
const server = new Server(
  { name: 'large', version: '1.0.0' },
  { output: { size: { maxCharacters: 1e9 } }, pageSize: 100_000 },
);
if (result !== undefined) {
  const { structuredContent, ...content } = result(Number(megabytes));
  server.tool('large', { description: 'Returns much', output }, () => structuredContent ?? content);
}
for (const { name, description, inputSchema: input, outputSchema } of list?.(Number(megabytes)) ?? [])
  server.tool(name, { description, input, output: outputSchema }, () => ({}));
const { url } = await serveHttp(server, { port: 0 });
console.log(url);
