import {
  checkOptions,
  anyOf,
  FLAG,
  FUNCTION,
  kind,
  OBJECT,
  STRING,
  STRINGS,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import type { GetPromptRequestParams, Prompt, PromptArgument } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { toPromptResult, type PromptReturn } from '../content/index.js';
import { Catalog, type Updatable } from './catalog.js';
import type { ArgumentCompleter } from './argumentCompleter.js';
import { admitRequest, type Context } from './context.js';
import { type Access, ENTRY_OPTIONS, type EntryOptions, isAllowed, metadata } from './entryOptions.js';
import { invalidParams, unknown } from './errorCodes.js';
import type { Feature, FeatureHost } from './feature.js';
import { checkHandler } from './checkHandler.js';
import { defined } from '../properties.js';
import { legalIcons } from '../icons.js';
import type { Limits } from './limits.js';
import { chain, type Awaitable } from '../awaitable.js';
import type { Output } from './output.js';
import { isOfLibrary } from '../schema/standard.js';

/** An argument of a prompt. */
export interface ArgumentOptions {
  /** A display name. Default: none. */
  readonly title?: string | undefined;
  /** A description. Default: none. */
  readonly description?: string | undefined;
  /** Whether the argument is required. Default false. */
  readonly required?: boolean | undefined;
  /** Suggests values (specification: Completion). Default: none. */
  readonly complete?: ArgumentCompleter | undefined;
}

/** The arguments of a prompt, by name. All of them are strings. */
export type PromptArguments = { readonly [name: string]: ArgumentOptions };

/** Options of a prompt. */
export interface PromptOptions<Arguments extends PromptArguments> extends EntryOptions {
  /** Its arguments, by name. Default: none. */
  readonly arguments?: Arguments | undefined;
}

/** A schema is refused because it could convert arguments, which are strings. */
export const PROMPT_OPTIONS: OptionTable<PromptOptions<PromptArguments>> = {
  ...ENTRY_OPTIONS,
  arguments: kind(
    'an object with options for each argument, such as { city: { required: true } }, not a schema',
    (given) => OBJECT.accepts(given) && ![given, ...Object.values(given as PromptArguments)].some(isOfLibrary),
  ),
};

export const ARGUMENT_OPTIONS: OptionTable<ArgumentOptions> = {
  title: STRING,
  description: STRING,
  required: FLAG,
  complete: anyOf(STRINGS, FUNCTION),
};

/** Returns the messages of a prompt. */
export type PromptHandler<Arguments extends PromptArguments> = (
  args: {
    readonly [Name in keyof Arguments]: Arguments[Name] extends { readonly required: true }
      ? string
      : string | undefined;
  },
  context: Context,
) => PromptReturn | Promise<PromptReturn>;

/** A registered prompt. */
export interface PromptRegistration<Arguments extends PromptArguments> extends Updatable<
  PromptOptions<Arguments>,
  PromptHandler<Arguments>
> {
  /**
   * Changes options, the handler, or both. Omitted options are unchanged; `undefined` restores the default. The result is validated like a
   * new prompt; if that fails, nothing is changed. Clients are notified only if the list changes.
   *
   * @throws {TypeError} if the prompt has been removed, or an option or the handler is invalid.
   */
  update(changes: PromptOptions<Arguments>, handler?: PromptHandler<Arguments>): void;
  /** Changes the arguments together with the handler. */
  update<const NewArguments extends PromptArguments = Arguments>(
    changes: PromptOptions<NewArguments>,
    handler: PromptHandler<NewArguments>,
  ): void;
}

/** A prompt in the catalog. */
export interface PromptEntry {
  readonly prompt: Prompt;
  readonly access: Access | undefined;
  readonly arguments: PromptArguments;
  readonly handler: (args: never, context: Context) => PromptReturn | Promise<PromptReturn>;
}

/** The prompts of a server. */
export class Prompts implements Feature {
  readonly advice = 'register prompts with server.prompt(name, options, handler)';
  readonly capabilities = { prompts: { listChanged: true } };
  readonly handlers: Feature['handlers'];
  readonly #catalog: Catalog<PromptEntry>;
  readonly #limits: Limits;
  readonly #output: Output;
  readonly #checkCompletions: FeatureHost['checkCompletions'];

  constructor({ pageSize, listChanged, limits, output, checkCompletions }: FeatureHost) {
    this.#checkCompletions = checkCompletions;
    this.#limits = limits;
    this.#output = output;
    this.#catalog = new Catalog({
      kind: 'prompt',
      listed: ({ prompt }) => prompt,
      onChange: () => listChanged(Method.notificationsPromptsListChanged),
    });
    this.handlers = {
      'prompts/list': (params, context) => {
        const visible = (entry: PromptEntry): boolean => isAllowed(entry, context);
        const { entries, ...next } = this.#catalog.page(params.cursor, pageSize, visible);
        return { prompts: entries.map(({ prompt }) => prompt), ...next };
      },
      'prompts/get': (params, context) => this.#get(params, context),
    };
  }

  /** Returns whether a prompt is registered. */
  has(name: string): boolean {
    return this.#catalog.find(name) !== undefined;
  }

  get isEmpty(): boolean {
    return this.#catalog.size === 0;
  }

  /** Whether values of an argument can be completed. */
  get hasCompleters(): boolean {
    return this.#catalog.registered.some(({ entry }) => hasCompleters(entry));
  }

  /** Whether every caller receives the same list. */
  get isShared(): boolean {
    return this.#catalog.isShared;
  }

  /** @throws {TypeError} if the prompt is invalid. */
  add<Arguments extends PromptArguments>(
    name: string,
    options: PromptOptions<Arguments>,
    handler: PromptHandler<Arguments>,
  ): PromptRegistration<Arguments> {
    if (typeof (name as unknown) !== 'string' || name === '')
      throw new TypeError('Invalid prompt name: expected a non-empty string');
    const make = (given: PromptOptions<PromptArguments>, handler: PromptEntry['handler']): PromptEntry => {
      const entry = promptEntry(name, given, handler);
      if (hasCompleters(entry)) this.#checkCompletions();
      return entry;
    };
    return this.#catalog.register(name, make, options, handler) as PromptRegistration<Arguments>;
  }

  /** Returns a prompt, if the caller may see it. */
  find(name: string, context: Context): PromptEntry | undefined {
    const entry = this.#catalog.get(name);
    return entry && isAllowed(entry, context) ? entry : undefined;
  }

  #get({ name, arguments: given = {} }: GetPromptRequestParams, context: Context): Awaitable<object> {
    const admitted = admitRequest(this.#limits, 'prompts', context);
    return admitted === undefined
      ? this.#make(name, given, context)
      : admitted.then(() => this.#make(name, given, context));
  }

  #make(name: string, given: { readonly [name: string]: string }, context: Context): Awaitable<object> {
    const entry = this.find(name, context);
    if (entry === undefined) throw unknown('prompt', name);
    return chain(entry.handler(checkedArguments(entry, given) as never, context), this.#finish, entry, context);
  }

  readonly #finish = (returned: unknown, { prompt: { description } }: PromptEntry): Awaitable<object> =>
    this.#output.prompt({ ...(description !== undefined && { description }), ...toPromptResult(returned) });
}

