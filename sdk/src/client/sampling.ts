import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import type { CreateMessageRequestParams, CreateMessageResult } from '@mcp-gen/protocol/author';
import { readable, sanitize } from '../guard/index.js';
import type { Awaitable } from '../awaitable.js';
import { blocksOf, findFault } from '../sampling/toolUses.js';
import type { AnswerContext, Answering } from './answering.js';
import { chooseModel, type Model } from './chooseModel.js';
import { limitAnswers, SAMPLING_RATE, type Rate } from './rateLimits.js';

/** A request of a server to sample from a model. */
export type SamplingRequest = CreateMessageRequestParams;

/** The message that a model generated. */
export type SamplingAnswer = CreateMessageResult;

/** Context of a sampling request. */
export interface SamplingContext<Choice extends Model = Model> extends AnswerContext {
  /** The entry of `models` that matches the server's preferences best. */
  readonly model: Choice | undefined;
}

/** Lets a person review sampling. Without it, every request of the server is answered. */
export interface SamplingReview {
  /** Called with the request before the model is. Returns it, changed or unchanged, or `false` to refuse it. Default: no review. */
  readonly before?:
    | ((request: SamplingRequest, context: AnswerContext) => Awaitable<SamplingRequest | false>)
    | undefined;
  /**
   * Called with the model's message before it is sent to the server. Returns it, changed or unchanged, or `false` to withhold it. Default:
   * no review.
   */
  readonly after?:
    | ((answer: SamplingAnswer, request: SamplingRequest, context: AnswerContext) => Awaitable<SamplingAnswer | false>)
    | undefined;
}

/**
 * How a client lets servers use its model (specification: Sampling). Requests that a person refuses are answered with the error code -1.
 *
 * @example
 * ```ts
 * import { connect, type SamplingOptions } from '@mcp-gen/sdk/client';
 *
 * declare function write(messages: readonly unknown[], signal: AbortSignal): Promise<string>; // the application's model
 * declare function agrees(to: unknown): Promise<boolean>; // the application's dialog
 *
 * const sampling: SamplingOptions = {
 *   model: async ({ messages }, { signal }) => ({
 *     model: 'large-2',
 *     role: 'assistant',
 *     content: { type: 'text', text: await write(messages, signal) },
 *   }),
 *   review: { before: async (request) => (await agrees(request)) && request },
 * };
 * await using client = await connect('npx -y @modelcontextprotocol/server-everything', { sampling });
 * console.log((await client.callTool('sum-up')).text);
 * ```
 */
export interface SamplingOptions<Choice extends Model = Model> {
  /** Generates the next message with a model. It must stop when the signal of the context aborts. */
  readonly model: (request: SamplingRequest, context: SamplingContext<Choice>) => Awaitable<SamplingAnswer>;
  /** Lets a person approve or refuse. The specification says that a human should be able to deny requests. Default: no review. */
  readonly review?: SamplingReview | undefined;
  /** The available models for `context.model`, in order of preference. Default: none. */
  readonly models?: readonly Choice[] | undefined;
  /** Chooses among the models. Default: {@link chooseModel}. */
  readonly chooseModel?: typeof chooseModel<Choice> | undefined;
  /**
   * Whether the request may include context of the server or of all servers, or a function that decides, for example by asking a person. If
   * not allowed, the request continues with `includeContext: 'none'`. Default false.
   */
  readonly allowContext?:
    | boolean
    | ((which: 'thisServer' | 'allServers', request: SamplingRequest, context: AnswerContext) => Awaitable<boolean>)
    | undefined;
  /** How often the server may ask; further requests are refused. Default twice a second over time, 20 times at once. */
  readonly rate?: Rate | undefined;
  /** Whether the model can call tools that the server provides in the request. Default false. */
  readonly tools?: boolean | undefined;
}

/** The error code of the specification's example for a request that a person refused. */
const USER_REJECTED = -1;

