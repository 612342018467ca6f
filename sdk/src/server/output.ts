import { count, FUNCTION, group, oneOf, orElse, type OptionTable } from '@mcp-gen/runtime/options';
import type { PromptMessages, ToolOutput } from '../content/index.js';
import { defined } from '../properties.js';
import { cleanSize, limitPrompt, limitSize, sanitize, type SizeLimit } from '../guard/index.js';
import { chain, type Awaitable } from '../awaitable.js';

/** Sanitizing and size limit of the output of tools and prompts. */
export interface OutputOptions {
  /**
   * Sanitizes output: returns the value with all its strings sanitized, or a promise of it. `false` turns it off. Default: `sanitize`,
   * which removes control characters, escape sequences of terminals, and invisible characters.
   */
  readonly sanitize?: (<Value>(value: Value) => Value | Promise<Value>) | false | undefined;
  /**
   * Maximum size of the result of a tool or prompt. Default 8 Mi characters. A larger result is an {@link OutputTooLargeError}, reported to
   * `onError`; the client receives a generic error. With `whenLarger`, the result is truncated instead. Error messages of tools are always
   * truncated.
   */
  readonly size?: SizeLimit | undefined;
}

const DEFAULT_SIZE: SizeLimit = { maxCharacters: 8 * 1024 * 1024 };

/** {@link SizeLimit}. */
export const SIZE_OPTIONS: OptionTable<SizeLimit, 'maxCharacters'> = {
  maxCharacters: count(undefined),
  whenLarger: oneOf('error', 'cut'),
};

/** {@link OutputOptions}. */
export const OUTPUT_OPTIONS: OptionTable<OutputOptions> = {
  sanitize: orElse(false, FUNCTION),
  size: { ...group(SIZE_OPTIONS), default: DEFAULT_SIZE },
};

/** The last step of the output of tools and prompts. */
export class Output {
  readonly #sanitize: NonNullable<OutputOptions['sanitize']>;
  readonly #size: SizeLimit;

  constructor({ sanitize: given = sanitize, size = DEFAULT_SIZE }: OutputOptions = {}) {
    this.#sanitize = given;
    // Programs in plain JavaScript can omit `maxCharacters`: the default still applies then.
    this.#size = { ...DEFAULT_SIZE, ...defined(size) };
  }

  /** @throws {OutputTooLargeError} */
  tool(result: ToolOutput): Awaitable<ToolOutput> {
    return this.#limited(result, limitSize, this.#size);
  }

  /** Returns the result for a failed tool. Its text is truncated if it is too large. */
  failure(text: string): Awaitable<ToolOutput> {
    return this.#limited({ content: [{ type: 'text', text }], isError: true }, limitSize, {
      ...this.#size,
      whenLarger: 'cut',
    });
  }

  /** @throws {OutputTooLargeError} */
  prompt(result: PromptMessages): Awaitable<PromptMessages> {
    return this.#limited(result, limitPrompt, this.#size);
  }

  #limited<Result>(
    result: Result,
    limit: (result: Result, size: SizeLimit) => Result,
    size: SizeLimit,
  ): Awaitable<Result> {
    const clean = this.#sanitize;
    // Fast path: most results are clean and small, which one pass can tell.
    if (clean === sanitize && cleanSize(result) <= size.maxCharacters) return result;
    return clean === false ? limit(result, size) : chain(clean(result), limit, size, undefined);
  }
}
