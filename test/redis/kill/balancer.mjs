// A proxy that sends each request to the next server, and a proxy whose connections can be cut.
import { once } from 'node:events';
import { createServer as createHttpServer, request as httpRequest, Agent } from 'node:http';
import { connect, createServer } from 'node:net';

/** Sends requests to servers in turn. One that cannot be connected to is left out. */
export async function startBalancer(ports) {
  const agent = new Agent({ keepAlive: false });
  let turn = 0;
  const proxy = createHttpServer(async (incoming, outgoing) => {
    const chunks = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk);
    } catch {
      return;
    }
    forward(incoming, Buffer.concat(chunks), outgoing, ports.length);
  });
  function forward(incoming, body, outgoing, attempts) {
    const port = ports[turn++ % ports.length];
    const { method, url: path, headers } = incoming;
    let isConnected = false;
    const upstream = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode, response.headers);
      outgoing.flushHeaders();
      response.on('data', (chunk) => outgoing.write(chunk));
      response.on('end', () => outgoing.end());
      response.on('error', () => outgoing.destroy());
      response.on('close', () => response.complete || outgoing.destroy());
    });
    upstream.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    upstream.on('error', () => {
      // What a server may have received is not sent to another one.
      if (!isConnected && attempts > 1) forward(incoming, body, outgoing, attempts - 1);
      else outgoing.destroy();
    });
    outgoing.on('close', () => upstream.destroy());
    upstream.end(body);
  }
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: proxy.address().port,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

/** Stands in front of a port, and passes nothing on while it is cut. */
export async function startCutter(port) {
  const pairs = new Set();
  let isCut = false;
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const pair = [near, far];
    pairs.add(pair);
    const end = () => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
    };
    near.on('error', end).on('close', end);
    far.on('error', end).on('close', end);
    near.on('data', (chunk) => isCut || far.write(chunk));
    far.on('data', (chunk) => isCut || near.write(chunk));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const breakAll = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    port: proxy.address().port,
    cut: () => (isCut = true),
    heal: () => {
      isCut = false;
      // What was dropped is missing in the middle of what follows.
      breakAll();
    },
    close: () => {
      breakAll();
      proxy.close();
    },
  };
}
