/** Serves a page that calls the tool, and shows its app. `node main.ts stdio` serves the tool alone, for a host. */

import { servePreview } from '@mcp-gen/apps/preview';
import { inProcess } from '@mcp-gen/sdk/testing';
import { buildView } from './buildView.ts';
import { createServer } from './server.ts';

const server = createServer(() => buildView(new URL('view/', import.meta.url)));
if (process.argv.includes('stdio')) {
  server.serve();
} else {
  const { url } = await servePreview(inProcess(server), {
    port: Number(process.env['PORT'] ?? 0),
    arguments: { sun: {} },
  });
  console.log(url);
}
