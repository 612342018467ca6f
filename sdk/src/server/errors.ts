/** The errors that handlers throw for others to be told of. */

import { describe } from '../content/errors.js';
import { visit, type UrlQuestion, type Visit } from './visit.js';

/**
 * Thrown by a tool to say what went wrong in words for the model: the result says so, with `isError`. What reads a resource or makes a
 * prompt may throw it, too: the client is told by an error with that message. Of any other error the client learns that there was
 * one, and nothing else, since its message may tell what is nobody's business; see the option `errors` of a server.
 */
export class ToolError extends Error {
  /** That of the class, which is another one for what is derived from it. */
  override readonly name: string = 'ToolError';
}

/**
 * What a handler asked the client for it does not get: the client has not declared that it answers such questions, says no, takes too
 * long, or gives an answer that does not fit. A handler that does not catch it tells so, as with any `ToolError`.
 */
export class AskError extends ToolError {
  override readonly name = 'AskError';
  /** The code of the error that the client answered with, if it did: -1 where its user will not have the model asked. */
  readonly code: number | undefined;

  constructor(message: string, options: { readonly code?: number; readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = options.code;
  }
}

/** A path that is in none of the client's roots, or not known to be. A model that named it is told. */
export class OutsideRootsError extends ToolError {
  override readonly name = 'OutsideRootsError';
  /** The path that was asked for. */
  readonly path: string;

  constructor(path: string, problem: string, options?: { readonly cause: unknown }) {
    super(`${JSON.stringify(path)} ${problem}`, options);
    this.path = path;
  }
}

/**
 * Thrown by any handler: what it was asked for has to wait until the user has visited pages. A client that sends its user to pages is
 * told which (specification, 2025-11-25: URL Elicitation Required Error), and may ask again afterwards. Any other gets the message
 * alone, as of a `ToolError`.
 */
export class UrlElicitationRequiredError extends ToolError {
  override readonly name = 'UrlElicitationRequiredError';
  /** The pages, each with the id of its visit, for `context.elicitationCompleted`. */
  readonly elicitations: readonly Visit[];

  /**
   * @param message what is told where pages cannot be shown. Default: why the pages have to be visited
   * @throws {TypeError} if there is no page, and for a URL that a person should not be sent to.
   */
  constructor(pages: readonly UrlQuestion[], message = pages.map(({ message }) => message).join('\n')) {
    super(message);
    if (pages.length === 0) throw new TypeError('UrlElicitationRequiredError needs at least one page to visit');
    this.elicitations = pages.map(visit);
  }
}

/**
 * Thrown by what reads a resource: there is none of that URI. The client is told in the words of its revision: -32002 up to
 * 2025-11-25, -32602 after (specification: Resources, Error Handling).
 */
export class NotFoundError extends ToolError {
  override readonly name = 'NotFoundError';

  constructor(message = 'There is no such resource') {
    super(message);
  }
}

/**
 * What `onError` is given when a tool fails with an error that is not a `ToolError`: the handler threw it, or its return value has no
 * place in a result. The stack is that of the error.
 */
export class HandlerError extends Error {
  override readonly name = 'HandlerError';
  /** The name of the tool. */
  readonly tool: string;
  /** What was thrown. */
  override readonly cause: unknown;

  /** @internal */
  constructor(tool: string, thrown: unknown) {
    super(`Tool "${tool}" failed: ${describeThrown(thrown)}`);
    this.tool = tool;
    this.cause = thrown;
    const frames = framesOf(thrown);
    if (frames !== undefined) this.stack = `HandlerError: ${this.message}${frames}`;
  }
}

/** What was thrown, in words for the author of the handler. */
export function describeThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) {
    const what = typeof thrown === 'string' ? JSON.stringify(thrown) : describe(thrown);
    return `The handler threw ${what}, which is not an Error: throw an Error`;
  }
  try {
    return String(thrown);
  } catch {
    return 'an error without text';
  }
}

/** Where an error was thrown: the lines of its stack below the message. */
function framesOf(thrown: unknown): string | undefined {
  try {
    const stack: unknown = thrown instanceof Error ? thrown.stack : undefined;
    const start = typeof stack === 'string' ? stack.search(/\n\s+at /) : -1;
    return start < 0 ? undefined : (stack as string).slice(start);
  } catch {
    // A stack can be anything, and reading it can fail.
    return undefined;
  }
}
