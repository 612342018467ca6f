import { printable } from '@mcp-gen/runtime';
import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { AuthorizationError } from '../errors.js';

/** Maximum characters of a message that come from the other side. */
const MAX_REASON_LENGTH = 300;

/** Error codes that programs compare. Other strings are dropped. */
const CODE = /^[\w.-]{1,64}$/;

/** OAuth error codes that do not depend on the request. */
const TEMPORARY_CODES: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

/** Returns whether a status means that a retry may succeed. */
export function isTemporary(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/**
 * Returns the error to throw instead of one of the library, whose properties contain codes and tokens.
 *
 * @param what the operation that failed: `The token request to https://example.com/token`
 * @param secrets strings that the message must not contain
 */
export async function failureOf(error: unknown, what: string, secrets: readonly string[] = []): Promise<unknown> {
  const response = await errorResponseOf(error);
  if (response === undefined) {
    if (!(error instanceof TypeError) || 'code' in error)
      return isOfLibrary(error) ? failed(what, error.message) : error;
    // The network failed, and the message only names the host.
    return new AuthorizationError(`${what} failed: ${error.message}`, { cause: error, temporary: true });
  }
  const { description = '', status = 400 } = response;
  const isRepeating = (text: string): boolean => secrets.some((secret) => secret !== '' && text.includes(secret));
  const code =
    response.code !== undefined && CODE.test(response.code) && !isRepeating(response.code) ? response.code : undefined;
  const reason = isRepeating(description) || description === '' ? '' : `: ${printableText(description)}`;
  const message = code === undefined ? `HTTP ${status}` : `${code}${reason}`;
  const temporary = isTemporary(status) || (code !== undefined && TEMPORARY_CODES.has(code));
  return new AuthorizationError(`${what} failed: ${message}`, { error: code, temporary });
}

/** Returns a string of the other side, shortened and made printable for a message. */
export function printableText(text: string): string {
  return printable(text.slice(0, MAX_REASON_LENGTH)).replace(/\s+/g, ' ');
}

interface ErrorResponse {
  readonly code?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: number;
}

async function errorResponseOf(error: unknown): Promise<ErrorResponse | undefined> {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    const status = error instanceof ResponseBodyError ? error.status : undefined;
    return { code: error.error, description: error.error_description, ...(status !== undefined && { status }) };
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    const code = error.cause.map(({ parameters }) => parameters.error).find((each) => each !== undefined);
    return { ...(await errorInBody(error.response, code)), status: error.status };
  }
  // A response that is not JSON is the cause.
  if (error instanceof OperationProcessingError && error.cause instanceof Response) {
    const { status } = error.cause;
    return status === 200 ? undefined : { status };
  }
  return undefined;
}

async function errorInBody(response: Response, code: string | undefined): Promise<ErrorResponse> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error, error_description: description } = (body ?? {}) as { error?: unknown; error_description?: unknown };
  return {
    code: typeof error === 'string' ? error : code,
    ...(typeof description === 'string' && { description }),
  };
}

function isOfLibrary(error: unknown): error is Error {
  const isCoded = error instanceof TypeError && 'code' in error;
  return isCoded || error instanceof OperationProcessingError || error instanceof UnsupportedOperationError;
}

function failed(what: string, reason: string): AuthorizationError {
  return new AuthorizationError(`${what} failed: ${printableText(reason)}`);
}
