/** The questions that a handler can ask the client, each with the parser of its answer. */

import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitResult,
  ListRootsResult,
  Root,
  SamplingMessage,
} from '@mcp-gen/protocol/author';
import { holds } from '@mcp-gen/runtime';
import { client } from '@mcp-gen/protocol/registry/capabilities';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { blocksOf, findFault } from '../sampling/toolUses.js';
import {
  describeIssues,
  type InferOutput,
  type JsonSchema,
  prepareSchema,
  type Schema,
  SchemaError,
} from '../schema/index.js';
import { isStateless } from '../era.js';
import { apiFor } from '../apiFor.js';
import { hasOwnFacts, REQUESTS, type ServerRequestMethod } from '../registry.js';
import { AskError } from './errors.js';
import { urlElicitation, type UrlQuestion } from './urlElicitation.js';
import type { UnifiedRequests } from '../unified.js';

/** The client that is asked. */
export interface AskedClient {
  /** The negotiated revision: `2025-06-18`. */
  readonly revision: string;
  /** Returns whether the client has declared a capability: `sampling.context`. */
  readonly can: (capability: string) => boolean;
}

/** A question to the client, for {@link Context.ask}. */
export interface Question<Answer> {
  /** The method of the request: of the protocol, or of an extension. */
  readonly method: ServerRequestMethod | (string & {});
  /** Returns the params of the request, in the unified types. */
  readonly params: (client: AskedClient) => object | undefined;
  /** The capability that the client must have declared: `elicitation.url`. Undefined: none is needed. */
  readonly needs: string | undefined;
  /** Milliseconds to wait for the answer, unless the options of `ask` override it. Default: the `requestTimeout` of `serve`. */
  readonly timeout?: number | undefined;
  /** Parses the result. */
  readonly read: (result: unknown) => Answer | Promise<Answer>;
}

/** Milliseconds for questions that a person may answer or review: an hour. */
const USER_TIMEOUT = 3_600_000;

/** The answer of a user who accepted. */
export interface Accepted<Content> {
  /** The user accepted. */
  readonly action: 'accept';
  /** The values of the form; undefined for a URL. */
  readonly content: Content;
}

/** The answer of a user who did not accept. */
export interface NotAccepted {
  /** Whether the user declined, or dismissed the question without an answer. */
  readonly action: 'decline' | 'cancel';
  /** Not set. */
  readonly content?: undefined;
}

/** The answer of a user (specification: Elicitation, Response Actions). */
export type Elicited<Content> = Accepted<Content> | NotAccepted;

/** A form for the user. */
export interface FormQuestion<Form extends Schema> {
  /** The message for the user. */
  readonly message: string;
  /** The fields of the form: a flat object of strings, numbers, booleans, and enums. */
  readonly schema: Form;
}

/** A request for the model. */
export interface SampleRequest extends Omit<CreateMessageRequestParams, 'messages' | 'maxTokens' | 'includeContext'> {
  /** One message of the user as a string, or several messages. */
  readonly messages: string | SamplingMessage[];
  /** Maximum number of tokens that the model may generate. Default 1,000. */
  readonly maxTokens?: number | undefined;
  /**
   * Omitted if the client has not declared `sampling.context`.
   *
   * @deprecated From revision 2026-07-28 on, and supported: omit it, or use `none`.
   */
  readonly includeContext?: CreateMessageRequestParams['includeContext'] | undefined;
}

/** The answer of a model. */
export interface Sampled extends CreateMessageResult {
  /** The text parts of the content, joined by line breaks. */
  readonly text: string;
}

/**
 * Asks the user to fill in a form (specification: Elicitation, Requested Schema). The answer is checked against the schema: one that does
 * not match is an {@link AskError}.
 *
 * @throws {SchemaError} if the schema is not a valid form. The message names the field.
 */
