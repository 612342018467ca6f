import { ErrorCode, JsonRpcError, type Quota } from '@mcp-gen/runtime';
import type { ElicitRequestFormParams, ElicitResult } from '@mcp-gen/protocol/author';
import { checkFormat, escapeKey, issue, quote, type Issue } from '@mcp-gen/runtime/codegen/v1';
import { readable, sanitizeText } from '../guard/index.js';
import { SchemaError } from '../schema/error.js';
import { describeIssues } from '../schema/issues.js';
import type { Awaitable } from '../awaitable.js';
import type { AnswerContext, Answering } from './answering.js';
import type { Compile } from './knownTools.js';
import { ELICITATION_RATE, limitAnswers, type Rate } from './rateLimits.js';
import { inspectUrl, requiredUrls, type UrlElicitation, type UrlRequest, UrlElicitations } from './urlElicitations.js';

/** The requested schema of a form. */
type Form = ElicitRequestFormParams['requestedSchema'];

/** The values of a form. */
export type FormContent = NonNullable<ElicitResult['content']>;

/** Returns the initial values of a form. */
function formDefaults({ properties }: Form): FormContent {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default] as const],
    ),
  );
}

/** Returns only the requested properties, because the server must not receive others. */
function onlyRequested({ properties }: Form, content: FormContent): FormContent {
  return Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(properties, name)));
}

/** Checks the formats of strings, which JSON Schema treats as annotations. */
function checkFormats({ properties }: Form, content: FormContent): readonly Issue[] {
  return Object.entries(content).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (typeof value !== 'string' || field === undefined || !('format' in field)) return [];
    const { format = '' } = field;
    if (FORMATS.get(format)?.(value) !== false) return [];
    return [issue(`/${escapeKey(name)}`, `string in the format ${format}`, quote(value))];
  });
}

/** Other formats are not checked. */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['email', (text) => /^[^\s@]+@[^\s@]+$/.test(text)],
  ['uri', (text) => checkFormat('uri', text, '') === undefined],
  ['date', isDate],
  ['date-time', isDateTime],
]);

