import type { Root } from '@mcp-gen/protocol/author';
import type { ErrorListener } from '@mcp-gen/runtime';
import { reveal } from '../guard/index.js';
import { ConsentDeniedError } from './errors.js';
import type { HostTool } from './offers.js';
import { shown, type AbbreviatedText } from './shown.js';

/** What every question is about. */
interface Asked {
  /** The server that it concerns, by its name in the host's configuration. */
  readonly server: string;
  /** Aborted when the answer no longer matters. */
  readonly signal: AbortSignal;
}

/** A question about a value, which is shown as it is sent: nothing is redacted, and invisible characters are spelled out. */
interface AskedAbout extends Asked {
  /** The strings of more than 10,000 characters, which are abbreviated. Empty if the question shows everything. */
  readonly abbreviated: readonly AbbreviatedText[];
  /** Returns the arguments, or the request, with nothing abbreviated: for a dialog that lets the person read all of them. */
  readonly full: () => unknown;
}

/** May this tool be called with these arguments? */
export interface ToolQuestion extends AskedAbout {
  /** What is asked about. */
  readonly kind: 'tool';
  /**
   * The tool. What it says of itself comes from the server; unless the server is one of those that are `trusted`, its hints stand
   * under `untrustedAnnotations`.
   */
  readonly tool: HostTool;
  /**
   * The arguments, exactly as they are sent: secrets are shown, and what people cannot see is spelled out, `\u{202e}` for example (in a
   * string that has such a part, backslashes are doubled). Strings of more than 10,000 characters are `abbreviated`, and say so.
   */
  readonly arguments: unknown;
}

/** May this server have the model write a message? */
export interface SamplingQuestion extends AskedAbout {
  /** What is asked about. */
  readonly kind: 'sampling';
  /** What the model will be given, shown in the same way as the arguments of a tool. */
  readonly request: unknown;
}

/** May this server know of this root? Asked once for each server and root. */
export interface RootQuestion extends Asked {
  /** What is asked about. */
  readonly kind: 'roots';
  /** The root: its `file:` URI, and its name. */
  readonly root: Root;
}

/** What a host asks before it does something on behalf of a server, or lets one know something. */
export type ConsentQuestion = ToolQuestion | SamplingQuestion | RootQuestion;

/** Yes or no. Anything else is an error, and no. */
export type ConsentAnswer = 'allow' | 'deny' | boolean;

/** Decides, by asking the user for example. What it throws denies, too. */
export type Consent = (question: ConsentQuestion) => ConsentAnswer | Promise<ConsentAnswer>;

/** A question without the signal, which is made for it. */
type Question<Full = ConsentQuestion> = Full extends ConsentQuestion ? Omit<Full, 'signal'> : never;

const SUBJECTS = {
  tool: 'The call of a tool',
  sampling: 'Sampling',
  roots: 'A root',
} as const satisfies { readonly [kind in ConsentQuestion['kind']]: string };

/**
 * The question about the call of a tool.
 *
 * @throws {ConsentDeniedError} if the arguments cannot be shown completely.
 */
export function toolQuestion(tool: HostTool, args: unknown): Question<ToolQuestion> {
  const { value, abbreviated, full } = shown(args, `the arguments of ${tool.name}`);
  return { kind: 'tool', server: tool.server, tool, arguments: value, abbreviated, full };
}

/**
 * The question about a request for sampling.
 *
 * @throws {ConsentDeniedError} if the request cannot be shown completely.
 */
export function samplingQuestion(server: string, request: unknown): Question<SamplingQuestion> {
  const { value, abbreviated, full } = shown(request, 'the request for sampling');
  return { kind: 'sampling', server, request: value, abbreviated, full };
}

/** The question about a root. */
export function rootQuestion(server: string, root: Root): Question<RootQuestion> {
  return { kind: 'roots', server, root: reveal(root) as Root };
}

/** Puts the questions of one host to its policy. */
export class Consents {
  readonly #consent: Consent | undefined;
  readonly #report: ErrorListener;
  readonly #open = new Set<AbortController>();

  constructor(consent: Consent | undefined, report: ErrorListener) {
    this.#consent = consent;
    this.#report = report;
  }

  /**
   * Returns if it is allowed.
   *
   * @throws {ConsentDeniedError} if it is denied, or nobody is there to allow it.
   * @throws {TypeError} if the answer is none.
   * @throws the signal's reason if it aborts, and what the policy throws.
   */
  async demand(question: Question, signal: AbortSignal | undefined): Promise<void> {
    const subject = `${SUBJECTS[question.kind]}${question.kind === 'tool' ? ` (${question.tool.name})` : ''}`;
    if (this.#consent === undefined) throw new ConsentDeniedError(`${subject} was denied, ${HOW_TO_ALLOW}`);
    const answer = await this.#ask(this.#consent, question, signal);
    if (answer === 'allow' || answer === true) return;
    if (answer === 'deny' || answer === false) throw new ConsentDeniedError(`${subject} was denied`);
    throw new TypeError(`consent has to answer 'allow' or 'deny', not ${JSON.stringify(answer)}`);
  }

  /** As `demand`, for what a server asks: whether it is allowed. That nobody is there to allow it is reported. */
  async allows(question: Question, signal: AbortSignal): Promise<boolean> {
    try {
      await this.demand(question, signal);
      return true;
    } catch (error) {
      if (!(error instanceof ConsentDeniedError)) throw error;
      if (this.#consent === undefined) this.#report(error);
      return false;
    }
  }

  /** Stops waiting for the answer. */
  close(reason: Error): void {
    for (const controller of this.#open) controller.abort(reason);
  }

  async #ask(consent: Consent, question: Question, given: AbortSignal | undefined): Promise<unknown> {
    given?.throwIfAborted();
    const controller = new AbortController();
    const { signal } = controller;
    const forward = (): void => controller.abort(given?.reason);
    given?.addEventListener('abort', forward);
    this.#open.add(controller);
    try {
      return await new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        Promise.resolve({ ...question, signal })
          .then(consent)
          .then(resolve, reject);
      });
    } finally {
      given?.removeEventListener('abort', forward);
      this.#open.delete(controller);
    }
  }
}

const HOW_TO_ALLOW =
  'since the host was made without consent. To allow what you want, give it a function that answers: ' +
  "new Host({ consent: (question) => (mayDo(question) ? 'allow' : 'deny') })";
