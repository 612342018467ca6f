import type { PromptMessages, ToolOutput } from '../content/index.js';
import { defined } from '../defined.js';
import { cleanSize, limitPrompt, limitSize, sanitize, type SizeLimit } from '../guard/index.js';
import type { OptionNames } from '../options.js';
import { whenKnown, type Known } from '../whenKnown.js';

/** What becomes of what tools and prompts give out. */
export interface OutputOptions {
  /**
   * Cleans texts: returns the value with every text in it as it may go out, or a promise of it. Default: `sanitize`, which takes out
   * control characters, escape sequences of terminals and what people cannot see. `false` for nothing.
   */
  readonly sanitize?: (<Value>(value: Value) => Value | Promise<Value>) | false | undefined;
  /**
   * How large the result of a tool or a prompt may be. Default 8 Mi characters; more is an {@link OutputTooLargeError}, which `onError`
   * is given, and of which the client learns no more than that there was an error, unless it is to be cut. Errors of tools are cut.
   */
  readonly size?: SizeLimit | undefined;
}

/** The names of {@link OutputOptions}. */
export const OUTPUT_OPTIONS: OptionNames<OutputOptions> = { sanitize: true, size: true };

/** The names of {@link SizeLimit}. */
export const SIZE_OPTIONS: OptionNames<SizeLimit> = { maxCharacters: true, whenLarger: true };

const DEFAULT_SIZE: SizeLimit = { maxCharacters: 8 * 1024 * 1024 };

/** The last that happens to what tools and prompts give out. */
export class Output {
  readonly #sanitize: NonNullable<OutputOptions['sanitize']>;
  readonly #size: SizeLimit;

  constructor({ sanitize: given = sanitize, size = DEFAULT_SIZE }: OutputOptions = {}) {
    this.#sanitize = given;
    // Without `maxCharacters`, which the compiler would notice, there would be no limit.
    this.#size = { ...DEFAULT_SIZE, ...defined(size) };
  }

  /** @throws {OutputTooLargeError} */
  tool(result: ToolOutput): Known<ToolOutput> {
    return this.#limited(result, limitSize, this.#size);
  }

  /** The result that tells the model of a failure. What is too large is cut: nothing else would be told of it. */
  failure(text: string): Known<ToolOutput> {
    return this.#limited({ content: [{ type: 'text', text }], isError: true }, limitSize, {
      ...this.#size,
      whenLarger: 'cut',
    });
  }

  /** @throws {OutputTooLargeError} */
  prompt(result: PromptMessages): Known<PromptMessages> {
    return this.#limited(result, limitPrompt, this.#size);
  }

  #limited<Result>(result: Result, limit: (result: Result, size: SizeLimit) => Result, size: SizeLimit): Known<Result> {
    const clean = this.#sanitize;
    // Most results are clean and small, which one pass tells.
    if (clean === sanitize && cleanSize(result) <= size.maxCharacters) return result;
    return clean === false ? limit(result, size) : whenKnown(clean(result), limit, size, undefined);
  }
}
