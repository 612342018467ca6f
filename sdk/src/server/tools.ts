import {
  ANY,
  checkOptions,
  anyOf,
  FLAG,
  group,
  OBJECT,
  oneOf,
  repeating,
  type OptionTable,
} from '@mcp-gen/runtime/options';
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
import type { ServerTasks, TaskMode, TaskRun, ToolTaskOptions } from './taskSupport.js';
import { isStateless } from '../era.js';
import type { Limits } from './limits.js';
import type { Output } from './output.js';

/** Options of a tool. */
export interface ToolOptions<Input extends Schema | undefined, Output extends Schema | undefined> extends EntryOptions {
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
  /**
   * Runs the handler as a task (extension Tasks, and 2025-11-25: Tasks): the client receives a task at once, and fetches the result later.
   * `optional`: if the client supports tasks; other clients wait for the result. `required`: other clients receive an error,
   * and revisions without tasks do not list it. `{ resume:
   * true }`: another process resumes the task if this one ends. The server needs the option `tasks`. Default: never, but see
   * `context.asTask`.
   */
  readonly task?: TaskMode | ToolTaskOptions | undefined;
}

const MODE = oneOf('optional', 'required');

export const TASK_OPTIONS: OptionTable<ToolTaskOptions> = { mode: MODE, resume: FLAG };

