/** Checks the messages on one connection, each against the revision that it is in. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import * as MetaKeys from '@mcp-gen/protocol/registry/metaKeys';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { SUPPORTED_REVISIONS } from '@mcp-gen/sdk/client';
import {
  checkMessage,
  type ExplainedRevision,
  type MessageFinding,
  type MessageVerdict,
  type Side,
} from '@mcp-gen/sdk/testing';

/** Maximum number of requests that are kept to check their results. The oldest is dropped first. */
const MAX_REQUESTS = 10_000;
/** Maximum characters of an id of a request that is kept. */
const MAX_KEY = 200;

/** The revisions by their names. */
export type ExplainedRevisions = ReadonlyMap<string, ExplainedRevision>;

/** Loads all revisions, with what explains faults. */
export async function explainedRevisions(): Promise<ExplainedRevisions> {
  return new Map(await Promise.all(SUPPORTED_REVISIONS.map(async (id) => [id, await explainedRevision(id)] as const)));
}

async function explainedRevision(id: string): Promise<ExplainedRevision> {
  const { revision } = (await import(`@mcp-gen/protocol/${id}`)) as Pick<ExplainedRevision, 'revision'>;
  const { explain } = (await import(`@mcp-gen/protocol/${id}/explain`)) as Pick<ExplainedRevision, 'explain'>;
  return { revision, explain };
}

type Message = Readonly<Record<string, unknown>>;

/** A request without a response. */
interface Asked {
  readonly method: string;
  readonly revision: string | undefined;
}

/** The messages of one connection, in order. */
export class WireCheck {
  readonly #revisions: ExplainedRevisions;
  /** The revision of the session: that of the result of `initialize`. */
  #session: string | undefined;
  readonly #asked = new Map<string, Asked>();

  constructor(revisions: ExplainedRevisions) {
    this.#revisions = revisions;
  }

  /** Returns what is wrong with a message or a batch, a line for each place. */
  findings(from: Side, value: unknown): readonly string[] {
    const other = from === 'client' ? 'server' : 'client';
    const answered = (id: unknown): Asked | undefined => this.#asked.get(keyOf(other, id));
    const messages = [value].flat().filter(isObject);
    for (const message of messages) this.#note(from, message, answered(message['id']));
    const [first] = messages;
    const revision = first && this.#revisionOf(first, answered(first['id']));
    const loaded = this.#revisions.get(revision ?? this.#session ?? '');
    const lines = loaded ? linesOf(checkMessage(loaded, value, { from, answers: (id) => answered(id)?.method })) : [];
    for (const { id, method } of messages) if (method === undefined) this.#asked.delete(keyOf(other, id));
    return lines;
  }

  /** Remembers what later messages depend on. */
  #note(from: Side, message: Message, asked: Asked | undefined): void {
    const { id, method, result } = message;
    if (asked?.method === Method.initialize && method === undefined && isObject(result)) {
      this.#session = textIn(result, 'protocolVersion');
    }
    const key = keyOf(from, id);
    if (typeof method !== 'string' || id === undefined || key.length > MAX_KEY) return;
    this.#asked.set(key, { method, revision: this.#revisionOf(message, undefined) });
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_REQUESTS && oldest !== undefined) this.#asked.delete(oldest);
  }

  #revisionOf({ method, params, result }: Message, asked: Asked | undefined): string | undefined {
    if (method === Method.initialize) return textIn(params, 'protocolVersion');
    if (method !== undefined) {
      return textIn(isObject(params) ? params['_meta'] : undefined, MetaKeys.protocolVersion) ?? this.#session;
    }
    // The result of `initialize` has the revision that the server chose.
    return asked?.method === Method.initialize && isObject(result) ? this.#session : asked?.revision;
  }
}

function linesOf({ findings, forSenders }: MessageVerdict): readonly string[] {
  return [...findings.map(lineOf), ...forSenders.map((finding) => `${lineOf(finding)} (receivers accept it)`)];
}

function lineOf({ pointer, expected, actual }: MessageFinding): string {
  return `${pointer === '' ? '' : `${pointer}: `}expected ${expected}, got ${actual}`;
}

function textIn(value: unknown, name: string): string | undefined {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

function keyOf(from: Side, id: unknown): string {
  return `${from} ${JSON.stringify(id)}`;
}
