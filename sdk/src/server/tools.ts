import { ANY, checkOptions, FLAG, OBJECT, type OptionTable } from '@mcp-gen/runtime/options';
import type { CallToolRequestParams, Tool, ToolAnnotations } from '@mcp-gen/protocol/author';
import * as features from '@mcp-gen/protocol/registry/features';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { ToolOutput, ToolReturn, ToolReturnObject } from '../content/index.js';
import { dataResult, DataReturn, isStructuredResult, toToolResult } from '../content/toolReturn.js';
import {
  describeIssues,
  prepareSchema,
  type InferInput,
  type InferOutput,
  type PreparedSchema,
  type Schema,
  type StandardSchema,
  type Validation,
} from '../schema/index.js';
import { holds, JsonRpcError } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { NotExpressibleError } from '../conversions/index.js';
import { Catalog, type Updatable } from './catalog.js';
import { admitRequest, type Context } from './context.js';
import { type Access, ENTRY_OPTIONS, type EntryOptions, isAllowed, metadata } from './entryOptions.js';
import { requiresUrlElicitation, invalidArguments, lackedCapability, unknown } from './errorCodes.js';
import { ToolError } from './errors.js';
import { markFailure, type Failures } from './failures.js';
import type { Feature, FeatureHost } from './feature.js';
import { checkHandler } from './checkHandler.js';
import { defined } from '../properties.js';
import { NO_PARAM_HEADERS, paramHeadersOf, type ParamHeader } from '../schema/paramHeaders.js';
import { legalIcons } from '../icons.js';
import { chain, type Awaitable } from '../awaitable.js';
import { isLong, turnOfEventLoop } from '../longResults.js';
import { TaskReturn } from './handlerTask.js';
import type { ExtensionToolOptions } from '../extension/extensionOptions.js';
import type { ExtensionToolCall, ToolSettings } from './extensionTools.js';
import type { Limits } from './limits.js';
import type { Output } from './output.js';

/** Options of a tool, and those that extensions add to them. */
export interface ToolOptions<Input extends Schema | undefined, Output extends Schema | undefined>
  extends EntryOptions, ExtensionToolOptions {
  /** The schema of the arguments, an object: any Standard Schema, or a JSON Schema. Default: no arguments. */
  readonly input?: Input | undefined;
  /** The schema of the structured content. The handler's result is checked against it. Default: any value. */
  readonly output?: Output | undefined;
  /**
   * Whether to send structured content also as text, for clients and models that read only text (specification: Tools, Structured Content).
   * `false`: clients of 2025-06-18 and later receive objects as structured content only. Default true.
   */
  readonly text?: boolean | undefined;
  /** Hints about the behavior of the tool. Clients use them only if they trust the server. Default: none. */
  readonly annotations?: ToolAnnotations | undefined;
}

export const TOOL_OPTIONS: OptionTable<Omit<ToolOptions<undefined, undefined>, keyof ExtensionToolOptions>> = {
  ...ENTRY_OPTIONS,
  input: ANY,
  output: ANY,
  text: FLAG,
  annotations: OBJECT,
};

/** The type that the compiler shows when an object of schemas is passed instead of one schema. */
export interface WrappedShape {
  /** One schema that wraps the schemas. */
  readonly input: 'Wrap it: z.object({ ... })';
}

/** Rejects an object with a schema for each argument, which the official SDK accepts. */
export type Unwrapped<Input> = [Input] extends [StandardSchema | undefined]
  ? unknown
  : [Extract<Input[keyof Input], StandardSchema>] extends [never]
    ? unknown
    : WrappedShape;

/** The arguments that a tool's handler receives: the output of the schema. */
export type ToolArguments<Input> = Input extends Schema ? InferOutput<Input> : Record<string, never>;

/**
 * Runs a tool. Returns a value for the output schema, if there is one, or a complete result.
 *
 * The whole type is conditional, not only its return type: then the compiler knows the output type when it infers literals in a handler,
 * such as `{ type: 'text' }`.
 */
export type ToolHandler<Input, Output> = Output extends Schema
  ? ToolFunction<ToolArguments<Input>, InferInput<Output> | DataReturn<InferInput<Output>> | ToolReturnObject>
  : ToolFunction<ToolArguments<Input>, ToolReturn>;

/** A function that runs a tool, synchronously or asynchronously. */
export type ToolFunction<Args, Returned> = (
  args: Args,
  context: Context,
) => Returned | TaskReturn<Returned> | Promise<Returned | TaskReturn<Returned>>;

/** A registered tool. */
export interface ToolRegistration<
  Input extends Schema | undefined,
  Output extends Schema | undefined,
