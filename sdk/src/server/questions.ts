/** What a handler can ask the client: each question with how its answer is read. */

import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitResult,
  ListRootsResult,
  Root,
  SamplingMessage,
} from '@mcp-gen/protocol/author';
import { describeIssues, prepareSchema, type InferOutput, type Schema } from '../schema/index.js';
import { AskError } from './errors.js';
import { formSchema } from './form.js';
import { visit, type UrlQuestion } from './visit.js';

/** A question to the client, for `context.ask`. */
export interface Question<Answer> {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: object | undefined;
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
export interface SampleRequest extends Omit<CreateMessageRequestParams, 'messages' | 'maxTokens'> {
  /** One message of the user, or a conversation. */
  readonly messages: string | SamplingMessage[];
  /** Default 1,000. */
  readonly maxTokens?: number;
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
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema: formSchema(prepared.jsonSchema) },
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
  return {
    method: 'elicitation/create',
    params: visit(question),
    needs: 'elicitation.url',
    read: (result) => ({ action: (result as ElicitResult).action }) as Elicited<undefined>,
  };
}

/** Asks the client's model (specification: Sampling). */
export function sample(request: string | SampleRequest): Question<Sampled> {
  const { messages, maxTokens = 1_000, ...others } = typeof request === 'string' ? { messages: request } : request;
  return {
    method: 'sampling/createMessage',
    params: {
      ...others,
      maxTokens,
      messages: typeof messages === 'string' ? [{ role: 'user', content: { type: 'text', text: messages } }] : messages,
    },
    needs: 'tools' in others ? 'sampling.tools' : 'sampling',
    read: (result) => ({ ...(result as CreateMessageResult), text: textOf((result as CreateMessageResult).content) }),
  };
}

/** Asks for the client's roots (specification: Roots). */
export function roots(): Question<Root[]> {
  return {
    method: 'roots/list',
    params: undefined,
    needs: 'roots',
    read: (result) => (result as ListRootsResult).roots,
  };
}

function textOf(content: CreateMessageResult['content']): string {
  return (Array.isArray(content) ? content : [content])
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
}
