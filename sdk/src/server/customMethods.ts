/** Requests that the protocol does not define: the server's own, and those of extensions. */

import { ANY, checkOptions, describe, OBJECT, STRING, type OptionTable } from '@mcp-gen/runtime/options';
import type { Capabilities, RequestEntry } from '@mcp-gen/runtime';
import { isObject, type TableOf } from '@mcp-gen/runtime/codegen/v1';
import type { AuthorRequests } from '@mcp-gen/protocol/author';
import { apiFor } from '../apiFor.js';
import { without } from '../properties.js';
import { checkExtensionName } from '../extensionName.js';
import { describeIssues, prepareSchema, type InferInput, type InferOutput, type Schema } from '../schema/index.js';
import { ACCESS, isAllowed, type Access } from './entryOptions.js';
import type { Context } from './context.js';
import { invalidParams, methodNotFound } from './errorCodes.js';
import { checkHandler } from './checkHandler.js';
import { isProtocolMethod } from '../registry.js';
import type { Answer } from './middleware.js';

/** Options of a method that the protocol does not define. */
export interface MethodOptions<Params extends Schema | undefined, Result extends Schema | undefined> {
  /**
   * The schema of the params, an object: any Standard Schema, or a JSON Schema. `_meta` is not part of it; see `context.meta`. Default: any
   * params are accepted.
   */
  readonly params?: Params | undefined;
  /** The schema of the result, an object. The handler's result is checked against it. Default: any object. */
  readonly result?: Result | undefined;
  /** The identifier of the extension that the method belongs to, declared to clients: `com.example/search`. Default: none. */
  readonly extension?: string | undefined;
  /** Settings of that extension, declared with it: `{ directoryRead: true }`. The settings of all its methods are merged. Default: none. */
  readonly settings?: { readonly [name: string]: unknown } | undefined;
  /** Who may call the method. For other callers it does not exist. Default: every caller. */
  readonly access?: Access | undefined;
}

export const METHOD_OPTIONS: OptionTable<MethodOptions<undefined, undefined>> = {
  params: ANY,
  result: ANY,
  extension: STRING,
  settings: OBJECT,
  access: ACCESS,
};

/** The params that the handler of a custom method receives: the output of the schema. */
export type MethodParams<Params> = Params extends Schema ? InferOutput<Params> : { readonly [name: string]: unknown };

/** The result that the handler of a custom method returns. */
export type MethodReturn<Result> = Result extends Schema ? InferInput<Result> : object;

/** Handles the requests of a custom method. */
export type MethodHandler<Params, Result> = (
  params: MethodParams<Params>,
  context: Context,
) => MethodReturn<Result> | Promise<MethodReturn<Result>>;

/** A generated table of methods: `server` of a revision that was generated with an extension. */
export type RequestTable<Requests> = TableOf<Requests, unknown>;

/** Handlers by method, for methods of a generated table that the protocol does not have. */
export type TableHandlers<Requests> = {
  readonly [Method in Exclude<keyof Requests, keyof AuthorRequests>]?: Requests[Method] extends {
    readonly params: infer Params;
    readonly result: infer Result;
  }
    ? (params: Params, context: Context) => Result | Promise<Result>
    : never;
};

type Call = (params: unknown, context: Context) => unknown;

interface CustomMethod {
  readonly entry: RequestEntry;
  readonly settings: MethodOptions<undefined, undefined>['settings'];
  readonly access: Access | undefined;
  readonly call: Call;
}

/** A method name, in the characters that the protocol's own methods use: `acme/search`. JSON-RPC reserves names that begin with `rpc.`. */
// oxlint-disable-next-line mcp-gen/protocol-literals -- it refuses all notifications, also those that no revision has.
const METHOD = /^(?!rpc\.|notifications\/)[A-Za-z0-9_$][A-Za-z0-9_$./-]{0,99}$/;

/** The path prefix of an extension's capability. */
const CAPABILITY = 'extensions.';

/** The custom methods of a server. */
export class CustomMethods {
  readonly #methods = new Map<string, CustomMethod>();
  #isFixed = false;

  /**
   * @throws {TypeError} if the method is invalid, defined by the protocol, already registered, or registered after the server was started.
   */
  add<Params extends Schema | undefined, Result extends Schema | undefined>(
    name: string,
    options: MethodOptions<Params, Result>,
    handler: MethodHandler<Params, Result>,
  ): void {
    this.#check(name);
    const what = `the method ${name}`;
    const given: { readonly options: unknown; readonly handler: unknown } = { options, handler };
    if (typeof given.options === 'function' && given.handler === undefined) {
      throw new TypeError(`Missing options for ${what}: it is not a method of the protocol${apiFor(name)}`);
    }
    checkHandler(what, handler);
    checkOptions(what, options, METHOD_OPTIONS);
    const { params, result, extension, settings, access } = options;
    if (extension !== undefined) checkExtensionName(extension, what);
    if (settings !== undefined && extension === undefined) {
      throw new TypeError(`Invalid option "settings" for ${what}: expected an object, with the option "extension"`);
    }
    const call = checked(name, { params, result }, handler as Call);
    const entry: RequestEntry = {
      name,
      params: isOptionalObject,
      result: isObject,
      ...(extension !== undefined && { capability: `${CAPABILITY}${extension}` }),
    };
    this.#methods.set(name, { entry, settings, access, call });
  }