> extends Updatable<ToolOptions<Input, Output>, ToolHandler<Input, Output>> {
  /**
   * Changes options, the handler, or both. Omitted options are unchanged; `undefined` restores the default. The result is validated like a
   * new tool; if that fails, nothing is changed. Clients are notified only if the list changes.
   *
   * @throws {TypeError} if the tool has been removed, or an option or the handler is invalid.
   * @throws {SchemaError} if a schema is invalid. The message names the place.
   */
  update(changes: ToolOptions<Input, Output>, handler?: ToolHandler<Input, Output>): void;
  /** Changes schemas together with the handler. */
  update<const NewInput extends Schema | undefined = Input, const NewOutput extends Schema | undefined = Output>(
    changes: ToolOptions<NewInput, NewOutput> & Unwrapped<NewInput>,
    handler: ToolHandler<NewInput, NewOutput>,
  ): void;
}

type AnyOptions = ToolOptions<Schema | undefined, Schema | undefined>;

interface ToolEntry {
  readonly tool: Tool;
  readonly input: PreparedSchema | undefined;
  readonly output: PreparedSchema | undefined;
  /** Whether to send structured content also as text. */
  readonly text: boolean;
  readonly access: Access | undefined;
  /** The options that extensions have added. */
  readonly settings: ToolSettings;
  /** The parameters that HTTP headers mirror. */
  readonly paramHeaders: readonly ParamHeader[];
  readonly handler: (args: never, context: Context) => unknown;
}

/** Specification, 2025-11-25: Tools, Tool Names. */
const ADVISED_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** The tools of a server. */
export class Tools implements Feature {
  readonly advice = 'register tools with server.tool(name, options, handler)';
  readonly capabilities = { tools: { listChanged: true } };
  readonly handlers: Feature['handlers'];
  readonly #catalog: Catalog<ToolEntry>;

  readonly #limits: Limits;
  readonly #output: Output;
  readonly #failures: Failures;
  readonly #extensions: FeatureHost['extensionTools'];
  readonly #report: FeatureHost['report'];
  #hasAdvised = false;

