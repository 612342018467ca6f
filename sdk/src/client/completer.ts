import { checkOptions, count, delay, type OptionTable, withDefaults } from '@mcp-gen/runtime/options';
import { pause } from '@mcp-gen/runtime';
import type { CompleteRequestParams, CompleteResult } from '@mcp-gen/protocol/author';
import type { RequestOptions } from '@mcp-gen/runtime';

/** The suggested values of an argument. */
export type Completion = CompleteResult['completion'];

/** The other arguments that already have a value. */
export type KnownArguments = { readonly [name: string]: string };

/** The sender of a completer's requests: a `Client`, or a `Host`, whose `ref` also names the server. */
export interface CompletionSource<Ref = CompleteRequestParams['ref']> {
  /** See `Client.complete`. */
  complete(
    ref: Ref,
    argument: string,
    value: string,
    known?: KnownArguments,
    options?: RequestOptions,
  ): Promise<Completion>;
}

/** Options of a completer. */
export interface CompleterOptions {
  /** Milliseconds without a further keystroke before the request is sent. Default 150. */
  readonly delay?: number | undefined;
  /** Maximum number of cached answers. Default 100. */
  readonly cache?: number | undefined;
}

export const COMPLETER_OPTIONS: OptionTable<CompleterOptions> = { delay: delay(150), cache: count(100, 0) };

/** Completes an argument while it is typed. */
export interface Completer {
  /**
   * Sets what has been typed so far, and requests suggestions for it.
   *
   * @param known the other arguments that already have a value
   * @returns the suggestions, or undefined if the text has changed meanwhile. Rejects as `client.complete` does.
   */
  typed(value: string, known?: KnownArguments): Promise<Completion | undefined>;
  /** Drops the pending request: the argument has been filled in. */
  stop(): void;
}

/**
 * Completes one argument as it is typed (specification: Completion, Implementation Considerations): debounces the requests, caches the
 * answers, and drops those that arrive late.
 *
 * @example
 * ```ts
 * import { connect, createCompleter } from '@mcp-gen/sdk/client';
 *
 * await using client = await connect('npx -y @modelcontextprotocol/server-everything');
 * const city = createCompleter(client, { type: 'ref/prompt', name: 'forecast' }, 'city');
 * for (const typed of ['O', 'Os']) void city.typed(typed).then((suggested) => console.log(suggested?.values));
 * ```
 * @param client a `Client` or a `Host`
 * @param ref the prompt or template of the argument, as `complete` of the client or the host takes it
 * @param argument its name
 * @throws {TypeError} if an option is unknown, or not a number.
 * @throws {RangeError} if a number is NaN or negative.
 */
export function createCompleter<Ref>(
  client: CompletionSource<Ref>,
  ref: NoInfer<Ref>,
  argument: string,
  options: CompleterOptions = {},
): Completer {
  checkOptions('createCompleter', options, COMPLETER_OPTIONS);
  const { delay: quiet, cache } = withDefaults<CompleterOptions>(options, COMPLETER_OPTIONS);
  const kept = new Map<string, Completion>();
  let stop = (): void => {};
  return {
    async typed(value, known = {}) {
      stop();
      const key = JSON.stringify([value, Object.entries(known).sort()]);
      const before = kept.get(key);
      if (before !== undefined) return before;
      const controller = new AbortController();
      const { signal } = controller;
      stop = () => controller.abort();
      await pause(quiet, signal);
      if (isAborted(signal)) return undefined;
      try {
        const suggestions = await client.complete(ref, argument, value, known, { signal });
        keep(kept, key, suggestions, cache);
        return isAborted(signal) ? undefined : suggestions;
      } catch (error) {
        if (isAborted(signal)) return undefined;
        throw error;
      }
    },
    stop: () => stop(),
  };
}

function keep(kept: Map<string, Completion>, key: string, suggestions: Completion, most: number): void {
  kept.set(key, suggestions);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

// TypeScript assumes that a signal which was not aborted before an `await` is not aborted after it.
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
