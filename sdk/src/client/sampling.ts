import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import type { CreateMessageRequestParams, CreateMessageResult } from '@mcp-gen/protocol/author';
import { readable, sanitize } from '../guard/index.js';
import type { AnswerContext, Answering, Awaitable } from './answering.js';
import { chooseModel, type Model } from './chooseModel.js';
import { limited, type Rate } from './limited.js';
import { checkAnswer, checkMessages } from './samplingTools.js';

/** What a server would like a model to write. */
export type SamplingRequest = CreateMessageRequestParams;

/** What a model wrote. */
export type SamplingAnswer = CreateMessageResult;

/** What is known when a model is asked. */
export interface SamplingContext<Choice extends Model = Model> extends AnswerContext {
  /** The one of `models` that suits the server's preferences best. */
  readonly model: Choice | undefined;
}

/** How a person looks after sampling. Without it every request of the server is answered. */
export interface SamplingReview {
  /** Sees the request before the model does. Gives it back, changed or not, or `false` to refuse it. Default: it is not seen. */
  readonly before?:
    | ((request: SamplingRequest, context: AnswerContext) => Awaitable<SamplingRequest | false>)
    | undefined;
  /** Sees the answer before the server does. Gives it back, changed or not, or `false` to keep it. Default: it is not seen. */
  readonly after?:
    | ((answer: SamplingAnswer, request: SamplingRequest, context: AnswerContext) => Awaitable<SamplingAnswer | false>)
    | undefined;
}

/**
 * How a client lets servers use its model (specification: Sampling). What a person refuses is answered with the error -1.
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
 * await using client = await connect('npx -y some-server', { sampling });
 * console.log((await client.callTool('sum-up')).text);
 * ```
 */
export interface SamplingOptions<Choice extends Model = Model> {
  /** Lets the model write the next message. It has to end when the signal of the context aborts. */
  readonly model: (request: SamplingRequest, context: SamplingContext<Choice>) => Awaitable<SamplingAnswer>;
  /** Asks a person. The specification wants that there is one who can refuse. Default: nobody is asked. */
  readonly review?: SamplingReview | undefined;
  /** The models there are, the best liked first, for `context.model`. Default: none. */
  readonly models?: readonly Choice[] | undefined;
  /** Chooses among the models. Default: {@link chooseModel}. */
  readonly chooseModel?: typeof chooseModel<Choice> | undefined;
  /**
   * Whether the request may bring in context of the server or of all servers, or what finds out, by asking a person for example.
   * Where it may not, the request goes on with `includeContext: 'none'`. Default false.
   */
  readonly allowContext?:
    | boolean
    | ((which: 'thisServer' | 'allServers', request: SamplingRequest, context: AnswerContext) => Awaitable<boolean>)
    | undefined;
  /** How often the server may ask; what is more is refused. Default twice a second over time, 20 times at once. */
  readonly rate?: Rate | undefined;
  /** Whether the model can call tools that a server sends along. Default false. */
  readonly tools?: boolean | undefined;
}

const RATE: Rate = { perSecond: 2, burst: 20 };

/** The code by which the specification's own example says that a person has refused. */
const REFUSED = -1;

/** The capability of a client with these options. */
export function samplingCapability({
  allowContext = false,
  tools = false,
}: Pick<SamplingOptions, 'allowContext' | 'tools'>): object {
  return { ...(allowContext !== false && { context: {} }), ...(tools && { tools: {} }) };
}

/** Answers requests for sampling as the options say. */
export function sampling<Choice extends Model>(options: SamplingOptions<Choice>): Answering<'sampling/createMessage'> {
  const { review = {}, models = [], chooseModel: choose = chooseModel, tools = false, rate = RATE } = options;
  const answering: Answering<'sampling/createMessage'> = async (asked, context) => {
    checkMessages(asked, tools);
    const request = await consented(forModel(asked), options, context);
    const reviewed = review.before === undefined ? request : await review.before(request, context);
    if (reviewed === false) throw new JsonRpcError(REFUSED, 'The user refused the request for sampling');
    const model = choose(reviewed.modelPreferences ?? {}, models);
    const answer = await options.model(reviewed, { ...context, model });
    if (typeof (answer as SamplingAnswer | undefined)?.content !== 'object') {
      throw new TypeError(
        "The function model must return { role: 'assistant', model, content }, whose content is a block or several",
      );
    }
    checkAnswer(reviewed, answer);
    const sent = review.after === undefined ? answer : await review.after(answer, reviewed, context);
    if (sent === false) throw new JsonRpcError(REFUSED, 'The user refused to send what the model wrote');
    return sent;
  };
  return limited(answering, rate, 'requests for sampling');
}

/**
 * What a server sends a model, without invisible characters.
 *
 * @throws {JsonRpcError} with the code for invalid params, if a tool could not be used without them.
 */
function forModel(request: SamplingRequest): SamplingRequest {
  const { tools, ...others } = request;
  try {
    const cleaned = tools?.map((tool) => readable('tool', tool));
    return { ...sanitize(others), ...(cleaned && { tools: cleaned }) };
  } catch (error) {
    throw new JsonRpcError(ErrorCode.InvalidParams, `The request for sampling is refused: ${(error as Error).message}`);
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