function isDateTime(text: string): boolean {
  const [, date = ''] = /^(.{10})[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return isDate(date) && !Number.isNaN(Date.parse(text));
}

/** Returns whether a string is a calendar date. `Date` alone would accept February 30 as another day. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
}

/** A form that a server wants filled in. */
export type FormRequest = ElicitRequestFormParams;

/** Context of showing a form. */
export interface FormContext extends AnswerContext {
  /** The initial values of the form. */
  readonly defaults: FormContent;
  /** Returns what is wrong with the values, for the user to correct; empty if they can be submitted. */
  readonly check: (content: FormContent) => readonly Issue[];
}

/** How a client asks its user (specification: Elicitation). Set at least one of the two functions. */
export interface ElicitationOptions {
  /**
   * Shows a form, and returns the user's answer. The form must show which server asks and why, and offer a way to decline. Accepted content
   * is completed with the defaults, reduced to the requested properties, and checked before it is sent. Default: the client does not
   * support forms.
   */
  readonly form?: ((request: FormRequest, context: FormContext) => Awaitable<ElicitResult>) | undefined;
  /**
   * Shows the URL and the reason to visit it, and opens it in a browser only after the user has agreed. Returns whether the user agreed:
   * what happens on the page stays there. Default: the client does not support URLs.
   */
  readonly url?: ((request: UrlRequest, context: AnswerContext) => Awaitable<ElicitResult['action']>) | undefined;
  /**
   * Called when the user has completed the action on a page. Only for pages that the user agreed to visit, and once for each. Default:
   * none.
   */
  readonly onComplete?: ((request: UrlRequest) => void) | undefined;
  /** How often the server may ask; further requests are refused. Default every other second over time, 10 times at once. */
  readonly rate?: Rate | undefined;
}

const ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel'] satisfies readonly ElicitResult['action'][];

/** Asks the user through the functions of the options. */
export class Elicitation {
  readonly #options: ElicitationOptions;
  readonly #compile: Compile;
  readonly answer: Answering<'elicitation/create'>;
  readonly #pending: UrlElicitations;

  /**
   * @param quota counts the memory of pending visits
   */
  constructor(options: ElicitationOptions, compile: Compile, quota: Quota) {
    this.#options = options;
    this.#compile = compile;
    this.#pending = new UrlElicitations((request) => options.onComplete?.(request), quota);
    this.answer = limitAnswers(
      (params, context) => (params.mode === 'url' ? this.#elicitUrl(params, context) : this.#fillIn(params, context)),
      options.rate ?? ELICITATION_RATE,
      'forms and pages',
      'elicitation.rate',
    );
  }

  /** Returns the capability of a client with these options. */
  get capability(): object {
    const { form, url } = this.#options;
    return { ...(form && { form: {} }), ...(url && { url: {} }) };
  }

  /** Called when the server says that a visit is complete. Unknown or already completed visits are ignored. */
  completed(id: string): void {
    this.#pending.end(id);
  }

  /**
   * Asks the user to visit the pages that a request requires, and waits until the server reports all visits as complete.
   *
   * @param error that of the request
   * @param done resolves when the user says that the visits are complete
   * @returns false for any other error, and as soon as the user declines.
   * @throws the reason of the signal of the context, if it aborts.
   */
  async elicitRequired(error: unknown, context: AnswerContext, done?: Promise<unknown>): Promise<boolean> {
    const pages = requiredUrls(error);
    if (pages.length === 0) return false;
    const ends: Promise<void>[] = [];
    for (const page of pages) {
      let end = (): void => {};
      ends.push(new Promise((resolve) => (end = resolve)));
      const { action } = await this.#elicitUrl(page, context, end);
      if (action !== 'accept') return false;
    }
    const completed = Promise.all(ends);
    await unlessAborted(done === undefined ? completed : Promise.race([completed, done]), context.signal);
    return true;
  }

  async #fillIn(asked: FormRequest, context: AnswerContext): Promise<ElicitResult> {
    const { form } = this.#options;
    if (form === undefined) throw undeclared('form');
    const request = readableForm(asked);
    const { requestedSchema } = request;
    const checkSchema = await this.#compile(requestedSchema, 'the form').catch((cause: unknown) => {
      throw cause instanceof SchemaError ? new JsonRpcError(ErrorCode.InvalidParams, cause.message) : cause;
    });
    const check = (content: FormContent): readonly Issue[] => [
      ...checkSchema(content),
      ...checkFormats(requestedSchema, content),
    ];
    const defaults = formDefaults(requestedSchema);
    const answer = checkedAnswer(await form(request, { ...context, defaults, check }), 'form');
    const { content = {}, ...others } = answer;
    if (answer.action !== 'accept') return others;
    const filledIn = onlyRequested(requestedSchema, { ...defaults, ...content });
    const issues = check(filledIn);
    if (issues.length === 0) return { ...others, content: filledIn };
    throw new Error(`The accepted form has values that do not match the requested schema: ${describeIssues(issues)}`);
  }

  async #elicitUrl(
    { url: text, message, elicitationId }: UrlElicitation,
    context: AnswerContext,
    onEnd?: () => void,
  ): Promise<ElicitResult> {
    const { url } = this.#options;
    if (url === undefined) throw undeclared('url');
    const request: UrlRequest = { ...inspectUrl(text), message: sanitizeText(message), elicitationId };
    const pending = this.#pending.begin(request, onEnd);
    let action: ElicitResult['action'] = 'cancel';
    try {
      ({ action } = checkedAnswer({ action: await url(request, context) }, 'url'));
    } finally {
      this.#pending.decide(pending, action === 'accept');
    }
    return { action };
  }
}

/**
 * @throws {JsonRpcError} with the code for invalid params, if the form has invisible characters in texts that must be sent back unchanged.
 */
function readableForm(request: FormRequest): FormRequest {
  try {
    return readable('form', request);
  } catch (error) {
    throw new JsonRpcError(ErrorCode.InvalidParams, `The form is invalid: ${(error as Error).message}`);
  }
}

/** @throws {TypeError} if the answer is invalid or missing. */
function checkedAnswer(answer: ElicitResult, name: 'form' | 'url'): ElicitResult {
  if (ACTIONS.includes((answer as ElicitResult | undefined)?.action)) return answer;
  const expected = { form: "{ action: 'accept', content }, or the action", url: "'accept'," }[name];
  throw new TypeError(`The function ${name} must return ${expected} 'decline' or 'cancel'`);
}

async function unlessAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function undeclared(mode: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, `This client has not declared the elicitation mode ${mode}`);
}
