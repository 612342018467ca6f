/** Requests over HTTP as an attacker sends them: whole, broken off, or never read. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** The bytes that a body may have: some below 4 MiB. */
export const BODY = 4_194_000;

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export function rpc(id, method, params) {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function initialize(capabilities = {}, protocolVersion = '2025-11-25') {
  const params = { protocolVersion, capabilities, clientInfo: { name: 'attacker', version: '1.0.0' } };
  return rpc('open', 'initialize', params);
}

/** A JSON array of so many bytes. */
export function arrayOf(item, bytes) {
  return `[${`${item},`.repeat(Math.floor(bytes / (item.length + 1)))}${item}]`;
}

/** Connections that were refused while a body was on its way fail once more when their request is over. */
const heard = new WeakSet();

function ignoreErrors(socket) {
  if (heard.has(socket)) return;
  heard.add(socket);
  socket.on('error', () => {});
}

/** One caller, from an address of its own. */
export class Caller {
  #url;
  #localAddress;
  #headers;
  #agent;
  #onSend;

  /**
   * @param headers beside those of the protocol
   * @param onSend called when something is sent
   */
  constructor(url, localAddress, { headers = {}, connections = Infinity, onSend = () => {} } = {}) {
    this.#url = url;
    this.#localAddress = localAddress;
    this.#headers = headers;
    this.#onSend = onSend;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * Posts a body. Resolves with the status, the session, and the text of the answer; never rejects.
   *
   * @param {{ session?: string, leaveAfter?: number, headers?: object }} options `leaveAfter`: milliseconds after which it breaks off
   */
  post(body, { session, leaveAfter, headers = {} } = {}) {
    return new Promise((resolve) => {
      const all = { ...HEADERS, ...this.#headers, ...headers, 'content-length': Buffer.byteLength(body) };
      if (session !== undefined) all['mcp-session-id'] = session;
      const options = { method: 'POST', headers: all, localAddress: this.#localAddress, agent: this.#agent };
      const sent = request(this.#url, options, (response) => {
        const id = response.headers['mcp-session-id'];
        let text = '';
        response.setEncoding('latin1').on('data', (chunk) => {
          if (text.length < 10_000) text += chunk;
        });
        response.on('close', () => resolve({ status: response.statusCode, session: id, text }));
      });
      sent.on('socket', ignoreErrors);
      sent.on('error', (error) => resolve({ status: 0, session: undefined, text: '', error }));
      sent.end(body);
      this.#onSend();
      if (leaveAfter === undefined) return;
      const timer = setTimeout(() => sent.destroy(), leaveAfter);
      sent.on('close', () => clearTimeout(timer));
    });
  }

  /** Opens a session. Returns its id; undefined if it was refused. */
  async open(protocolVersion = '2025-11-25') {
    const { session } = await this.post(initialize({}, protocolVersion));
    if (session !== undefined) {
      await this.post('{"jsonrpc":"2.0","method":"notifications/initialized"}', { session });
    }
    return session;
  }

  /** Sends bytes on a connection of its own, whose answer is not read. */
  unread(head, body = '') {
    const { hostname, port } = new URL(this.#url);
    const socket = connect({ host: hostname, port: Number(port), localAddress: this.#localAddress });
    socket.on('error', () => {});
    socket.pause();
    socket.write(head + body);
    this.#onSend();
    return socket;
  }

  close() {
    this.#agent.destroy();
  }
}

/** The head of a request, for connections whose answers are not read. */
export function head(method, { length, session, more = {} } = {}) {
  return [
    `${method} /mcp HTTP/1.1`,
    'host: localhost',
    ...Object.entries({ ...HEADERS, ...more }).map(([name, value]) => `${name}: ${value}`),
    ...(session === undefined ? [] : [`mcp-session-id: ${session}`]),
    ...(length === undefined ? [] : [`content-length: ${length}`]),
    '\r\n',
  ].join('\r\n');
}