export function form<const Form extends Schema>({
  message,
  schema,
}: FormQuestion<Form>): Question<Elicited<InferOutput<Form>>> {
  const prepared = prepareSchema(schema, { what: 'the schema of a form', object: true });
  const params = { mode: 'form', message, requestedSchema: formSchema(prepared.jsonSchema) };
  return {
    method: Method.elicitationCreate,
    params: () => params,
    needs: ELICITATION.form,
    timeout: USER_TIMEOUT,
    async read(result) {
      const { action, content } = result as ElicitResult;
      if (action !== 'accept') return { action };
      const checked = await prepared.validate(content ?? {});
      if (checked.issues !== undefined) {
        // The values are for the handler, and may not be for the model.
        const fields = checked.issues.map(({ pointer }) => pointer).join(', ');
        const cause = new Error(describeIssues(checked.issues));
        throw new AskError(`The answer does not match the schema of the form: ${fields}`, { cause });
      }
      return { action, content: checked.value as InferOutput<Form> };
    },
  };
}

/**
 * Asks the user to visit a web page (specification, from 2025-11-25 on: Elicitation, URL Mode).
 *
 * @throws {TypeError} for an unsafe URL.
 */
export function url(question: UrlQuestion): Question<Elicited<undefined>> {
  const { elicitationId, ...page } = urlElicitation(question);
  return {
    method: Method.elicitationCreate,
    // In revisions in which the handler runs again, the question must be the same in each run: without a random id.
    params: ({ revision }) => (isStateless(revision) ? page : { ...page, elicitationId }),
    needs: ELICITATION.url,
    timeout: USER_TIMEOUT,
    read: (result) => ({ action: (result as ElicitResult).action }) as Elicited<undefined>,
  };
}

/**
 * Asks the client's model (specification: Sampling). A string is one message of the user.
 *
 * @deprecated From revision 2026-07-28 on, and supported: call the API of a model's provider instead.
 * @throws {TypeError} for uses of tools without results, and for results among other content.
 */
export function sample(request: string | SampleRequest): Question<Sampled> {
  const {
    messages: said,
    maxTokens = 1_000,
    includeContext,
    ...others
  } = typeof request === 'string' ? { messages: request } : request;
  const messages: SamplingMessage[] =
    typeof said === 'string' ? [{ role: 'user', content: { type: 'text', text: said } }] : said;
  const fault = findFault(messages);
  if (fault !== undefined) throw new TypeError(`Invalid sampling request: ${fault}`);
  return {
    method: Method.samplingCreateMessage,
    params: (client) => ({
      ...others,
      ...(includeContext !== undefined && includesContext(client) && { includeContext }),
      maxTokens,
      messages,
    }),
    needs: 'tools' in others ? SAMPLING_TOOLS : 'sampling',
    timeout: USER_TIMEOUT,
    read: (result) => ({ ...(result as CreateMessageResult), text: textOf(result as CreateMessageResult) }),
  };
}

/** Clients that can declare that they support `includeContext` receive it only if they do. */
function includesContext({ revision, can }: AskedClient): boolean {
  return !holds(client['sampling.context'], revision) || can('sampling.context');
}

/**
 * Requests the client's roots (specification: Roots).
 *
 * @deprecated From revision 2026-07-28 on, and supported: take paths as arguments of tools or as URIs of resources.
 */
export function roots(): Question<Root[]> {
  return {
    method: Method.rootsList,
    params: () => undefined,
    needs: 'roots',
    read: (result) => (result as ListRootsResult).roots,
  };
}

/**
 * Sends any request of the protocol that clients answer, in the unified types: also those that this package has no question of its own for.
 * A person may answer or review it, so its timeout is an hour, except for roots and requests about tasks.
 *
 * @example
 * ```ts
 * import { request, Server } from '@mcp-gen/sdk';
 *
 * const server = new Server({ name: 'files', version: '1.0.0' });
 * server.tool('where', {}, async (_, { ask }) => {
 *   const { roots } = await ask('roots', request('roots/list', undefined));
 *   return roots.map(({ uri }) => uri).join('\n');
 * });
 * ```
 * @throws {TypeError} if servers do not send such a request.
 */
