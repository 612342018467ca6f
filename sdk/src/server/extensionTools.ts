/** What extensions add to the tools of a server. */

import { checkOptions, type AnyOptionTable } from '@mcp-gen/runtime/options';
import type { Tool } from '@mcp-gen/protocol/author';
import type { Awaitable } from '../awaitable.js';
import { addedOptions } from '../extension/addedOptions.js';
import type { Context } from './context.js';

/** The values of the options that extensions add to tools, for one tool. */
export type ToolSettings = { readonly [option: string]: unknown };

/** A call of a tool, for extensions. */
export interface ExtensionToolCall {
  /** The name of the tool. */
  readonly name: string;
  /** The arguments of the client, unchecked. */
  readonly arguments: object;
  /** The options of the tool that extensions have added. */
  readonly settings: ToolSettings;
  /**
   * Checks the arguments, and calls the handler of the tool with a context. Resolves with the complete result, also that of an error which is
   * for the model. Throws errors that are for the client.
   */
  readonly run: (context: Context) => Awaitable<object>;
  /**
   * Checks the arguments now, and calls a function with one that calls the handler. Resolves with what the function returns, or with the
   * result of invalid arguments.
   */
  readonly check: (context: Context, next: (run: ExtensionToolCall['run']) => Awaitable<object>) => Awaitable<object>;
}

/** A value that the handler of a tool has returned, for extensions. */
export interface ReturnedByTool {
  /** The name of the tool. */
  readonly name: string;
  /** The context of the handler. */
  readonly context: Context;
  /**
   * Returns a function that runs more of the handler, with a context: what `rest` returns becomes the result of the tool, as if the handler
   * had returned it.
   */
  readonly continue: (rest: (context: Context) => unknown) => ExtensionToolCall['run'];
}

/** What an extension adds to tools. Its functions are called in every revision, since the options of tools may concern all of them. */
export interface ServerToolHooks {
  /** The options that it adds to tools, as data. Default: none. */
  readonly options?: AnyOptionTable | undefined;
  /** Returns a tool as clients of a revision see it; undefined if it is not for them. Default: unchanged. */
  readonly list?: ((tool: Tool, settings: ToolSettings, revision: string) => Tool | undefined) | undefined;
  /**
   * Called for a call of a tool that exists for the caller, within its rate limit, before its arguments are checked. Returns the result of the
   * call; undefined to call the handler as usual. `params` are those of the request. Default: calls are not changed.
   */
  readonly call?:
    | ((call: ExtensionToolCall, params: ToolSettings, context: Context) => Awaitable<object> | undefined)
    | undefined;
  /**
   * Returns the result of a handler as its client receives it, also that of a handler that has run as a task. Not called for results of failed
   * handlers. Default: unchanged.
   */
  readonly result?: ((result: object, settings: ToolSettings, context: Context) => object) | undefined;
  /** Called with the objects that handlers return. Returns the result for a value of the extension; undefined for any other. Default: none. */
  readonly returned?: ((value: object, tool: ReturnedByTool) => Awaitable<object> | undefined) | undefined;
}

/** What all extensions of a server add to its tools. */
export class ExtensionTools {
  readonly #hooks: readonly ServerToolHooks[];
  readonly #options: AnyOptionTable;

  /** @throws {TypeError} if two extensions, or an extension and tools, have the same option. */
  constructor(hooks: readonly (ServerToolHooks & { readonly id: string })[], usual: AnyOptionTable) {
    this.#hooks = hooks;
    this.#options = addedOptions('tools', hooks, usual);
  }

  /** Returns whether an extension adds an option. */
  has(option: string): boolean {
    return Object.hasOwn(this.#options, option);
  }

  /** Checks the options of a tool, and returns those of extensions. */
  settingsOf(what: string, given: object, usual: AnyOptionTable): ToolSettings {
    checkOptions(what, given, { ...usual, ...this.#options });
    return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(this.#options, name)));
  }

  /** Returns a tool as clients of a revision see it. */
  listed(tool: Tool, settings: ToolSettings, revision: string): Tool | undefined {
    let seen: Tool | undefined = tool;
    for (const { list } of this.#hooks) seen = seen && list !== undefined ? list(seen, settings, revision) : seen;
    return seen;
  }

  /** Returns the result of a call that an extension handles. */
  call(call: ExtensionToolCall, params: ToolSettings, context: Context): Awaitable<object> | undefined {
    for (const hook of this.#hooks) {
      const result = hook.call?.(call, params, context);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  /** Returns the result of a handler as its client receives it. */
  result<Result extends object>(result: Result, settings: ToolSettings, context: Context): Result {
    let seen: object = result;
    for (const hook of this.#hooks) seen = hook.result?.(seen, settings, context) ?? seen;
    return seen as Result;
  }

  /** Returns the result for a value of an extension that a handler has returned. */
  returned(value: object, tool: ReturnedByTool): Awaitable<object> | undefined {
    for (const hook of this.#hooks) {
      const result = hook.returned?.(value, tool);
      if (result !== undefined) return result;
    }
    return undefined;
  }
}
