import type { CallOutcome, Output } from '../callOutcome.js';
import type { ModelTool } from '../modelTool.js';

/** A call that a model requests. */
export interface ModelCall {
  /** Identifies the call in the conversation. */
  readonly id: string;
  /** The name of the tool for the model. */
  readonly name: string;
  /** The arguments: an object, or JSON text of one. */
  readonly input: unknown;
}

/** How one API writes tools, and reads and answers calls. */
export interface Api<Definitions, Calls, Result> {
  /** The media types of data that results of tools can have. */
  readonly media: ReadonlySet<string>;
  /**
   * Writes the definitions of tools.
   *
   * @param run calls a tool, for frameworks that call tools themselves. Never rejects but when the signal aborts.
   */
  define(tools: readonly ModelTool[], run: Run): Definitions;
  /** Returns the calls of a model's response, and skips everything else. */
  callsOf(response: Calls): readonly ModelCall[];
  /** Writes the result of a call. */
  result(call: ModelCall, output: Output): Result;
}

/** Calls a tool for a model. */
export type Run = (call: ModelCall, signal: AbortSignal | undefined) => Promise<CallOutcome>;

/** Images that most APIs take. */
export const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The media type of PDF documents. */
export const PDF = 'application/pdf';

/** Returns data as a `data:` URL. */
export function dataUrl(mimeType: string, data: string): string {
  return `data:${mimeType};base64,${data}`;
}
