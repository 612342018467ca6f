import type { FormatCheck, Guard } from '../codegen/v1.js';
import { InvalidMessageError } from '../errors.js';

/**
 * Checks a part of a message that this side is about to send: its shape, and the formats of its texts.
 *
 * @param part names the part for the developer, for example `The result of tools/call`.
 * @throws {InvalidMessageError}
 */
export function checkBeforeSending(
  method: string,
  part: string,
  value: unknown,
  guard: Guard,
  formats: FormatCheck | undefined,
  revision: string,
): asserts value is object | undefined {
  if (!guard(value)) throw new InvalidMessageError(method, `${part} is not valid in revision ${revision}`);
  const problem = value === undefined ? undefined : formats?.(value as never);
  if (problem === undefined) return;
  const { pointer, format } = problem;
  throw new InvalidMessageError(
    method,
    `${part} is not valid in revision ${revision}: ${pointer} does not have the format ${format}`,
    problem,
  );
}
