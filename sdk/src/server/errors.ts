/** The errors that a server answers with, by revision: the specification changed its mind about some. */

import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import { visit, type UrlQuestion, type Visit } from './visit.js';

/**
 * Thrown by a tool to say what went wrong in words for the model: the result says so, with `isError`. What reads a resource or makes a
 * prompt may throw it, too: the client is told by an error with that message. Any other error reaches the client as "Internal error"
 * alone, since its message may tell what is nobody's business.
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
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';

  constructor(message = 'There is no such resource') {
    super(message);
  }
}

/** The code of a resource that does not exist, up to 2025-11-25 (specification: Resources, Error Handling). */
const RESOURCE_NOT_FOUND = -32002;

/** The first revision in which invalid arguments are the result of a tool, which a model can act on. */
const ARGUMENTS_ARE_RESULTS_SINCE = '2025-11-25';

/** The last revision with a code of its own for resources. */
const RESOURCE_CODE_UNTIL = '2025-11-25';

/** The code of what has to wait for a visit (specification, 2025-11-25: URL Elicitation Required Error). */
const URL_ELICITATION_REQUIRED = -32042;

/** What was asked for is not there, or is not for this caller: the two must look the same. */
export function unknown(kind: 'tool' | 'prompt', name: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, `Unknown ${kind}: ${name}`);
}

/** A resource is not there. */
export function resourceNotFound(uri: string, revision: string): JsonRpcError {
  const code = revision <= RESOURCE_CODE_UNTIL ? RESOURCE_NOT_FOUND : ErrorCode.InvalidParams;
  return new JsonRpcError(code, 'Resource not found', { uri });
}

/** Params that the schema allows and the server does not. */
export function invalidParams(message: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, message);
}

/**
 * Arguments that do not fit a tool's input schema.
 *
 * @throws {JsonRpcError} in revisions in which that is an error of the protocol.
 * @returns the error for the model, in the others
 */
export function invalidArguments(tool: string, problem: string, revision: string): ToolError {
  const message = `Invalid arguments for tool ${tool}: ${problem}`;
  if (revision < ARGUMENTS_ARE_RESULTS_SINCE) throw invalidParams(message);
  return new ToolError(message);
}

/** Somebody asks for too much in too short a time. */
export function tooMany(what: string, retryAfter: number): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, `Too many ${what}: try again in ${retryAfter} ms`, { retryAfter });
}

/** Whether an error is to tell a client which pages have to be visited: there are clients that cannot be told. */
export function asksForVisits(
  error: ToolError,
  { can }: { readonly can: (capability: string) => boolean },
): error is UrlElicitationRequiredError {
  return error instanceof UrlElicitationRequiredError && can('elicitation.url');
}

/** What a handler had words for, as an error of the protocol. */
export function toProtocolError(error: ToolError, context: Parameters<typeof asksForVisits>[1]): JsonRpcError {
  const { message } = error;
  if (!asksForVisits(error, context)) return new JsonRpcError(ErrorCode.InternalError, message);
  return new JsonRpcError(URL_ELICITATION_REQUIRED, message, { elicitations: error.elicitations });
}
