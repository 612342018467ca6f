/** The errors that handlers throw to tell the client or the model what went wrong. */

import { describe } from '@mcp-gen/runtime/options';
import { brandError } from '@mcp-gen/runtime';
import { urlElicitation, type UrlQuestion, type UrlElicitation } from './urlElicitation.js';

/**
 * Thrown by a tool to report a failure to the model: the result has this message and `isError`. Handlers of resources and prompts may throw
 * it, too: the client receives an error with this message. Any other error is replaced by a generic message, since it may contain internal
 * details; see the option `errors` of a server.
 */
export class ToolError extends Error {
  /** The name of the class; subclasses have their own. */
  override readonly name: string = 'ToolError';
  /** The error code of this class. */
  readonly code: string = 'TOOL_FAILED';

  static {
    brandError(this, 'ToolError');
  }
}

/**
 * A question to the client failed: the client has not declared the capability, refused, timed out, or gave an invalid answer. If the
 * handler does not catch it, it is reported as any `ToolError`.
 */
export class AskError extends ToolError {
  override readonly name = 'AskError';
  /** The error code of this class. */
  override readonly code = 'ASK_FAILED';

  static {
    brandError(this, 'AskError');
  }

  /** The code of the JSON-RPC error that the client answered with, if any: -1 if the user rejected a sampling request. */
  readonly rpcCode: number | undefined;
  /** The capability that the client has not declared, if that is the reason: `elicitation.url`. */
  readonly needs: string | undefined;

  constructor(
    message: string,
    options: {
      readonly rpcCode?: number | undefined;
      readonly needs?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options);
    this.rpcCode = options.rpcCode;
    this.needs = options.needs;
  }
}

/** A path is outside of the client's roots, or cannot be resolved. The message is reported to the model. */
export class OutsideRootsError extends ToolError {
  override readonly name = 'OutsideRootsError';
  /** The error code of this class. */
  override readonly code = 'OUTSIDE_ROOTS';

  static {
    brandError(this, 'OutsideRootsError');
  }

  /** The requested path. */
  readonly path: string;

  constructor(path: string, problem: string, options?: { readonly cause: unknown }) {
    super(`${JSON.stringify(path)} ${problem}`, options);
    this.path = path;
  }
}

/**
 * Thrown by any handler that needs the user to visit URLs first. A client that supports URL elicitation receives the URLs
 * (specification, 2025-11-25: URL Elicitation Required Error), and may retry afterwards. Other clients receive the message only, as
 * for a `ToolError`; from 2026-07-28 on, the error that names the capability.
 */
export class UrlElicitationRequiredError extends ToolError {
  override readonly name = 'UrlElicitationRequiredError';
  /** The error code of this class. */
  override readonly code = 'URL_ELICITATION_REQUIRED';

  static {
    brandError(this, 'UrlElicitationRequiredError');
  }

  /** The URLs, each with the id of its elicitation, for `context.elicitationCompleted`. */
  readonly elicitations: readonly UrlElicitation[];

  /**
   * @param message for clients without URL elicitation. Default: the messages of the URLs
   * @throws {TypeError} if the array is empty, or a URL is not safe to show to a user.
   */
  constructor(pages: readonly UrlQuestion[], message = pages.map(({ message }) => message).join('\n')) {
    super(message);
    if (pages.length === 0) throw new TypeError('UrlElicitationRequiredError needs at least one URL');
    this.elicitations = pages.map(urlElicitation);
  }
}

/**
 * Thrown by the handler of a resource that does not exist. The client receives the error code of its revision: -32002 up to
 * 2025-11-25, -32602 after (specification: Resources, Error Handling).
 */
export class NotFoundError extends ToolError {
  override readonly name = 'NotFoundError';
  /** The error code of this class. */
  override readonly code = 'NOT_FOUND';

  static {
    brandError(this, 'NotFoundError');
  }

  constructor(message = 'Resource not found') {
    super(message);
  }
}

/**
 * Passed to `onError` when a tool fails with an error that is not a `ToolError`: the handler threw it, or returned an invalid value.
 * The stack is that of the original error.
 */
export class HandlerError extends Error {
  override readonly name = 'HandlerError';
  /** The error code of this class. */
  readonly code = 'HANDLER_FAILED';

  static {
    brandError(this, 'HandlerError');
  }

  /** The name of the tool. */
  readonly tool: string;
  /** The thrown value. */
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

/** Describes a thrown value for the author of the handler. */
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

/** Returns the stack of an error without its message. */
function framesOf(thrown: unknown): string | undefined {
  try {
    const stack: unknown = thrown instanceof Error ? thrown.stack : undefined;
    const start = typeof stack === 'string' ? stack.search(/\n[^\S\n]+at /) : -1;
    return start < 0 ? undefined : (stack as string).slice(start);
  } catch {
    // `stack` can be any value, and reading it can throw.
    return undefined;
  }
}
