import type { Guard, Issue, SendCheck } from '../codegen/v1.js';
import { InvalidMessageError } from '../errors.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { MessageContext } from './context.js';
import { explain } from './profile.js';

/** A part of a message to send, with its validators. */
export interface Part {
  readonly method: string;
  readonly name: 'params' | 'result';
  readonly value: unknown;
  readonly guard: Guard;
  /** The check after the validator. */
  readonly check: SendCheck | undefined;
  /** The name of its definition. */
  readonly definition: string | undefined;
}

/** The context for finding and explaining faults. */
type Explaining = Pick<MessageContext, 'profile' | 'report'>;

/** Returns why a part of a message must not be sent; undefined if it is valid. A promise, since explanations are loaded on demand. */
export function findFault(part: Part, context: Explaining): Promise<InvalidMessageError> | undefined {
  return part.guard(part.value) ? findSendingFault(part, context) : explainFault(part, context);
}

/** Like `findFault`, for a part that its validator has accepted. */
export function findSendingFault(
  part: Part,
  { profile }: Pick<MessageContext, 'profile'>,
): Promise<InvalidMessageError> | undefined {
  const { value, check } = part;
  const issue = value === undefined || !profile.checkFormats ? undefined : check?.(value as never);
  return issue && Promise.resolve(fault(part, [issue], profile.revision));
}

/** Explains why a validator has rejected a part of a message. */
async function explainFault(part: Part, { profile, report }: Explaining): Promise<InvalidMessageError> {
  return fault(part, await explain(profile, part.definition, part.value, report), profile.revision);
}

function fault({ method, name }: Part, issues: readonly Issue[], revision: string): InvalidMessageError {
  const verb = name === 'params' ? 'are' : 'is';
  const message = `The ${name} of ${method} ${verb} invalid in revision ${revision}${because(issues)}`;
  return new InvalidMessageError(method, message, issues);
}

/** Returns the first issue as the end of a sentence. */
export function because([first]: readonly Issue[]): string {
  return first === undefined ? '' : `: ${first.message}`;
}

/** Returns the error for a request with invalid params. It has the locations, but does not repeat the params. */
export function invalidParams(method: string, issues: readonly Issue[]): JsonRpcError {
  const data = issues.length === 0 ? undefined : { issues };
  return new JsonRpcError(ErrorCode.InvalidParams, `Invalid params for ${method}${because(issues)}`, data);
}
