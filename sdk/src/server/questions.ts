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
import { formSchema } from './form.js';

/** A question to the client, for {@link Context.ask}. */
export interface Question<Answer> {
  /** The request that asks it. */
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** The params of the request, as authors write them. */
  readonly params: object | undefined;
  /** The capability that the client must have declared: `elicitation.url`. */
  readonly needs: string;
  /** Makes the answer out of the result. */
  readonly read: (result: unknown) => Answer | Promise<Answer>;
}

/** What a person answered who agreed. */
export interface Accepted<Content> {
  /** That they agreed. */
  readonly action: 'accept';
  /** What they filled in: nothing, if they were sent to a page. */
  readonly content: Content;
}

/** What a person answered who did not agree. */
export interface NotAccepted {
  /** Whether they said no, or went away without an answer. */
  readonly action: 'decline' | 'cancel';
  /** There is none. */
  readonly content?: undefined;
}

/** What a person answered (specification: Elicitation, Response Actions). */
export type Elicited<Content> = Accepted<Content> | NotAccepted;

/** What a person is asked for in a form. */
export interface FormQuestion<Form extends Schema> {
  /** What the person reads. */
  readonly message: string;
  /** The fields of the form: an object of texts, numbers, booleans and choices. */
  readonly schema: Form;
}

/** What a person is asked to do on a page of the web. */
export interface UrlQuestion {
  /** What the person reads: why the page has to be visited. */
  readonly message: string;
  /** The page: an `https:` URL, without anything in it that is secret or lets in whoever has it. */
  readonly url: string;
  /** Names the visit, for {@link Context.elicitationCompleted}. Default: a random UUID. */
  readonly elicitationId?: string;
}

/** What a model is asked. */
export interface SampleRequest extends Omit<CreateMessageRequestParams, 'messages' | 'maxTokens'> {
  /** One message of the user, or a conversation. */
  readonly messages: string | SamplingMessage[];
  /** The most tokens that the model may write. Default 1,000. */
  readonly maxTokens?: number;
}

/** What a model answered. */
export interface Sampled extends CreateMessageResult {
  /** The parts of it that are text, a line break between them. */
  readonly text: string;
}

/**
 * Asks a person to fill in a form (specification: Elicitation, Requested Schema). The answer is checked against the schema: one
 * that does not fit rejects with a `TypeError`.
 *
 * @throws {SchemaError} if the schema cannot be a form, naming the field.
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
        throw new TypeError(`The client filled in the form wrongly: ${describeIssues(checked.issues)}`);
      }
      return { action, content: checked.value as InferOutput<Form> };
    },
  };
}

/** Sends a person to a page of the web (specification, from 2025-11-25 on: Elicitation, URL Mode). */
export function url({ message, url, elicitationId = crypto.randomUUID() }: UrlQuestion): Question<Elicited<undefined>> {
  return {
    method: 'elicitation/create',
    params: { mode: 'url', message, url, elicitationId },
    needs: 'elicitation.url',
    read: (result) => ({ action: (result as ElicitResult).action }) as Elicited<undefined>,
  };
}

/** Asks the client's model (specification: Sampling). A text is one message of the user. */
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