  constructor({ pageSize, listChanged, limits, output, failures, extensionTools, report }: FeatureHost) {
    this.#report = report;
    this.#extensions = extensionTools;
    this.#failures = failures;
    this.#limits = limits;
    this.#output = output;
    this.#catalog = new Catalog({
      kind: 'tool',
      listed: ({ tool }) => tool,
      onChange: () => listChanged(Method.notificationsToolsListChanged),
    });
    this.handlers = {
      'tools/list': (params, context) => {
        const visible = (entry: ToolEntry): boolean =>
          isAllowed(entry, context) && this.#listed(entry, context.revision) !== undefined;
        const { entries, ...next } = this.#catalog.page(params.cursor, pageSize, visible);
        return { tools: entries.map((entry) => this.#listed(entry, context.revision)), ...next };
      },
      'tools/call': (params, context) => this.#call(params, context),
    };
  }

  /** Returns whether a tool is registered. */
  has(name: string): boolean {
    return this.#catalog.find(name) !== undefined;
  }

  get isEmpty(): boolean {
    return this.#catalog.size === 0;
  }

  /** Whether every caller receives the same list. */
  get isShared(): boolean {
    return this.#catalog.isShared;
  }

  /** Returns the parameters of a tool that HTTP headers mirror. */
  paramHeaders(name: string): readonly ParamHeader[] {
    return this.#catalog.get(name)?.paramHeaders ?? NO_PARAM_HEADERS;
  }

  /** @throws {TypeError} if the tool is invalid. */
  add<Input extends Schema | undefined, Output extends Schema | undefined>(
    name: string,
    options: ToolOptions<Input, Output>,
    handler: ToolHandler<Input, Output>,
  ): ToolRegistration<Input, Output> {
    if (typeof (name as unknown) !== 'string' || name === '') {
      throw new TypeError(`Invalid tool name ${JSON.stringify(name)}: expected a non-empty string`);
    }
    this.#adviseOn(name);
    const make = (given: AnyOptions, handler: ToolEntry['handler']): ToolEntry => {
      const what = `the tool ${name}`;
      checkHandler(what, handler, given);
      return toolEntry(name, given, handler, this.#settingsOf(what, given));
    };
    return this.#catalog.register(name, make, options, handler) as ToolRegistration<Input, Output>;
  }

  /** The specification only advises against other names (Tools, Tool Names), so they are reported, the first one for all. */
  #adviseOn(name: string): void {
    if (this.#hasAdvised || ADVISED_NAME.test(name)) return;
    this.#hasAdvised = true;
    this.#report(
      new Error(
        `The tool name ${JSON.stringify(name)} may be refused by clients and models: use 1 to 128 ASCII letters, digits, and the characters _ . - ` +
          '(reported for the first such name of a server)',
      ),
    );
  }

  /** @throws {TypeError} if an option is invalid. */
  #settingsOf(what: string, given: AnyOptions): ToolSettings {
    const extensions = this.#extensions;
    const { task } = given as { readonly task?: unknown };
    if (task !== undefined && extensions?.has('task') !== true) throw needsTasks(what.replace('the', 'The'));
    if (extensions !== undefined) return extensions.settingsOf(what, given, TOOL_OPTIONS);
    checkOptions(what, given, TOOL_OPTIONS);
    return {};
  }

  /** Returns a tool as clients of a revision see it; undefined if it is not for them. */
  #listed({ tool, settings }: ToolEntry, revision: string): Tool | undefined {
    return this.#extensions === undefined ? tool : this.#extensions.listed(tool, settings, revision);
  }

  #call(params: CallToolRequestParams, context: Context): Awaitable<ToolOutput> {
    const admitted = admitRequest(this.#limits, 'toolCalls', context);
    return admitted === undefined ? this.#run(params, context) : admitted.then(() => this.#run(params, context));
  }

  #run(params: CallToolRequestParams, context: Context): Awaitable<ToolOutput> {
    const { name, arguments: given = {} } = params;
    const entry = this.#catalog.get(name);
    if (entry === undefined || !isAllowed(entry, context)) throw unknown('tool', name);
    const handled = this.#extensions?.call(this.#callOf(entry, given), params as unknown as ToolSettings, context);
    return (handled as Awaitable<ToolOutput> | undefined) ?? this.#outcome(entry, context, given, this.#handleChecked);
  }

  readonly #handleChecked = (given: object, entry: ToolEntry, context: Context): Awaitable<ToolOutput> =>
    chain(checkedArguments(entry, given, context), this.#handle, entry, context);

  /** Returns a call of a tool that is not a request, for extensions; undefined if the tool does not exist. */
  callOf(name: string, given: object): ExtensionToolCall | undefined {
    const entry = this.#catalog.get(name);
    return entry && this.#callOf(entry, given);
  }

  #callOf(entry: ToolEntry, given: object): ExtensionToolCall {
    return {
      name: entry.tool.name,
      arguments: given,
      settings: entry.settings,
      run: (context) => this.#outcome(entry, context, given, this.#handleChecked),
      check: (context, next) => {
        const checked = (args: unknown): Awaitable<ToolOutput> =>
          next((own) => this.#outcome(entry, own, args, this.#handle)) as Awaitable<ToolOutput>;
        const check = (): Awaitable<ToolOutput> =>
          chain(checkedArguments(entry, given, context), checked, undefined, undefined);
        return this.#outcome(entry, context, undefined, check);
      },
    };
  }

  /** Returns the result of a run, or of the error that it throws. */
  #outcome<Given>(
    entry: ToolEntry,
    context: Context,
    given: Given,
    run: (given: Given, entry: ToolEntry, context: Context) => Awaitable<ToolOutput>,
  ): Awaitable<ToolOutput> {
    const { name } = entry.tool;
    try {
      const result = run(given, entry, context);
      return result instanceof Promise
        ? result.catch((error: unknown) => this.#resultOfError(name, error, context))
        : result;
    } catch (error) {
      return this.#resultOfError(name, error, context);
    }
  }

  readonly #handle = (args: unknown, entry: ToolEntry, context: Context): Awaitable<ToolOutput> =>
    chain(entry.handler(args as never, context), this.#finish, entry, context);

  readonly #finish = (returned: unknown, entry: ToolEntry, context: Context): Awaitable<ToolOutput> => {
    const handled = isObject(returned) ? this.#returned(returned, entry, context) : undefined;
    if (handled !== undefined) return handled;
    const result = resultOf(entry, returned);
    if (!(result instanceof Promise) && !isLong(result)) return this.#sent(entry, returned, result, context);
    return this.#finishLater(result, entry, returned, context);
  };

  /** Finishes a result. Of a long one, each step has a turn of the event loop of its own. */
  async #finishLater(
    result: Awaitable<ToolOutput>,
    entry: ToolEntry,
    returned: unknown,
    context: Context,
  ): Promise<ToolOutput> {
    const made = await result;
    if (!isLong(made)) return this.#sent(entry, returned, made, context);
    await turnOfEventLoop();
    const output = await this.#sent(entry, returned, made, context);
    await turnOfEventLoop();
    return output;
  }

  /** Returns a result as the client receives it. */
  #sent(entry: ToolEntry, returned: unknown, made: ToolOutput, context: Context): Awaitable<ToolOutput> {
    const result = withoutRepeatedText(entry, returned, made, context);
    return this.#output.tool(this.#extensions?.result(result, entry.settings, context) ?? result);
  }

  /** Returns the result for a value of an extension; undefined for any other value. */
  #returned(returned: object, entry: ToolEntry, context: Context): Awaitable<ToolOutput> | undefined {
    const result = this.#extensions?.returned(returned, {
      name: entry.tool.name,
      context,
      continue: (rest) => {
        const finish = (_: undefined, __: ToolEntry, own: Context): Awaitable<ToolOutput> =>
          chain(rest(own), this.#finish, entry, own);
        return (own) => this.#outcome(entry, own, undefined, finish);
      },
    });
    if (result === undefined && returned instanceof TaskReturn) throw needsTasks('asTask');
    return result as Awaitable<ToolOutput> | undefined;
  }

  /** @throws errors that the client receives as protocol errors. */
  #resultOfError(name: string, error: unknown, context: Context): Awaitable<ToolOutput> {
    const isForModel =
      error instanceof ToolError &&
      !requiresUrlElicitation(error, context) &&
      lackedCapability(error, context) === undefined;
    if (isForModel) return this.#output.failure(error.message);
    const isForClient =
      error instanceof ToolError || error instanceof JsonRpcError || error instanceof NotExpressibleError;
    // Nobody waits for the response to a cancelled request.
    if (isForClient || context.signal.aborted) throw error;
    return chain(this.#output.failure(this.#failures.report(name, error)), markFailure, error, undefined);
  }
}

