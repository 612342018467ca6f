import type { Root } from '@mcp-gen/protocol/author';
import type { ErrorListener } from '@mcp-gen/runtime';
import { reveal } from '../guard/index.js';
import { ConsentDeniedError } from './hostErrors.js';
import type { HostTool } from './hostOffers.js';
import { consentValue, type AbbreviatedText } from './consentValue.js';

/** Properties of every question. */
interface QuestionBase {
  /** The server, by its name in the host's configuration. */
  readonly server: string;
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal;
}

/** A question about a value, which is shown exactly as it is sent: nothing is redacted, and invisible characters are escaped. */
interface ValueQuestionBase extends QuestionBase {
  /** The strings of more than 10,000 characters, which are abbreviated. Empty if the question shows the whole value. */
  readonly abbreviated: readonly AbbreviatedText[];
  /** Returns the whole value without abbreviations, for a dialog that lets the user read all of it. */
  readonly full: () => unknown;
}

/** Asks whether a tool may be called with these arguments. */
export interface ToolQuestion extends ValueQuestionBase {
  /** The kind of the question. */
  readonly kind: 'tool';
  /** The tool. Its description comes from the server. Unless the server is `trusted`, its hints are in `untrustedAnnotations`. */
  readonly tool: HostTool;
  /**
   * The arguments, exactly as they are sent: secrets are shown, and invisible characters are escaped, `\u{202e}` for example (backslashes
   * in such a string are doubled). Strings of more than 10,000 characters are `abbreviated`, and say so.
   */
  readonly arguments: unknown;
}

/**
 * Asks whether a server may have the model generate a message.
 *
 * @deprecated From revision 2026-07-28 on, and supported: servers call the API of a model's provider instead.
 */
export interface SamplingQuestion extends ValueQuestionBase {
  /** The kind of the question. */
  readonly kind: 'sampling';
  /** The request for the model, shown in the same way as the arguments of a tool. */
  readonly request: unknown;
}

/**
 * Asks whether a server may see a root. Asked once for each server and root.
 *
 * @deprecated From revision 2026-07-28 on, and supported: servers take paths as arguments of tools or as URIs of resources.
 */
export interface RootQuestion extends QuestionBase {
  /** The kind of the question. */
  readonly kind: 'roots';
  /** The root: its `file:` URI and name. */
  readonly root: Root;
}

/** Asks whether a request of a server may be answered: by the function of the option `methods`, or by an extension. */
export interface RequestQuestion extends ValueQuestionBase {
  /** The kind of the question. */
  readonly kind: 'request';
  /** The method of the request. */
  readonly method: string;
  /** The identifier of the extension whose request it is. Undefined for the option `methods`. */
  readonly extension?: string | undefined;
  /** Its params, shown in the same way as the arguments of a tool. */
  readonly params: unknown;
}

/** A question that a host asks before it acts on behalf of a server, or reveals something to a server. */
export type ConsentQuestion = ToolQuestion | SamplingQuestion | RootQuestion | RequestQuestion;

/** The answer. Any other value is an error, and denies. */
export type ConsentAnswer = 'allow' | 'deny' | boolean;

/** Decides about a question, for example by asking the user. Denies if it throws. */
export type Consent = (question: ConsentQuestion) => ConsentAnswer | Promise<ConsentAnswer>;

/** A question without the signal, which is created for it. */
type Question<Full = ConsentQuestion> = Full extends ConsentQuestion ? Omit<Full, 'signal'> : never;

const SUBJECTS = {
  tool: 'The tool call',
  sampling: 'Sampling',
  roots: 'A root',
  request: 'A request',
} as const satisfies { readonly [kind in ConsentQuestion['kind']]: string };

/**
 * Returns the question about a tool call.
 *
 * @throws {ConsentDeniedError} if the arguments are too large to be shown completely.
 */
export function toolQuestion(tool: HostTool, args: unknown): Question<ToolQuestion> {
  const { value, abbreviated, full } = consentValue(args, `the arguments of ${tool.name}`);
  return { kind: 'tool', server: tool.server, tool, arguments: value, abbreviated, full };
}

/**
 * Returns the question about a sampling request.
 *
 * @throws {ConsentDeniedError} if the request is too large to be shown completely.
 */
export function samplingQuestion(server: string, request: unknown): Question<SamplingQuestion> {
  const { value, abbreviated, full } = consentValue(request, 'the sampling request');
  return { kind: 'sampling', server, request: value, abbreviated, full };
}

/**
 * Returns the question about a request of a server.
 *
 * @throws {ConsentDeniedError} if the params are too large to be shown completely.
 */
export function requestQuestion(
  server: string,
  method: string,
  params: unknown,
  extension?: string,
): Question<RequestQuestion> {
  const { value, abbreviated, full } = consentValue(params, `the params of ${method}`);
  return { kind: 'request', server, method, extension, params: value, abbreviated, full };
}

/** Returns the question about a root. */
export function rootQuestion(server: string, root: Root): Question<RootQuestion> {
  return { kind: 'roots', server, root: reveal(root) as Root };
}

/** Applies the consent policy of one host. */
export class Consents {
  readonly #consent: Consent | undefined;
  readonly #report: ErrorListener;
  readonly #open = new Set<AbortController>();

  constructor(consent: Consent | undefined, report: ErrorListener) {
    this.#consent = consent;
    this.#report = report;
  }

  /**
   * Resolves if the action is allowed.
   *
   * @throws {ConsentDeniedError} if it is denied, or the host has no `consent`.
   * @throws {TypeError} if the answer is invalid.
   * @throws the signal's reason if it aborts, and errors of the policy.
   */
  async demand(question: Question, signal: AbortSignal | undefined): Promise<void> {
    const subject = `${SUBJECTS[question.kind]}${question.kind === 'tool' ? ` (${question.tool.name})` : ''}`;
    if (this.#consent === undefined) throw new ConsentDeniedError(`${subject} was denied, ${HOW_TO_ALLOW}`);
    const answer = await this.#ask(this.#consent, question, signal);
    if (answer === 'allow' || answer === true) return;
    if (answer === 'deny' || answer === false) throw new ConsentDeniedError(`${subject} was denied`);
    throw new TypeError(`The function consent must return 'allow' or 'deny', not ${JSON.stringify(answer)}`);
  }

  /** Returns whether a request of a server is allowed, with the rules of `demand`. A missing `consent` is reported. */
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

  /** Stops waiting for answers. */
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
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
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
  'since the host was created without consent. To allow actions, set the option consent: ' +
  "new Host({ consent: (question) => (mayDo(question) ? 'allow' : 'deny') })";
