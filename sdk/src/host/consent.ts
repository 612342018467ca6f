import type { Root } from '@mcp-gen/protocol/author';
import type { ErrorListener } from '@mcp-gen/runtime';
import { ConsentDeniedError } from './errors.js';
import type { HostTool } from './offers.js';

/** What every question is about. */
interface Asked {
  /** The server that it concerns, by its name in the host's configuration. */
  readonly server: string;
  /** Aborted when the answer no longer matters. */
  readonly signal: AbortSignal;
}

/** May this tool be called with these arguments? */
export interface ToolQuestion extends Asked {
  /** What is asked about. */
  readonly kind: 'tool';
  /**
   * The tool. What it says of itself comes from the server; unless the server is one of those that are `trusted`, its hints stand
   * under `untrustedAnnotations`.
   */
  readonly tool: HostTool;
  /** The arguments, without what looks like a secret, and not more of them than a person can read. */
  readonly arguments: unknown;
}

/** May this server have the model write a message? */
export interface SamplingQuestion extends Asked {
  /** What is asked about. */
  readonly kind: 'sampling';
  /** What it asks the model, without what looks like a secret. */
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

  /** Waits for no answer any more. */
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
