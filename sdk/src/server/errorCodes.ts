/** The error codes that a server answers with, some of which depend on the revision. */

import { ErrorCode, JsonRpcError, missingCapability } from '@mcp-gen/runtime';
import { plainLine } from '../guard/plain.js';
import { isStateless } from '../era.js';
import { AskError, ToolError, UrlElicitationRequiredError } from './errors.js';

/** The code for a resource that was not found, up to 2025-11-25 (specification: Resources, Error Handling). */
const RESOURCE_NOT_FOUND = -32002;

/** The first revision in which invalid arguments are a tool result, so that a model can correct them. */
const ARGUMENTS_ARE_RESULTS_SINCE = '2025-11-25';

/** The last revision with a separate code for resources. */
const RESOURCE_CODE_UNTIL = '2025-11-25';

/** The code for a request that requires a visit (specification, 2025-11-25: URL Elicitation Required Error). */
const URL_ELICITATION_REQUIRED = -32042;

/** Returns the error for an entry that does not exist or is hidden from the caller: the two must be indistinguishable. */
export function unknown(kind: 'tool' | 'prompt', name: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, `Unknown ${kind}: ${plainLine(name)}`);
}

/** Returns the error for a resource that was not found. */
export function resourceNotFound(uri: string, revision: string): JsonRpcError {
  return new JsonRpcError(resourceNotFoundCode(revision), `Resource not found: ${plainLine(uri)}`, { uri });
}

/** Returns the error code for a resource that was not found. */
export function resourceNotFoundCode(revision: string): number {
  return revision <= RESOURCE_CODE_UNTIL ? RESOURCE_NOT_FOUND : ErrorCode.InvalidParams;
}

/** Returns the error for params that match the schema and are still invalid. */
export function invalidParams(message: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, message);
}

/**
 * Returns the error for arguments that do not match a tool's input schema.
 *
 * @throws {JsonRpcError} in revisions in which that is a protocol error.
 * @returns the error for the model, in other revisions
 */
export function invalidArguments(tool: string, problem: string, revision: string): ToolError {
  const message = `Invalid arguments for tool ${tool}: ${problem}`;
  if (revision < ARGUMENTS_ARE_RESULTS_SINCE) throw invalidParams(message);
  return new ToolError(message);
}

/** Returns the error for a caller that exceeds a rate limit. */
export function tooMany(what: string, retryAfter: number): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, `Too many ${what}: try again in ${retryAfter} ms`, { retryAfter });
}

/** Returns whether to tell a client which of its capabilities a request needs. */
export function needsCapability(error: unknown, revision: string): error is AskError & { readonly needs: string } {
  return error instanceof AskError && error.needs !== undefined && isStateless(revision);
}

/** Returns the error for a caller that has too many open streams. */
export function tooManyStreams(most: number): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, `Too many open streams of this caller: at most ${most} are allowed`);
}

/** Returns whether an error tells the client which pages to visit. Some clients do not support that. */
export function asksForVisits(
  error: ToolError,
  { can }: { readonly can: (capability: string) => boolean },
): error is UrlElicitationRequiredError {
  return error instanceof UrlElicitationRequiredError && can('elicitation.url');
}

/** Converts an error that a handler threw for the client to a protocol error. */
export function toProtocolError(
  error: ToolError,
  context: Parameters<typeof asksForVisits>[1] & { readonly revision: string },
): JsonRpcError {
  const { message } = error;
  if (needsCapability(error, context.revision)) return missingCapability(error.needs);
  if (!asksForVisits(error, context)) return new JsonRpcError(ErrorCode.InternalError, message);
  return new JsonRpcError(URL_ELICITATION_REQUIRED, message, { elicitations: error.elicitations });
}
