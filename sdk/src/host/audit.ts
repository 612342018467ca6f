import type { ErrorListener } from '@mcp-gen/runtime';
import type { ToolResult } from '../client/toolResult.js';
import { redact } from '../guard/index.js';
import { ConsentDeniedError } from './errors.js';
import type { HostTask } from './hostTask.js';

/** A call of a tool, when it begins. */
export interface ToolCall {
  /** Tells the calls of this host apart. */
  readonly id: number;
  /** The server, by its name in the host's configuration. */
  readonly server: string;
  /** The tool, as the server calls it. */
  readonly tool: string;
  /** The tool, as the host calls it. */
  readonly name: string;
  /** The arguments, without what looks like a secret. */
  readonly arguments: unknown;
  /** When it began, before anybody was asked for consent. */
  readonly time: Date;
}

/**
 * What became of a call: the tool did its work (`ok`), or said that it failed (`tool-error`); consent was `denied`; the caller
 * `cancelled` it; or there was no result (`error`).
 */
export type Outcome = 'ok' | 'tool-error' | 'denied' | 'cancelled' | 'error';

/** A call of a tool, when it is over. */
export interface AuditRecord extends ToolCall {
  /** What became of it. */
  readonly outcome: Outcome;
  /** What went wrong, without what looks like a secret. */
  readonly error?: string;
  /** How long it took, the waiting for consent included. */
  readonly milliseconds: number;
}

/** Keeps a record of a call. */
export type Audit = (record: AuditRecord) => void | Promise<void>;

/** Characters of an error that are kept. */
const ERROR_LENGTH = 1_000;

/** The calls of one host, with a record of each. */
export class CallLog {
  readonly #onStart: (call: ToolCall) => void;
  readonly #audit: Audit;
  readonly #report: ErrorListener;
  readonly #writing = new Set<Promise<void>>();
  #last = 0;

  constructor(onStart: (call: ToolCall) => void, audit: Audit, report: ErrorListener) {
    this.#onStart = onStart;
    this.#audit = audit;
    this.#report = report;
  }

  /** Makes a call, and records what became of it. */
  async follow<Made extends ToolResult | HostTask>(
    what: Pick<ToolCall, 'server' | 'tool' | 'name' | 'arguments'>,
    signal: AbortSignal | undefined,
    make: () => Promise<Made>,
  ): Promise<Made> {
    const call: ToolCall = { id: ++this.#last, ...what, time: new Date() };
    const began = performance.now();
    const end = (outcome: Outcome, error?: string): void =>
      this.#record({
        ...call,
        outcome,
        ...(error !== undefined && { error: String(redact(error, { maxText: ERROR_LENGTH })) }),
        milliseconds: performance.now() - began,
      });
    this.#onStart(call);
    try {
      const result = await make();
      if ('isError' in result && result.isError) end('tool-error', result.text);
      else end('ok');
      return result;
    } catch (error) {
      end(
        error instanceof ConsentDeniedError ? 'denied' : signal?.aborted === true ? 'cancelled' : 'error',
        error instanceof Error ? error.message : String(error),
      );
      throw error;
    }
  }

  /** Resolves when every record has been kept. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** A call does not wait for its record. */
  #record(record: AuditRecord): void {
    const writing = Promise.resolve(record)
      .then(this.#audit)
      .catch(this.#report)
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}
