/** What a handler can ask the client: each question with how its answer is read. */

import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitResult,
  ListRootsResult,
  Root,
  SamplingMessage,
} from '@mcp-gen/protocol/author';
import { blocksOf, findFault } from '../sampling/toolUses.js';
import { describeIssues, prepareSchema, type InferOutput, type Schema } from '../schema/index.js';
import { AskError } from './errors.js';
import { formSchema } from './form.js';
import { visit, type UrlQuestion } from './visit.js';

/** The client that is asked. */
export interface Asked {
  readonly revision: string;
  /** Whether it answers what needs a capability: `sampling.context`. */
  readonly can: (capability: string) => boolean;
}

/** A question to the client, for `context.ask`. */
export interface Question<Answer> {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** What is sent to this client. */
  readonly params: (client: Asked) => object | undefined;
  /** The capabilities that the client must have declared: `elicitation.url`. */
  readonly needs: string;
  readonly read: (result: unknown) => Answer | Promise<Answer>;
}

/** What a person answered. */
export type Elicited<Content> =
  | { readonly action: 'accept'; readonly content: Content }
  | { readonly action: 'decline' | 'cancel'; readonly content?: undefined };

/** What a person is asked for in a form. */
export interface FormQuestion<Form extends Schema> {
  /** What the person reads. */
  readonly message: string;
  /** The fields of the form: an object of texts, numbers, booleans and choices. */
  readonly schema: Form;
}

/** What a model is asked. */
export interface SampleRequest extends Omit<CreateMessageRequestParams, 'messages' | 'maxTokens' | 'includeContext'> {
  /** One message of the user, or a conversation. */
  readonly messages: string | SamplingMessage[];
  /** Default 1,000. */
  readonly maxTokens?: number;
  /** Left out where the client has not declared `sampling.context`: it is deprecated, and what comes of it is the client's to say. */
  readonly includeContext?: CreateMessageRequestParams['includeContext'];
}

/** What a model answered. */
export interface Sampled extends CreateMessageResult {
  /** The text of it. */
  readonly text: string;
}

/**
 * Asks a person to fill in a form (specification: Elicitation). The answer is checked against the schema.
 *
 * @throws {TypeError} if the schema cannot be a form.
 */
export function form<const Form extends Schema>({
  message,
  schema,
}: FormQuestion<Form>): Question<Elicited<InferOutput<Form>>> {
  const prepared = prepareSchema(schema, { what: 'the schema of a form', object: true });
  const params = { mode: 'form', message, requestedSchema: formSchema(prepared.jsonSchema) };
  return {
    method: 'elicitation/create',
    params: () => params,
    needs: 'elicitation.form',
    async read(result) {
      const { action, content } = result as ElicitResult;
      if (action !== 'accept') return { action };
      const checked = await prepared.validate(content ?? {});
      if (checked.issues !== undefined) {
        throw new AskError(`The form was not filled in as it asks for: ${describeIssues(checked.issues)}`);
      }
      return { action, content: checked.value as InferOutput<Form> };
    },
  };
}

/**
 * Sends a person to a page of the web (specification, from 2025-11-25 on: Elicitation, URL Mode).
 *
 * @throws {TypeError} for a URL that a person should not be sent to.
 */
export function url(question: UrlQuestion): Question<Elicited<undefined>> {
  const params = visit(question);
  return {
    method: 'elicitation/create',
    params: () => params,
    needs: 'elicitation.url',
    read: (result) => ({ action: (result as ElicitResult).action }) as Elicited<undefined>,
  };
}

/**
 * Asks the client's model (specification: Sampling).
 *
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
  if (fault !== undefined) throw new TypeError(`The model cannot be asked this: ${fault}`);
  return {
    method: 'sampling/createMessage',
    params: (client) => ({
      ...others,
      ...(includeContext !== undefined && includesContext(client) && { includeContext }),
      maxTokens,
      messages,
    }),
    needs: 'tools' in others ? 'sampling.tools' : 'sampling',
    read: (result) => ({ ...(result as CreateMessageResult), text: textOf(result as CreateMessageResult) }),
  };
}

/** The first revision whose clients declare that they bring in context; others are left alone with it. */
const CONTEXT_DECLARED_SINCE = '2025-11-25';

function includesContext({ revision, can }: Asked): boolean {
  return revision < CONTEXT_DECLARED_SINCE || can('sampling.context');
}

/** Asks for the client's roots (specification: Roots). */
export function roots(): Question<Root[]> {
  return {
    method: 'roots/list',
    params: () => undefined,
    needs: 'roots',
    read: (result) => (result as ListRootsResult).roots,
  };
}

function textOf(message: SamplingMessage): string {
  return blocksOf(message)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
}