function hasCompleters({ arguments: taken }: PromptEntry): boolean {
  return Object.values(taken).some(({ complete }) => complete !== undefined);
}

/** @throws {TypeError} if the options or the handler are invalid. */
function promptEntry(
  name: string,
  options: PromptOptions<PromptArguments>,
  handler: PromptEntry['handler'],
): PromptEntry {
  const what = `the prompt ${name}`;
  checkHandler(what, handler, options);
  checkOptions(what, options, PROMPT_OPTIONS);
  const icons = legalIcons(what, options.icons);
  const { arguments: given = {}, access, meta, ...described } = options;
  for (const [name, each] of Object.entries(given)) {
    checkOptions(`the argument ${name} of ${what}`, each, ARGUMENT_OPTIONS);
  }
  const args = Object.entries<ArgumentOptions>(given).map(
    ([name, { title, description, required }]): PromptArgument => ({
      name,
      ...defined({ title, description, required }),
    }),
  );
  const prompt: Prompt = {
    name,
    ...defined({ ...described, icons }),
    ...(args.length > 0 && { arguments: args }),
    ...metadata(meta, what),
  };
  return { prompt, access, arguments: given, handler };
}

/**
 * Returns the declared arguments. Undeclared arguments are dropped, since handlers do not expect them.
 *
 * @throws {JsonRpcError} if a required argument is missing.
 */
function checkedArguments(
  { prompt, arguments: taken }: PromptEntry,
  given: { readonly [name: string]: string },
): object {
  const names = Object.keys(taken).filter((name) => Object.hasOwn(given, name));
  const missing = prompt.arguments?.find(({ name, required }) => required === true && !names.includes(name));
  if (missing !== undefined) throw invalidParams(`Missing argument ${missing.name} of prompt ${prompt.name}`);
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}
