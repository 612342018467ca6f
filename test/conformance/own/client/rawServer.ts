/** A server without any protocol of its own: it plays a script, and remembers what the client has done. */

import { hasSessions, type RevisionId } from '../revisions.js';
import { fieldsOf, isObject, isRequest, isResponse, type Fields } from '../wire/message.js';
import type { Script } from './script.js';

const SERVER_INFO = { name: 'raw', version: '1.0.0' };
const CAPABILITIES = { tools: {} };
const SCHEMA = { type: 'object' };
/** How long an answer of the client to a question may take. Milliseconds. */
const QUESTION_TIMEOUT = 1_500;

/** The pages of tools, by the cursors that lead to them. */
const PAGES: { readonly [cursor: string]: Fields } = {
  first: { tools: [tool('echo')], nextCursor: ' page/2?\u00fc ' },
  ' page/2?\u00fc ': { tools: [tool('slow'), tool('other')], nextCursor: 'MDMKMDM=' },
  'MDMKMDM=': { tools: [tool('last')] },
};

function tool(name: string): Fields {
  return { name, inputSchema: SCHEMA };
}

/** How an answer leaves: over stdio at once, over HTTP as the medium has it. */
export type Send = (message: Fields) => void;

export class RawServer {
  readonly revision: RevisionId;
  readonly script: Script;
  /** Every message of the client, oldest first. */
  readonly messages: Fields[] = [];
  /** What arrived in the place of a message. */
  readonly noise: string[] = [];
  /** What happened to the connection: `end of input`, or a signal. */
  readonly events: string[] = [];
  /** The answers of the client to questions, by their ids. */
  readonly answers = new Map<unknown, Fields>();
  readonly #waiting = new Map<unknown, () => void>();
  readonly #alter: (message: Fields) => Fields | undefined;

  /** @param alter changes what the client sends, to see checks fail */
  constructor(
    revision: RevisionId,
    script: Script,
    alter: (message: Fields) => Fields | undefined = (message) => message,
  ) {
    this.revision = revision;
    this.script = script;
    this.#alter = alter;
  }

  /** Takes what the client has sent. Resolves when all that belongs to it was sent. */
  async take(value: unknown, send: Send): Promise<void> {
    for (const each of Array.isArray(value) ? value : [value]) {
      const message = isObject(each) ? this.#alter(each) : undefined;
      if (!isObject(each)) this.noise.push(JSON.stringify(each));
      if (message !== undefined) await this.#handle(message, send);
    }
  }

  /** Whether a message goes into an array. The version has been agreed on by then. */
  inBatch(message: Fields): boolean {
    return this.script.isBatched === true && !('protocolVersion' in fieldsOf(message, 'result'));
  }

  async #handle(message: Fields, send: Send): Promise<void> {
    this.messages.push(message);
    if (isResponse(message)) {
      this.answers.set(message['id'], message);
      this.#waiting.get(message['id'])?.();
    } else if (isRequest(message)) await this.#answer(message, send);
    else if (message['method'] === 'notifications/cancelled' && this.script.late !== undefined) {
      send({ jsonrpc: '2.0', ...this.script.late(fieldsOf(message, 'params')['requestId']) });
    }
  }

  async #answer(request: Fields, send: Send): Promise<void> {
    const { id, method } = request;
    const params = fieldsOf(request, 'params');
    if (method === 'tools/call' && params['name'] === 'echo') await this.#ask(send);
    const answer = (this.script.answers?.[String(method)] ?? this.#usual(String(method)))(params, request);
    if (answer === undefined) return;
    const isError = typeof answer['code'] === 'number' && 'message' in answer;
    send({ jsonrpc: '2.0', id, [isError ? 'error' : 'result']: answer });
  }

  async #ask(send: Send): Promise<void> {
    for (const question of this.script.questions ?? []) {
      const { id } = question;
      const answered = new Promise<void>((resolve) => {
        this.#waiting.set(id, resolve);
        setTimeout(resolve, QUESTION_TIMEOUT).unref();
      });
      send({ jsonrpc: '2.0', ...question });
      if (id !== undefined) await answered;
    }
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
