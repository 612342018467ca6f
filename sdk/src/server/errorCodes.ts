/** The errors that a server answers with, by revision: the specification changed its mind about some. */

import { ErrorCode, JsonRpcError, missingCapability } from '@mcp-gen/runtime';
import { plainLine } from '../guard/plain.js';
import { isStateless } from '../era.js';
import { AskError, ToolError, UrlElicitationRequiredError } from './errors.js';

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
  return new JsonRpcError(ErrorCode.InvalidParams, `Unknown ${kind}: ${plainLine(name)}`);
}

/** A resource is not there. */
export function resourceNotFound(uri: string, revision: string): JsonRpcError {
  return new JsonRpcError(resourceNotFoundCode(revision), `Resource not found: ${plainLine(uri)}`, { uri });
}

/** Returns the code of the error for a resource that does not exist. */
export function resourceNotFoundCode(revision: string): number {
  return revision <= RESOURCE_CODE_UNTIL ? RESOURCE_NOT_FOUND : ErrorCode.InvalidParams;
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

/** Whether a client is to be told which of its capabilities a request needs. */
export function needsCapability(error: unknown, revision: string): error is AskError & { readonly needs: string } {
  return error instanceof AskError && error.needs !== undefined && isStateless(revision);
}

/** A caller has too many streams open. */
export function tooManyStreams(most: number): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, `Too many streams of this caller are open: ${most} are the most`);
}

/** Whether an error is to tell a client which pages have to be visited: there are clients that cannot be told. */
export function asksForVisits(
  error: ToolError,
  { can }: { readonly can: (capability: string) => boolean },
): error is UrlElicitationRequiredError {
  return error instanceof UrlElicitationRequiredError && can('elicitation.url');
}

/** What a handler had words for, as an error of the protocol. */
export function toProtocolError(
  error: ToolError,
  context: Parameters<typeof asksForVisits>[1] & { readonly revision: string },
): JsonRpcError {
  const { message } = error;
  if (needsCapability(error, context.revision)) return missingCapability(error.needs);
  if (!asksForVisits(error, context)) return new JsonRpcError(ErrorCode.InternalError, message);
  return new JsonRpcError(URL_ELICITATION_REQUIRED, message, { elicitations: error.elicitations });
}
