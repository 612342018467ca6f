/** The error codes that a server answers with, some of which depend on the revision. */

import { ErrorCode, holds, JsonRpcError, LimitError, missingCapability } from '@mcp-gen/runtime';
import { ResourceNotFound, UrlElicitationRequired } from '@mcp-gen/protocol/registry/errors';
import { argumentErrorsInResults } from '@mcp-gen/protocol/registry/features';
import { plainLine } from '../guard/plain.js';
import { isStateless } from '../era.js';
import { AskError, ToolError, UrlElicitationRequiredError } from './errors.js';

/** Returns the error for a request that the server does not handle, or that its caller may not send. */
export function methodNotFound(method: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.MethodNotFound, `Method not found: ${method}`);
}

/** Returns the error for an entry that does not exist or is hidden from the caller: the two must be indistinguishable. */
export function unknown(kind: 'tool' | 'prompt' | 'resource template', name: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, `Unknown ${kind}: ${plainLine(name)}`);
}

/** Returns the error for a resource that was not found. */
export function resourceNotFound(uri: string, revision: string): JsonRpcError {
  return new JsonRpcError(resourceNotFoundCode(revision), `Resource not found: ${plainLine(uri)}`, { uri });
}

/** Returns the error code for a resource that was not found, which only some revisions have (specification: Resources, Error Handling). */
export function resourceNotFoundCode(revision: string): number {
  return holds(ResourceNotFound, revision) ? ResourceNotFound.code : ErrorCode.InvalidParams;
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
  if (!holds(argumentErrorsInResults, revision)) throw invalidParams(message);
  return new ToolError(message);
}

/**
 * Returns the error for a caller that exceeds a rate limit.
 *
 * @param option the option that sets the limit
 * @param isBegun whether a handler has begun, so that the request must not simply be repeated
 */
export function tooMany(what: string, retryAfter: number, option: string, isBegun: boolean): LimitError {
  const message = `Too many ${what}: try again in ${retryAfter} ms`;
  return new LimitError(message, option, { retryAfter }, isBegun ? undefined : retryAfter);
}

/**
 * Returns the capability that a request needs and its client has not declared, where that is an error of its own (specification,
 * 2026-07-28: Base Protocol, Missing Required Client Capability).
 */
export function lackedCapability(error: unknown, { can, revision }: FailedRequest): string | undefined {
  if (!isStateless(revision)) return undefined;
  if (error instanceof AskError) return error.needs;
  return error instanceof UrlElicitationRequiredError && !can(VISITS) ? VISITS : undefined;
}

/** Returns the error for a caller that has too many open streams. */
export function tooManyStreams(most: number): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, `Too many open streams of this caller: at most ${most} are allowed`);
}

/** Returns whether an error tells the client which pages to visit. Some clients do not support that. */
export function requiresUrlElicitation(error: ToolError, { can }: FailedRequest): error is UrlElicitationRequiredError {
  return error instanceof UrlElicitationRequiredError && can(VISITS);
}

/** Converts an error that a handler threw for the client to a protocol error. */
export function toProtocolError(error: ToolError, request: FailedRequest): JsonRpcError {
  const { message } = error;
  const lacked = lackedCapability(error, request);
  if (lacked !== undefined) return missingCapability(lacked);
  if (!requiresUrlElicitation(error, request)) return new JsonRpcError(ErrorCode.InternalError, message);
  return new JsonRpcError(UrlElicitationRequired.code, message, { elicitations: error.elicitations });
}

/** The capability of clients that show pages to the user. */
const VISITS = 'elicitation.url';

/** What is known of the request that failed. */
interface FailedRequest {
  readonly revision: string;
  /** Whether the client has declared a capability. */
  readonly can: (capability: string) => boolean;
}