export function request<Method extends ServerRequestMethod>(
  method: Method,
  params: UnifiedRequests[Method]['params'],
): Question<UnifiedRequests[Method]['result']> {
  const facts = hasOwnFacts(REQUESTS, method) ? REQUESTS[method] : undefined;
  if (facts === undefined || facts.lifecycle === true || facts.sender === 'client') {
    throw new TypeError(
      `${JSON.stringify(method)} is not a request that servers send to applications${apiFor(method)}`,
    );
  }
  return {
    method,
    params: () => params,
    needs: capabilityOf(method, params) ?? facts.capability,
    // Programs answer what both sides send, and people the rest.
    timeout: method === Method.rootsList || facts.sender === 'both' ? undefined : USER_TIMEOUT,
    read: (result) => result as UnifiedRequests[Method]['result'],
  };
}

/** Returns the capability that some params need. Undefined: that of the method. */
function capabilityOf(method: string, params: object = {}): string | undefined {
  if (method === Method.elicitationCreate) {
    return 'mode' in params && params.mode === 'url' ? ELICITATION.url : ELICITATION.form;
  }
  return method === Method.samplingCreateMessage && ('tools' in params || 'toolChoice' in params)
    ? SAMPLING_TOOLS
    : undefined;
}

const ELICITATION = { form: 'elicitation.form', url: 'elicitation.url' } as const;
const SAMPLING_TOOLS = 'sampling.tools';

function textOf(message: SamplingMessage): string {
  return blocksOf(message)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
}

/** The types of form fields. */
const FIELD_TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * Converts a schema to the schema of a form, for `elicitation/create`: a flat object of strings, numbers, booleans, and enums
 * (specification: Elicitation, Requested Schema).
 *
 * @throws {SchemaError} if the schema is not a valid form. The message names the field.
 */
export function formSchema({ properties = {}, required }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties as { readonly [name: string]: JsonSchema }).map(([name, stated]) => {
    const field = fieldOf(stated);
    if (field !== undefined) return [name, field];
    const expected = 'a string, a number, a boolean, or an enum of strings';
    throw new SchemaError('the schema of a form', `/properties/${name}`, `expected ${expected}, since forms are flat`);
  });
  return {
    type: 'object',
    properties: Object.fromEntries(fields) as JsonSchema,
    ...(required !== undefined && { required }),
  };
}

/** Converts the schema of a field, as a schema library writes it, to the form of the protocol. */
function fieldOf(field: JsonSchema): JsonSchema | undefined {
  const { type, items } = field;
  if (type === 'array') {
    const choice = choiceOf((items ?? {}) as JsonSchema, 'anyOf');
    return choice && { ...field, items: choice };
  }
  return choiceOf(field, 'oneOf') ?? (FIELD_TYPES.has(type) ? field : undefined);
}

/** Converts an enum of strings, to `keyword` if all values have titles. */
function choiceOf(field: JsonSchema, keyword: 'oneOf' | 'anyOf'): JsonSchema | undefined {
  const { const: only, enum: values = only === undefined ? undefined : [only], oneOf, anyOf, ...others } = field;
  const text = { ...others, type: 'string' };
  if (isListOf(values, isText)) return { ...text, enum: values };
  const choices = oneOf ?? anyOf;
  if (!isListOf(choices, isConstant)) return undefined;
  const isTitled = choices.every(({ title }) => isText(title));
  return isTitled ? { ...text, [keyword]: choices } : { ...text, enum: choices.map(({ const: value }) => value) };
}

function isListOf<Item>(value: unknown, is: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isConstant(choice: unknown): choice is { readonly const: string; readonly title?: unknown } {
  return typeof choice === 'object' && choice !== null && isText((choice as JsonSchema)['const']);
}
