import type { Guard, Issue, SendCheck } from '../codegen/v1.js';
import { InvalidMessageError } from '../errors.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/errors.js';
import type { MessageContext } from './context.js';
import { explain } from './profile.js';

/** A part of a message that this side is about to send, and what it must be. */
export interface Part {
  readonly method: string;
  readonly name: 'params' | 'result';
  readonly value: unknown;
  readonly guard: Guard;
  /** What it must be beyond its guard. */
  readonly check: SendCheck | undefined;
  /** The name of its definition. */
  readonly definition: string | undefined;
}

/** What faults are found and explained in. */
type Explaining = Pick<MessageContext, 'profile' | 'report'>;

/** Why a part of a message must not be sent, or nothing. A promise, since explanations are loaded when needed. */
export function findFault(part: Part, context: Explaining): Promise<InvalidMessageError> | undefined {
  return part.guard(part.value) ? findSendingFault(part, context) : explainFault(part, context);
}

/** The same for a part that its guard has accepted. */
export function findSendingFault(
  part: Part,
  { profile }: Pick<MessageContext, 'profile'>,
): Promise<InvalidMessageError> | undefined {
  const { value, check } = part;
  const issue = value === undefined ? undefined : check?.(value as never);
  return issue && Promise.resolve(fault(part, [issue], profile.revision));
}

/** Why a part of a message was refused by its guard. */
async function explainFault(part: Part, { profile, report }: Explaining): Promise<InvalidMessageError> {
  return fault(part, await explain(profile, part.definition, part.value, report), profile.revision);
}

function fault({ method, name }: Part, issues: readonly Issue[], revision: string): InvalidMessageError {
  const verb = name === 'params' ? 'are' : 'is';
  const message = `The ${name} of ${method} ${verb} not valid in revision ${revision}${because(issues)}`;
  return new InvalidMessageError(method, message, issues);
}

/** The first issue, as the end of a sentence. */
export function because([first]: readonly Issue[]): string {
  return first === undefined ? '' : `: ${first.message}`;
}

/** The answer to a request whose params are not valid. It tells where they are wrong, without repeating them. */
export function invalidParams(method: string, issues: readonly Issue[]): JsonRpcError {
  const data = issues.length === 0 ? undefined : { issues };
  return new JsonRpcError(ErrorCode.InvalidParams, `Invalid params for ${method}${because(issues)}`, data);
}
