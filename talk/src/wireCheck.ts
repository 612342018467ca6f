/** Checks the messages on one connection, each against the revision that it is in. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import * as MetaKeys from '@mcp-gen/protocol/registry/metaKeys';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { SUPPORTED_REVISIONS } from '@mcp-gen/sdk/client';
import { checkMessage, type ExplainedRevision, type MessageFinding, type Side } from '@mcp-gen/sdk/testing';

/** Maximum number of requests that are kept to check their results. The oldest is dropped first. */
const MAX_REQUESTS = 10_000;

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
    if (!Array.isArray(value)) return this.#check(from, value);
    const revision = this.#revisions.get(this.#session ?? '');
    if (revision?.revision.batching !== true) return linesOf(revision, value);
    return value.flatMap((item, index) => this.#check(from, item).map((line) => `/${index}${line}`));
  }

  #check(from: Side, message: unknown): readonly string[] {
    if (!isObject(message)) return linesOf(this.#revisions.get(this.#session ?? ''), message);
    const { id, method, params, result } = message;
    if (typeof method !== 'string') {
      const asked = this.#take(from === 'client' ? 'server' : 'client', id);
      const isOpening = asked?.method === Method.initialize && isObject(result);
      if (isOpening) this.#session = textIn(result, 'protocolVersion');
      return linesOf(this.#revisions.get((isOpening ? this.#session : asked?.revision) ?? ''), message, asked?.method);
    }
    const revision =
      method === Method.initialize
        ? textIn(params, 'protocolVersion')
        : (textIn(isObject(params) ? params['_meta'] : undefined, MetaKeys.protocolVersion) ?? this.#session);
    if (id !== undefined) this.#keep(from, id, { method, revision });
    return linesOf(this.#revisions.get(revision ?? ''), message);
  }

  #keep(from: Side, id: unknown, asked: Asked): void {
    this.#asked.set(keyOf(from, id), asked);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_REQUESTS && oldest !== undefined) this.#asked.delete(oldest);
  }

  #take(from: Side, id: unknown): Asked | undefined {
    const key = keyOf(from, id);
    const asked = this.#asked.get(key);
    this.#asked.delete(key);
    return asked;
  }
}

/** Returns nothing for a revision that is unknown: then the connection has none yet, or fails for it. */
function linesOf(revision: ExplainedRevision | undefined, value: unknown, answers?: string): readonly string[] {
  if (revision === undefined) return [];
  const { findings, forSenders } = checkMessage(revision, value, answers);
  return [...findings.map(lineOf), ...forSenders.map((finding) => `${lineOf(finding)} (receivers accept it)`)];
}

function lineOf({ pointer, expected, actual }: MessageFinding): string {
  return `${pointer}: expected ${expected}, got ${actual}`;
}

function textIn(value: unknown, name: string): string | undefined {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

function keyOf(from: Side, id: unknown): string {
  return `${from} ${JSON.stringify(id)}`;
}