/** Returns the capability of a client with these options. */
export function samplingCapability({
  allowContext = false,
  tools = false,
}: Pick<SamplingOptions, 'allowContext' | 'tools'>): object {
  return { ...(allowContext !== false && { context: {} }), ...(tools && { tools: {} }) };
}

/** Returns a handler that answers sampling requests with the options. */
export function sampling<Choice extends Model>(options: SamplingOptions<Choice>): Answering<'sampling/createMessage'> {
  const { review = {}, models = [], chooseModel: choose = chooseModel, tools = false, rate = SAMPLING_RATE } = options;
  const answering: Answering<'sampling/createMessage'> = async (asked, context) => {
    checkMessages(asked, tools);
    const request = await consented(forModel(asked), options, context);
    const reviewed = review.before === undefined ? request : await review.before(request, context);
    if (reviewed === false) throw new JsonRpcError(USER_REJECTED, 'The user refused the sampling request');
    const model = choose(reviewed.modelPreferences ?? {}, models);
    const answer = await options.model(reviewed, { ...context, model });
    if (typeof (answer as SamplingAnswer | undefined)?.content !== 'object') {
      throw new TypeError(
        "The function model must return { role: 'assistant', model, content }, where content is a content block or an array of them",
      );
    }
    checkAnswer(reviewed, answer);
    const sent = review.after === undefined ? answer : await review.after(answer, reviewed, context);
    if (sent === false) throw new JsonRpcError(USER_REJECTED, 'The user refused to send the message of the model');
    return sent;
  };
  return limitAnswers(answering, rate, 'sampling requests', 'sampling.rate');
}

/**
 * Removes invisible characters from a server's request to a model.
 *
 * @throws {JsonRpcError} with the code for invalid params, if a tool has them in texts that must stay unchanged.
 */
function forModel(request: SamplingRequest): SamplingRequest {
  const { tools, ...others } = request;
  try {
    const cleaned = tools?.map((tool) => readable('tool', tool));
    return { ...sanitize(others), ...(cleaned && { tools: cleaned }) };
  } catch (error) {
    throw new JsonRpcError(ErrorCode.InvalidParams, `The sampling request is invalid: ${(error as Error).message}`);
  }
}

async function consented<Choice extends Model>(
  request: SamplingRequest,
  { allowContext = false }: SamplingOptions<Choice>,
  context: AnswerContext,
): Promise<SamplingRequest> {
  const { includeContext = 'none' } = request;
  if (includeContext === 'none') return request;
  const allowed =
    typeof allowContext === 'boolean' ? allowContext : await allowContext(includeContext, request, context);
  return allowed ? request : { ...request, includeContext: 'none' };
}

/**
 * @param tools whether the client has declared that its model can call tools
 * @throws {JsonRpcError} with the code for invalid params, which names the invalid message.
 */
function checkMessages({ messages, tools: offered, toolChoice }: CreateMessageRequestParams, tools: boolean): void {
  const fault =
    !tools && (offered !== undefined || toolChoice !== undefined)
      ? 'This client has not declared sampling.tools, so a request must have neither tools nor toolChoice'
      : findFault(messages);
  if (fault !== undefined) throw new JsonRpcError(ErrorCode.InvalidParams, fault);
}

/**
 * Checks that a message of the model is allowed by the request.
 *
 * @throws {Error} which says how the message violates the request.
 */
function checkAnswer({ tools, toolChoice }: CreateMessageRequestParams, answer: CreateMessageResult): void {
  const uses = blocksOf(answer).filter(({ type }) => type === 'tool_use').length;
  const { mode = 'auto' } = toolChoice ?? {};
  if (uses > 0 && tools === undefined) throw new Error('The model called a tool, but the request has no tools');
  if (uses > 0 && mode === 'none') throw new Error('The model called a tool, but toolChoice is none');
  if (uses === 0 && mode === 'required') throw new Error('The model did not call a tool, but toolChoice is required');
}
