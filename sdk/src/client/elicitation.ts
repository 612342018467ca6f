import { ErrorCode, JsonRpcError, type Issue } from '@mcp-gen/runtime';
import type { ElicitRequestFormParams, ElicitRequestURLParams, ElicitResult } from '@mcp-gen/protocol/author';
import { describeIssues } from '../schema/issues.js';
import type { AnswerContext, Answering } from './answering.js';
import { checkFormats, formDefaults, onlyAsked, type FormContent } from './form.js';
import type { Compile } from './knownTools.js';
import { inspectUrl, type InspectedUrl } from './urls.js';

type Awaitable<Value> = Value | Promise<Value>;

/** A form that a server would like to have filled in. */
export type FormRequest = ElicitRequestFormParams;

/** What is known when a form is shown. */
export interface FormContext extends AnswerContext {
  /** The values that the form starts with. */
  readonly defaults: FormContent;
  /** What is wrong with values as they are, for a person to mend: nothing if they may be handed in. */
  readonly check: (content: FormContent) => readonly Issue[];
}

/** A page that a server would like a person to visit. */
export interface UrlRequest extends InspectedUrl {
  /** Why the page has to be visited. */
  readonly message: string;
  /** What the server calls the visit, in revisions in which it tells when that is over. */
  readonly elicitationId: string | undefined;
}

/** How a client has its user asked (specification: Elicitation). Give at least one of the two ways. */
export interface ElicitationOptions {
  /**
   * Shows a form, and says what became of it. The server that asks, and why, has to be in sight, and a way to say no. What is
   * accepted is completed by the defaults, freed of what was not asked for, and checked before it is sent.
   */
  readonly form?: (request: FormRequest, context: FormContext) => Awaitable<ElicitResult>;
  /**
   * Shows where a page is and why it should be visited, and opens it if the user agrees, in a browser and not before. Says whether
   * the user agreed: what happens on the page stays there.
   */
  readonly url?: (request: UrlRequest, context: AnswerContext) => Awaitable<ElicitResult['action']>;
  /** Hears when what was to be done on a page is done. Only for pages that the user agreed to visit, and once for each. */
  readonly onComplete?: (request: UrlRequest) => void;
}

/** Visits whose end may still be told. */
const MOST_VISITS = 1_000;

/** Asks the user as the options say. */
export class Elicitation {
  readonly #options: ElicitationOptions;
  readonly #compile: Compile;
  readonly #visits = new Map<string, UrlRequest>();

  /** @throws {TypeError} if there is no way to ask. */
  constructor(options: ElicitationOptions, compile: Compile) {
    if (options.form === undefined && options.url === undefined) {
      throw new TypeError('elicitation needs at least one of the functions form and url');
    }
    this.#options = options;
    this.#compile = compile;
  }

  /** The capability of a client with these options. */
  get capability(): object {
    const { form, url } = this.#options;
    return { ...(form && { form: {} }), ...(url && { url: {} }) };
  }

  readonly answer: Answering<'elicitation/create'> = (params, context) =>
    params.mode === 'url' ? this.#visit(params, context) : this.#fillIn(params, context);

  /** Takes the news that a visit is over. Of visits that are not known, or over already, nobody is told. */
  completed(id: string): void {
    const request = this.#visits.get(id);
    this.#visits.delete(id);
    if (request !== undefined) this.#options.onComplete?.(request);
  }

  async #fillIn(request: FormRequest, context: AnswerContext): Promise<ElicitResult> {
    const { form } = this.#options;
    if (form === undefined) throw undeclared('form');
    const { requestedSchema } = request;
    const checkSchema = await this.#compile(requestedSchema, 'the form').catch((cause: unknown) => {
      throw new JsonRpcError(ErrorCode.InvalidParams, cause instanceof Error ? cause.message : String(cause));
    });
    const check = (content: FormContent): readonly Issue[] => [
      ...checkSchema(content),
      ...checkFormats(requestedSchema, content),
    ];
    const defaults = formDefaults(requestedSchema);
    const { action, content = {} } = await form(request, { ...context, defaults, check });
    if (action !== 'accept') return { action };
    const filledIn = onlyAsked(requestedSchema, { ...defaults, ...content });
    const issues = check(filledIn);
    if (issues.length === 0) return { action, content: filledIn };
    throw new Error(`The form was accepted with values that the server does not take: ${describeIssues(issues)}`);
  }

  async #visit(params: ElicitRequestURLParams, context: AnswerContext): Promise<ElicitResult> {
    const { url } = this.#options;
    if (url === undefined) throw undeclared('url');
    const { elicitationId } = params as { readonly elicitationId?: string };
    const request: UrlRequest = { ...inspectUrl(params.url), message: params.message, elicitationId };
    const action = await url(request, context);
    if (action === 'accept' && elicitationId !== undefined) this.#remember(elicitationId, request);
    return { action };
  }

  #remember(id: string, request: UrlRequest): void {
    this.#visits.set(id, request);
    const [oldest] = this.#visits.keys();
    if (this.#visits.size > MOST_VISITS && oldest !== undefined) this.#visits.delete(oldest);
  }
}

function undeclared(mode: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, `This client has not declared elicitation in the mode ${mode}`);
}