/** @throws {TypeError} if icons, schemas, or metadata are invalid. */
function toolEntry(
  name: string,
  options: AnyOptions,
  handler: ToolEntry['handler'],
  settings: ToolSettings,
): ToolEntry {
  const what = `the tool ${name}`;
  const icons = legalIcons(what, options.icons);
  const { title, description, input, output, text = true, annotations, access, meta } = options;
  const prepared = {
    input: input && prepareSchema(input, { what: `the input of tool ${name}`, object: true }),
    output: output && prepareSchema(output, { what: `the output of tool ${name}`, side: 'output' }),
  };
  const tool: Tool = {
    name,
    ...defined({ title, description, annotations, icons }),
    inputSchema: (prepared.input?.jsonSchema ?? { type: 'object' }) as Tool['inputSchema'],
    ...(prepared.output && { outputSchema: prepared.output.jsonSchema }),
    ...metadata(meta, what),
  };
  return {
    ...prepared,
    tool,
    text,
    access,
    settings,
    paramHeaders: paramHeadersOf(tool.inputSchema),
    handler,
  };
}

function needsTasks(what: string): TypeError {
  return new TypeError(
    `${what} needs tasks: new Server(info, { extensions: [tasks()] }), where tasks is imported from @mcp-gen/sdk/tasks`,
  );
}

function checkedArguments(entry: ToolEntry, given: object, context: Context): unknown {
  return entry.input === undefined ? given : chain(entry.input.validate(given), valueOf, entry, context);
}

/** @throws {JsonRpcError} or {ToolError} if the arguments are invalid. */
function valueOf({ issues, value }: Validation, { tool }: ToolEntry, context: Context): unknown {
  if (issues !== undefined) throw invalidArguments(tool.name, describeIssues(issues), context.revision);
  return value;
}

/**
 * Returns the result for a handler's return value. If the tool has an output schema, only the schema's output is sent: as structured
 * content, and as its text (specification: Tools, Output Schema).
 */
function resultOf(entry: ToolEntry, returned: unknown): Awaitable<ToolOutput> {
  const { output } = entry;
  if (output === undefined) return toToolResult(returned);
  const whole = isStructuredResult(returned) ? returned : undefined;
  if (whole?.isError === true) return toToolResult(whole);
  const validation = output.validate(whole === undefined ? dataOf(returned) : whole.structuredContent);
  return chain(validation, structured, entry, returned);
}

/** Returns the result with the output of the schema as structured content. Other parts of a complete result are kept. */
function structured({ issues, value }: Validation, { tool }: ToolEntry, returned: unknown): ToolOutput {
  if (issues === undefined) {
    const whole = isStructuredResult(returned) ? returned : undefined;
    return whole === undefined ? dataResult(value) : { ...toToolResult(whole), structuredContent: value };
  }
  const differences = describeIssues(issues);
  throw (
    (returned instanceof DataReturn ? returned.mismatch?.(differences) : undefined) ??
    new TypeError(`The tool ${tool.name} returned a value that does not match its output schema: ${differences}`)
  );
}

/** Removes the text that repeats the structured content, if the tool does not want it and the revision supports structured content. */
function withoutRepeatedText(
  { text }: ToolEntry,
  returned: unknown,
  result: ToolOutput,
  { revision }: Context,
): ToolOutput {
  if (text || !isObject(result.structuredContent)) return result;
  if (!holds(features.structuredContent, revision) || isStructuredResult(returned)) return result;
  return { ...result, content: [] };
}

function dataOf(returned: unknown): unknown {
  return returned instanceof DataReturn ? returned.value : returned;
}
