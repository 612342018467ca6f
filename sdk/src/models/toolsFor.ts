import type { RequestOptions } from '@mcp-gen/runtime';
import type { Tool } from '@mcp-gen/protocol/author';
import type { ToolResult } from '../client/toolResult.js';
import { aiSdk } from './apis/aiSdk.js';
import { anthropic } from './apis/anthropic.js';
import type { Api, ModelCall } from './apis/api.js';
import { gemini } from './apis/gemini.js';
import { openAi, openAiChat } from './apis/openai.js';
import { modelTools, type ModelTool, type ModelToolLoss } from './modelTool.js';
import { failure, outputOf, type CallOutcome } from './callOutcome.js';

/** The APIs, by name. */
const APIS = {
  anthropic,
  openai: openAi,
  'openai-chat': openAiChat,
  gemini,
  'ai-sdk': aiSdk,
};

/**
 * The name of an API: `anthropic` (Messages), `openai` (Responses), `openai-chat` (Chat Completions, also of other vendors), `gemini`, or
 * `ai-sdk` (the AI SDK of Vercel, versions 6 and 7).
 */
export type ModelApi = keyof typeof APIS;

/** What each API takes and returns. */
export type ModelApis = {
  [Name in ModelApi]: (typeof APIS)[Name] extends Api<infer Definitions, infer Calls, infer Result>
    ? {
        /** Definitions of tools, for a request. */
        readonly definitions: Definitions;
        /** Where a response has its calls. Other parts of it are skipped. */
        readonly calls: Calls;
        /** The result of one call, for the next request. */
        readonly result: Result;
      }
    : never;
};

/** Where tools come from: a `Host`, or a `Client`. */
export interface ToolSource {
  /** Returns the tools. */
  tools(): PromiseLike<readonly SourceTool[]> | SourceTools;
  /** Returns whether models are offered a tool of the list. Default: every one. */
  offersTool?(tool: SourceTool): boolean;
  /** Calls a tool by its name in the list. */
  callTool(
    name: string,
    args: { readonly [name: string]: unknown },
    options?: RequestOptions,
  ): PromiseLike<Pick<ToolResult, 'content' | 'structuredContent' | 'isError'>>;
}

/** A list of tools. */
export interface SourceTools {
  /** Returns all tools of the list. */
  all(): PromiseLike<readonly SourceTool[]>;
}

/** What a source says of a tool. */
export type SourceTool = Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema' | '_meta'>;

/** Tools in the format of one API. */
export interface ModelTools<Name extends ModelApi> {
  /** The definitions, for the parameter `tools` of a request. */
  readonly definitions: ModelApis[Name]['definitions'];
  /** What models do not see of the tools. Servers check arguments against the whole schema. */
  readonly losses: readonly ModelToolLoss[];
  /**
   * Calls the tools that a response of the model requests, all at once, and returns the results in the same order. A call that fails, is
   * denied, or names no tool has a result too, which tells the model why. Other parts of the response are skipped.
   *
   * @param calls `content` of a message (`anthropic`), `output` of a response (`openai`), `tool_calls` of a message (`openai-chat`),
   *   `functionCalls` of a response (`gemini`), or `toolCalls` of a result (`ai-sdk`)
   * @throws the signal's reason if it aborts.
   */
  run(calls: ModelApis[Name]['calls'], options?: RequestOptions): Promise<ModelApis[Name]['result'][]>;
}

/**
 * Returns the tools of a host or a client in the format of an API of models, and runs the calls of its responses. Names and schemas have the
 * form that every vendor accepts; calls are translated back.
 *
 * A host requests consent for each call; a client does not. Call it again for each request to a model: lists of tools change, and are cached.
 *
 * @param api the name of the API: `anthropic`, `openai`, `openai-chat`, `gemini`, `ai-sdk`
 * @example
 * ```ts
 * import { Host, readConfig } from '@mcp-gen/sdk/host';
 * import { toolsFor } from '@mcp-gen/sdk/models';
 *
 * declare function ask(tools: object[]): Promise<{ content: { type: string }[] }>; // messages.create of the vendor's SDK
 *
 * await using host = new Host({ servers: await readConfig('mcp.json'), consent: () => true });
 * await host.start();
 * const tools = await toolsFor(host, 'anthropic');
 * const { content } = await ask(tools.definitions);
 * console.log(await tools.run(content)); // [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [...] }]
 * ```
 * @throws {TypeError} if the API is unknown.
 * @throws the errors of `Client.tools`.
 */
export async function toolsFor<Name extends ModelApi>(source: ToolSource, api: Name): Promise<ModelTools<Name>> {
  if (!Object.hasOwn(APIS, api)) {
    throw new TypeError(`Unknown API ${JSON.stringify(api)}. Expected one of ${Object.keys(APIS).join(', ')}`);
  }
  // The types of a format fit together, which TypeScript cannot see for a name that is not known here.
  const format = APIS[api] as unknown as Api<
    ModelApis[Name]['definitions'],
    ModelApis[Name]['calls'],
    ModelApis[Name]['result']
  >;
  const list = source.tools();
  const all = await ('all' in list ? list.all() : list);
  const { tools, losses } = modelTools(all.filter((tool) => source.offersTool?.(tool) !== false));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const run = (call: ModelCall, options: RequestOptions): Promise<CallOutcome> =>
    runCall(source, byName.get(call.name), call, options);
  return {
    definitions: format.define(tools, (call, signal) => run(call, { signal })),
    losses,
    run: (calls, options = {}) =>
      Promise.all(
        format
          .callsOf(calls)
          .map(async (call) => format.result(call, outputOf(await run(call, options), format.media))),
      ),
  };
}

async function runCall(
  source: ToolSource,
  tool: ModelTool | undefined,
  { name, input }: ModelCall,
  options: RequestOptions,
): Promise<CallOutcome> {
  options.signal?.throwIfAborted();
  if (tool === undefined) return failure(`There is no tool ${JSON.stringify(name)}`);
  const args = argumentsOf(input, tool);
  if (args === undefined) return failure('The arguments are not a JSON object');
  try {
    const { content, structuredContent, isError } = await source.callTool(tool.original, args, options);
    return { content, structuredContent, isError };
  } catch (error) {
    options.signal?.throwIfAborted();
    return failure(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the arguments under the names that the tool has for them, or undefined if they are not an object. */
function argumentsOf(input: unknown, { parameters }: ModelTool): { readonly [name: string]: unknown } | undefined {
  const args = typeof input === 'string' ? parsed(input) : input;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined;
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [parameters.get(name) ?? name, value]));
}

/** Models of OpenAI write nothing for a call without arguments. */
function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