export const TOOL_OPTIONS: OptionTable<ToolOptions<undefined, undefined>> = {
  ...ENTRY_OPTIONS,
  input: ANY,
  output: ANY,
  text: FLAG,
  annotations: OBJECT,
  task: repeating({ ...anyOf(MODE, group(TASK_OPTIONS)), expected: 'optional or required' }),
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
  /** Whether it runs as a task. */
  readonly task: TaskMode | undefined;
  /** Whether another process can resume the task. */
  readonly resumes: boolean;
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
  readonly #tasks: ServerTasks | undefined;
  readonly #report: FeatureHost['report'];
  readonly #onLoss: FeatureHost['onLoss'];
  /** The revisions in which hidden tools have been reported. */
  readonly #hidden = new WeakMap<ToolEntry, Set<string>>();
  #hasAdvised = false;

  constructor({ pageSize, listChanged, limits, output, failures, tasks, report, onLoss }: FeatureHost) {
    this.#report = report;
    this.#onLoss = onLoss;
    this.#tasks = tasks;
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
          isAllowed(entry, context) && this.#isCallable(entry, context.revision);
        const { entries, ...next } = this.#catalog.page(params.cursor, pageSize, visible);
        return { tools: entries.map((entry) => listed(entry, context.revision)), ...next };
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
      const entry = toolEntry(name, given, handler);
      if (entry.task !== undefined && this.#tasks === undefined) throw needsTasks(`The tool ${name}`);
      return entry;
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

  /** Returns whether clients of a revision can call a tool, and reports a tool that they cannot call, as the revision does not have tasks. */
  #isCallable(entry: ToolEntry, revision: string): boolean {
    const { tool, task } = entry;
    if (task !== 'required' || holds(features.tasks, revision) || isStateless(revision)) return true;
    const reported = this.#hidden.get(entry) ?? new Set();
    if (reported.has(revision)) return false;
    this.#hidden.set(entry, reported.add(revision));
    const loss = { pointer: '/tools', what: 'a tool that requires a task' };
    this.#onLoss(loss, { method: Method.toolsList, revision, target: tool.name });
    return false;
  }

  #call(params: CallToolRequestParams, context: Context): Awaitable<ToolOutput> {
    const admitted = admitRequest(this.#limits, 'toolCalls', context);
    return admitted === undefined ? this.#run(params, context) : admitted.then(() => this.#run(params, context));
  }

  #run(params: CallToolRequestParams, context: Context): Awaitable<ToolOutput> {
    const { name, arguments: given = {} } = params;
    const entry = this.#catalog.get(name);
    if (entry === undefined || !isAllowed(entry, context)) throw unknown('tool', name);
    const { task } = params as { readonly task?: unknown };
    if (this.#tasks?.runs(entry.task, task, context) === true)
      return this.#start(this.#tasks, entry, given, context, task);
    return this.#outcome(entry, context, (own) => this.#handleChecked(entry, given, own));
  }

  #handleChecked(entry: ToolEntry, given: object, context: Context): Awaitable<ToolOutput> {
    return chain(checkedArguments(entry, given, context), this.#handle, entry, context);
  }

  /** Returns the function that repeats a call of a resumable tool; undefined if the tool is not resumable. */
  resumed(name: string, given: object): TaskRun | undefined {
    const entry = this.#catalog.get(name);
    if (entry?.resumes !== true) return undefined;
    return (context) => this.#outcome(entry, context, (own) => this.#handleChecked(entry, given, own));
  }

  /** Runs the handler as a task. If the client did not request a task, invalid arguments are reported at once, before a task is created. */
  #start(tasks: ServerTasks, entry: ToolEntry, given: object, context: Context, asked: unknown): Awaitable<ToolOutput> {
    const { name } = entry.tool;
    const resumable = entry.resumes ? given : undefined;
    const start = (run: (own: Context) => Awaitable<ToolOutput>): Promise<ToolOutput> => {
      const outcome = (own: Context): Awaitable<ToolOutput> => this.#outcome(entry, own, run);
      return tasks.start(context, { tool: name, run: outcome, asked, resumable }) as Promise<ToolOutput>;
    };
    if (!isStateless(context.revision)) {
      return start((own) => this.#handleChecked(entry, given, own));
    }
    const started = (args: unknown): Promise<ToolOutput> => start((own) => this.#handle(args, entry, own));
    return this.#outcome(entry, context, (own) => chain(checkedArguments(entry, given, own), started, entry, own));
  }

  /** Returns the result of a run, or of the error that it throws. */
  #outcome(
    { tool }: ToolEntry,
    context: Context,
    run: (context: Context) => Awaitable<ToolOutput>,
  ): Awaitable<ToolOutput> {
    try {
      const result = run(context);
      return result instanceof Promise
        ? result.catch((error: unknown) => this.#resultOfError(tool.name, error, context))
        : result;
    } catch (error) {
      return this.#resultOfError(tool.name, error, context);
    }
  }

  readonly #handle = (args: unknown, entry: ToolEntry, context: Context): Awaitable<ToolOutput> =>
    chain(entry.handler(args as never, context), this.#finish, entry, context);

  readonly #finish = (returned: unknown, entry: ToolEntry, context: Context): Awaitable<ToolOutput> => {
    if (returned instanceof TaskReturn) return this.#continueAsTask(returned, entry, context);
    const result = resultOf(entry, returned);
    if (!(result instanceof Promise) && !isLong(result))
      return this.#output.tool(withoutRepeatedText(entry, returned, result, context));
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
    if (!isLong(made)) return this.#output.tool(withoutRepeatedText(entry, returned, made, context));
    await turnOfEventLoop();
    const output = await this.#output.tool(withoutRepeatedText(entry, returned, made, context));
    await turnOfEventLoop();
    return output;
  }

  /** Continues as a task, or within the request if tasks are not supported. */
  #continueAsTask({ run, options }: TaskReturn, entry: ToolEntry, context: Context): Awaitable<ToolOutput> {
    const tasks = this.#tasks;
    if (tasks === undefined) throw needsTasks('asTask');
    const finished = (own: Context): Awaitable<ToolOutput> => chain(run(own as never), this.#finish, entry, own);
    if (!tasks.mayAnswerWithTask(context)) return finished(context);
    const outcome = (own: Context): Awaitable<ToolOutput> => this.#outcome(entry, own, finished);
    return tasks.start(context, { tool: entry.tool.name, run: outcome, options }) as Promise<ToolOutput>;
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

/** @throws {TypeError} if the options or the handler are invalid. */
function toolEntry(name: string, options: AnyOptions, handler: ToolEntry['handler']): ToolEntry {
  const what = `the tool ${name}`;
  checkHandler(what, handler, options);
  checkOptions(what, options, TOOL_OPTIONS);
  const icons = legalIcons(what, options.icons);
  const { title, description, input, output, text = true, annotations, access, meta, task } = options;
  const { mode, resume = false } =
    typeof task === 'object' ? { mode: 'optional' as const, ...defined(task) } : { mode: task };
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
    task: mode,
    resumes: resume,
    paramHeaders: paramHeadersOf(tool.inputSchema),
    handler,
  };
}

/** Returns a tool as it appears in the list of a revision. */
function listed({ tool, task }: ToolEntry, revision: string): Tool {
  if (task === undefined || !holds(features.tasks, revision)) return tool;
  return { ...tool, execution: { taskSupport: task } } as Tool;
}

function needsTasks(what: string): TypeError {
  return new TypeError(
    `${what} needs tasks: new Server(info, { tasks: tasks() }), where tasks is imported from @mcp-gen/sdk/tasks`,
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
  return chain(validation, structured, entry, whole);
}

/** Returns the result with the output of the schema as structured content. Other parts of a complete result are kept. */
function structured(
  { issues, value }: Validation,
  { tool }: ToolEntry,
  whole: ToolReturnObject | undefined,
): ToolOutput {
  if (issues === undefined) {
    return whole === undefined ? dataResult(value) : { ...toToolResult(whole), structuredContent: value };
  }
  throw new TypeError(
    `The tool ${tool.name} returned a value that does not match its output schema: ${describeIssues(issues)}`,
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
