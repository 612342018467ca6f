/** A server without any protocol of its own: it plays a script, and remembers what the client has done. */

import { setTimeout as pause } from 'node:timers/promises';
import { hasSessions, type CheckedRevision } from '../revisions.js';
import { fieldsOf, isObject, isRequest, isResponse, type Fields } from '../wire/message.js';
import type { Script } from './script.js';

const SERVER_INFO = { name: 'raw', version: '1.0.0' };
const CAPABILITIES = { tools: {} };
const SCHEMA = { type: 'object' };
/** How long the client may take for what the server waits for. Milliseconds. */
const CLIENT_TIMEOUT = 1_500;

/** How long before the result of a request its progress is reported. Milliseconds. */
const REPORT_LEAD = 250;

/** The pages of tools, by the cursors that lead to them. */
const PAGES: { readonly [cursor: string]: Fields } = {
  first: { tools: [tool('echo')], nextCursor: ' page/2?\u00fc ' },
  ' page/2?\u00fc ': { tools: [tool('slow'), tool('other')], nextCursor: 'MDMKMDM=' },
  'MDMKMDM=': { tools: [tool('last')] },
};

function tool(name: string): Fields {
  return { name, inputSchema: SCHEMA };
}

async function orLate(promise: Promise<void>): Promise<void> {
  const late = new Promise<void>((resolve) => void setTimeout(resolve, CLIENT_TIMEOUT).unref());
  await Promise.race([promise, late]);
}

/** How an answer leaves: over stdio at once, over HTTP as the medium has it. */
export type Send = (message: Fields) => void;

export class RawServer {
  readonly revision: CheckedRevision;
  readonly script: Script;
  /** Every message of the client, oldest first. */
  readonly messages: Fields[] = [];
  /** What arrived in the place of a message. */
  readonly noise: string[] = [];
  /** What happened to the connection: `end of input`, or a signal. */
  readonly events: string[] = [];
  readonly #waiting = new Map<unknown, () => void>();
  /** How many calls of the tool `echo` have arrived. */
  #calls = 0;
  #hasTwo: () => void = () => undefined;
  readonly #two = new Promise<void>((resolve) => (this.#hasTwo = resolve));

  constructor(revision: CheckedRevision, script: Script) {
    this.revision = revision;
    this.script = script;
  }

  /** Takes what the client has sent. Resolves when all that belongs to it was sent. */
  async take(value: unknown, send: Send): Promise<void> {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isObject(each)) await this.#handle(each, send);
      else this.noise.push(JSON.stringify(each));
    }
  }

  /** Whether a message goes into an array. The version has been agreed on by then. */
  inBatch(message: Fields): boolean {
    return this.script.isBatched === true && !('protocolVersion' in fieldsOf(message, 'result'));
  }

  async #handle(message: Fields, send: Send): Promise<void> {
    this.messages.push(message);
    if (isResponse(message)) this.#waiting.get(message['id'])?.();
    else if (isRequest(message)) await this.#answer(message, send);
    else if (message['method'] === 'notifications/cancelled' && this.script.late !== undefined) {
      send({ jsonrpc: '2.0', ...this.script.late(fieldsOf(message, 'params')['requestId']) });
    }
  }

  async #answer(request: Fields, send: Send): Promise<void> {
    const { id, method } = request;
    const params = fieldsOf(request, 'params');
    if (method === 'tools/call' && params['name'] === 'echo') await this.#prepareEcho(params, send);
    const answer = (this.script.answers?.[String(method)] ?? this.#usual(String(method)))(params, request);
    if (answer === undefined) return;
    const isError = typeof answer['code'] === 'number' && 'message' in answer;
    send({ jsonrpc: '2.0', id, [isError ? 'error' : 'result']: answer });
  }

  /** Does what precedes the result of the tool `echo`. */
  async #prepareEcho(params: Fields, send: Send): Promise<void> {
    const { questions = [], laterQuestions = [], isReporting = false } = this.script;
    const count = ++this.#calls;
    if (count === 1) await this.#ask(questions, send);
    if (count === 2) await this.#ask(laterQuestions, send);
    if (isReporting) await this.#report(params, count, send);
  }

  async #ask(questions: readonly Fields[], send: Send): Promise<void> {
    for (const question of questions) {
      const { id } = question;
      const answered = new Promise<void>((resolve) => this.#waiting.set(id, resolve));
      send({ jsonrpc: '2.0', ...question });
      if (id !== undefined) await orLate(answered);
    }
  }

  /** Reports progress once two calls run: 1 to the call with the text `one`, 2 to the other one. */
  async #report(params: Fields, count: number, send: Send): Promise<void> {
    if (count === 2) this.#hasTwo();
    await orLate(this.#two);
    const { progressToken } = fieldsOf(params, '_meta');
    if (progressToken === undefined) return;
    const progress = fieldsOf(params, 'arguments')['text'] === 'one' ? 1 : 2;
    send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress, total: 10 } });
    // A report and a result at once would be a race inside of the client.
    await pause(REPORT_LEAD);
  }

  #usual(method: string): (params: Fields) => Fields | undefined {
    const own = hasSessions(this.revision) ? {} : { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    const _meta = hasSessions(this.revision) ? undefined : { 'io.modelcontextprotocol/serverInfo': SERVER_INFO };
    const meta = _meta && { _meta };
    switch (method) {
      case 'initialize':
        if (!hasSessions(this.revision)) break;
        return () => ({ protocolVersion: this.revision, capabilities: CAPABILITIES, serverInfo: SERVER_INFO });
      case 'server/discover':
        if (hasSessions(this.revision)) break;
        return () => ({ supportedVersions: [this.revision], capabilities: CAPABILITIES, ...own, ...meta });
      case 'ping':
        return () => ({});
      case 'tools/list':
        return ({ cursor = 'first' }) => {
          const page = PAGES[String(cursor)];
          return page ? { ...page, ...own, ...meta } : { code: -32602, message: 'Invalid cursor' };
        };
      case 'tools/call':
        return ({ name, arguments: args }) =>
          name === 'slow'
            ? undefined
            : { content: [{ type: 'text', text: `echo ${String(fieldsOf(args)['text'])}` }], ...own, ...meta };
    }
    return () => ({ code: -32601, message: 'Method not found' });
  }
}