  /** @throws {TypeError} with the conditions of `add`, and for a handler of a method that is not in the table. */
  addTable<Requests>(table: RequestTable<Requests>, handlers: TableHandlers<Requests>): void {
    const requests: unknown = (table as Partial<typeof table> | undefined)?.requests;
    if (!isObject(requests))
      throw new TypeError('The table of methods does not have requests: pass `server` of generated code');
    if (!isObject(handlers))
      throw new TypeError('The handlers of a table must be an object with a function for each method');
    const given = Object.entries<unknown>(handlers).filter(([, handler]) => handler !== undefined);
    const added = given.map(([name, handler]) => {
      this.#check(name);
      if (!Object.hasOwn(requests, name)) {
        throw new TypeError(
          `The table does not have the request ${name}. Valid requests: ${Object.keys(requests).join(', ')}`,
        );
      }
      checkHandler(`the method ${name}`, handler);
      return [
        name,
        { entry: requests[name] as RequestEntry, settings: undefined, access: undefined, call: handler as Call },
      ] as const;
    });
    for (const [name, method] of added) this.#methods.set(name, method);
  }

  /** The checks of params and result, by method. The first read ends the registration of methods. */
  get entries(): { readonly [method: string]: RequestEntry } {
    this.#isFixed = true;
    return Object.fromEntries([...this.#methods].map(([name, { entry }]) => [name, entry]));
  }

  /**
   * The capabilities to declare in addition to those of the entries: the settings of extensions. Revisions up to 2025-11-25 have only the
   * field `experimental` for extensions; clients of any revision may read `extensions`.
   */
  get capabilities(): Capabilities {
    const extensions: { [identifier: string]: object } = {};
    for (const { entry, settings } of this.#methods.values()) {
      if (entry.capability?.startsWith(CAPABILITY) !== true) continue;
      const identifier = entry.capability.slice(CAPABILITY.length);
      extensions[identifier] = { ...extensions[identifier], ...settings };
    }
    return Object.keys(extensions).length === 0 ? {} : { extensions, experimental: extensions };
  }

  /** Calls the handler of a custom method. */
  readonly answer: Answer = async ({ method, params, context }) => {
    const found = this.#methods.get(method);
    if (found === undefined || !isAllowed(found, context)) {
      throw methodNotFound(method);
    }
    const result: unknown = await found.call(params, context);
    if (isObject(result)) return result;
    throw new TypeError(`The handler of ${method} must return an object, not ${describe(result)}`);
  };

  #check(name: unknown): void {
    if (typeof name !== 'string' || !METHOD.test(name)) {
      throw new TypeError(`Invalid method name ${JSON.stringify(name)}: expected a name such as acme/search`);
    }
    if (isProtocolMethod(name)) throw new TypeError(`${name} is a method of the protocol and cannot be replaced`);
    if (this.#methods.has(name)) throw new TypeError(`The method ${name} is already registered`);
    this.checkOpen(name);
  }

  /** @throws {TypeError} if the server was started. */
  checkOpen(name: string): void {
    if (this.#isFixed) {
      throw new TypeError(
        `The method ${name} was registered after the server was started. Register methods before that`,
      );
    }
  }
}

/** Returns a function that checks the params, calls the handler, and checks the result. */
function checked(
  name: string,
  schemas: { readonly params: Schema | undefined; readonly result: Schema | undefined },
  handler: Call,
): Call {
  const params = schemas.params && prepareSchema(schemas.params, { what: `the params of ${name}`, object: true });
  const result =
    schemas.result && prepareSchema(schemas.result, { what: `the result of ${name}`, side: 'output', object: true });
  return async (given, context) => {
    const own = without(given ?? {}, '_meta');
    const taken = params === undefined ? { value: own } : await params.validate(own);
    if (taken.issues !== undefined) throw invalidParams(`Invalid params for ${name}: ${describeIssues(taken.issues)}`);
    const returned = await handler(taken.value, context);
    if (result === undefined) return returned;
    const made = await result.validate(returned);
    if (made.issues === undefined) return made.value;
    throw new TypeError(`The method ${name} returned an invalid result: ${describeIssues(made.issues)}`);
  };
}

function isOptionalObject(value: unknown): boolean {
  return value === undefined || isObject(value);
}
