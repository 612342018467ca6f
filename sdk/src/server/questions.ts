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
import { isStateless } from '../era.js';
import { AskError } from './errors.js';
import { formSchema } from './form.js';
import { visit, type UrlQuestion } from './visit.js';

/** The client that is asked. */
export interface AskedClient {
  /** The revision of the conversation: `2025-06-18`. */
  readonly revision: string;
  /** Whether it answers what needs a capability: `sampling.context`. */
  readonly can: (capability: string) => boolean;
}

/** A question to the client, for {@link Context.ask}. */
export interface Question<Answer> {
  /** The request that asks it. */
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** What is sent to a client, as authors write it. */
  readonly params: (client: AskedClient) => object | undefined;
  /** The capability that the client must have declared: `elicitation.url`. */
  readonly needs: string;
  /** Milliseconds to wait for the answer unless `ask` is told otherwise. Default: the `requestTimeout` of serving. */
  readonly timeout?: number | undefined;
  /** Makes the answer out of the result. */
  readonly read: (result: unknown) => Answer | Promise<Answer>;
}

/** Milliseconds for questions that a person may answer or review: an hour. */
const PERSON_TIMEOUT = 3_600_000;

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

/** What a model is asked. */
export interface SampleRequest extends Omit<CreateMessageRequestParams, 'messages' | 'maxTokens' | 'includeContext'> {
  /** One message of the user, or a conversation. */
  readonly messages: string | SamplingMessage[];
  /** The most tokens that the model may write. Default 1,000. */
  readonly maxTokens?: number | undefined;
  /** Left out where the client has not declared `sampling.context`: it is deprecated, and what comes of it is the client's to say. */
  readonly includeContext?: CreateMessageRequestParams['includeContext'] | undefined;
}

/** What a model answered. */
export interface Sampled extends CreateMessageResult {
  /** The parts of it that are text, a line break between them. */
  readonly text: string;
}

/**
 * Asks a person to fill in a form (specification: Elicitation, Requested Schema). The answer is checked against the schema: one
 * that does not fit is an {@link AskError}.
 *
 * @throws {SchemaError} if the schema cannot be a form, naming the field.
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
    timeout: PERSON_TIMEOUT,
    async read(result) {
      const { action, content } = result as ElicitResult;
      if (action !== 'accept') return { action };
      const checked = await prepared.validate(content ?? {});
      if (checked.issues !== undefined) {
        // What the user wrote is for the handler, and may not be for the model.
        const fields = checked.issues.map(({ pointer }) => pointer).join(', ');
        const cause = new Error(describeIssues(checked.issues));
        throw new AskError(`The form was not filled in as it asks for: ${fields}`, { cause });
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
  const { elicitationId, ...page } = visit(question);
  return {
    method: 'elicitation/create',
    // Where a handler runs again, its question has to be the same.
    params: ({ revision }) => (isStateless(revision) ? page : { ...page, elicitationId }),
    needs: 'elicitation.url',
    timeout: PERSON_TIMEOUT,
    read: (result) => ({ action: (result as ElicitResult).action }) as Elicited<undefined>,
  };
}

/**
 * Asks the client's model (specification: Sampling). A text is one message of the user. Deprecated from revision 2026-07-28 on, and supported:
 * call the API of a model's provider instead.
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
    timeout: PERSON_TIMEOUT,
    read: (result) => ({ ...(result as CreateMessageResult), text: textOf(result as CreateMessageResult) }),
  };
}

/** The first revision whose clients declare that they bring in context; others do not get the option. */
const CONTEXT_DECLARED_SINCE = '2025-11-25';

function includesContext({ revision, can }: AskedClient): boolean {
  return revision < CONTEXT_DECLARED_SINCE || can('sampling.context');
}

/**
 * Asks for the client's roots (specification: Roots). Deprecated from revision 2026-07-28 on, and supported: take paths as arguments of tools or
 * as URIs of resources instead.
 */
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
