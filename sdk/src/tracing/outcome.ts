/** How a message ended, for spans and metrics. */

import { after, JsonRpcError, type Stop } from '@mcp-gen/runtime';

/** What a function returned or threw; undefined if it was abandoned: it had not settled when its message was over. */
export type Outcome = { readonly result: unknown } | { readonly thrown: unknown } | undefined;

/**
 * Runs a function, and calls another one once with the outcome.
 *
 * @param over aborts when the message has been answered: a function that has not settled by then was abandoned
 */
export async function observed<Result>(
  run: () => Promise<Result>,
  end: (outcome: Outcome) => void,
  over: AbortSignal | undefined,
): Promise<Result> {
  let isOpen = true;
  let stop: Stop | undefined;
  const settle = (outcome: Outcome): void => {
    over?.removeEventListener('abort', abandon);
    stop?.();
    if (isOpen) end(outcome);
    isOpen = false;
  };
  // A function that was cancelled rejects first, with its error.
  const abandon = (): void => void (stop = after(1, () => settle(undefined), { keepsAlive: true }));
  over?.addEventListener('abort', abandon);
  try {
    const result = await run();
    settle({ result });
    return result;
  } catch (thrown) {
    settle({ thrown });
    throw thrown;
  }
}

/** Returns the value of `error.type` for an outcome: a JSON-RPC error code, the name of an error, or `tool_error`. */
export function errorTypeOf(outcome: Outcome): string | undefined {
  if (outcome === undefined) return undefined;
  if ('result' in outcome) return isErrorResult(outcome.result) ? 'tool_error' : undefined;
  const { thrown } = outcome;
  if (thrown instanceof JsonRpcError) return String(thrown.code);
  return thrown instanceof Error ? thrown.name : 'Error';
}

/** Returns whether a result is that of a tool that has failed. */
export function isErrorResult(result: unknown): result is { readonly isError: true } {
  return typeof result === 'object' && result !== null && 'isError' in result && result.isError === true;
}
