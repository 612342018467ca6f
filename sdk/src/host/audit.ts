import type { ErrorListener } from '@mcp-gen/runtime';
import { redact } from '../guard/index.js';
import { ConsentDeniedError } from './hostErrors.js';

/** A tool call, at its start. */
export interface ToolCall {
  /** Identifies the call within this host. */
  readonly id: number;
  /** The server, by its name in the host's configuration. */
  readonly server: string;
  /** The tool, by its name on the server. */
  readonly tool: string;
  /** The tool, by its name in the host. */
  readonly name: string;
  /** The arguments, with recognizable secrets removed. */
  readonly arguments: unknown;
  /** The start time, before consent was requested. */
  readonly time: Date;
}

/**
 * The outcome of a call: the tool succeeded (`ok`), or reported a failure (`tool-error`); consent was `denied`; the caller `cancelled` it;
 * or there was no result (`error`).
 */
export type Outcome = 'ok' | 'tool-error' | 'denied' | 'cancelled' | 'error';

/** A finished tool call. */
export interface AuditRecord extends ToolCall {
  /** The outcome. */
  readonly outcome: Outcome;
  /** The error message, with recognizable secrets removed. */
  readonly error?: string;
  /** The duration, including the wait for consent. */
  readonly milliseconds: number;
}

/** Stores the record of a call. */
export type Audit = (record: AuditRecord) => void | Promise<void>;

/** Maximum characters of a recorded error. */
const ERROR_LENGTH = 1_000;

/** Tracks the calls of one host, and records each. */
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

  /** Runs a call, and records its outcome. */
  async follow<Made extends object>(
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
      const { isError, text } = result as { readonly isError?: unknown; readonly text?: string };
      if (isError === true) end('tool-error', text);
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

  /** Resolves when all records have been stored. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** The call does not wait for its record. */
  #record(record: AuditRecord): void {
    const writing = Promise.resolve(record)
      .then(this.#audit)
      .catch(this.#report)
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}
