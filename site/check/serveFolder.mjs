// Serves a folder over HTTP on this machine, below a path, as a host of static files does.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Starts a server.
 *
 * @param base the path that the folder is below, with a slash at its end
 * @returns its `url`, and `close`
 */
export async function serveFolder(folder, port = 0, base = '/') {
  const server = createServer((request, response) => {
    void answer(new URL(request.url, 'http://localhost').pathname, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${server.address().port}${base}`, close };

  async function answer(path, response) {
    const name = path.startsWith(base) ? normalize(decodeURIComponent(path.slice(base.length))) : '..';
    const file = name === '.' || name.endsWith('/') ? join(name, 'index.html') : name;
    const body = name.startsWith('..') ? undefined : await readFile(join(folder, file)).catch(() => undefined);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(body));
  }
}
