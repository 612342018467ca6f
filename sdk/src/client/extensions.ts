/** Requests of extensions: methods that no revision of the protocol has. */

import { ANY, OBJECT, REQUEST_OPTIONS, type DerivedTimeout, type OptionTable } from '@mcp-gen/runtime/options';
import { InvalidMessageError, type Issue, type RequestOptions } from '@mcp-gen/runtime';
import { isObject, type MethodTable, type RequestEntry, type TableOf } from '@mcp-gen/runtime/codegen/v1';
import { without } from '../properties.js';
import { describeIssues, fromStandard, MAX_ISSUES } from '../schema/issues.js';
import type { Schema } from '../schema/index.js';
import { isOfLibrary, type StandardIssue, type StandardProps } from '../schema/standard.js';
import { compileSchema } from './compileSchema.js';

/** A schema of a library that implements Standard Schema. It need not be convertible to JSON Schema. */
export interface ValidatingSchema {
  /** The properties of the schema, as Standard Schema defines them. */
  readonly '~standard': Omit<StandardProps, 'jsonSchema'>;
}

/** A schema that results are checked against: a Standard Schema of any library, or a JSON Schema 2020-12. */
export type ResultSchema = Schema | ValidatingSchema;

/** Options of a request whose result is described by a schema. */
export interface SchemaRequestOptions<Result extends ResultSchema> extends RequestOptions {
  /** Checks the result, and determines its type. */
  readonly result: Result;
}

/** Options of a request that a generated table describes. */
export interface TableRequestOptions<Requests, Notifications> extends RequestOptions {
  /**
   * Checks params and result, and determines their types. For methods that servers handle, this is `server` of the generated `dispatch.ts`
   * (`mcp-gen generate --extension`).
   */
  readonly table: TableOf<Requests, Notifications>;
}

/** The type of the params of a method in a table of types. */
export type TableParams<Requests, Method extends keyof Requests> = Requests[Method]['params' & keyof Requests[Method]];

/** The type of the result of a method in a table of types. */
export type TableResult<Requests, Method extends keyof Requests> = Requests[Method]['result' & keyof Requests[Method]];

/** Options of a request of an extension, in either form. */
export type ExtensionOptions = RequestOptions & {
  readonly result?: ResultSchema | undefined;
  readonly table?: Pick<MethodTable, 'requests'> | undefined;
};

/** The names of {@link ExtensionOptions}. */
export const EXTENSION_OPTIONS: OptionTable<ExtensionOptions, DerivedTimeout> = {
  ...REQUEST_OPTIONS,
  result: ANY,
  table: OBJECT,
};

/** How a request of an extension is checked. */
export interface Extension {
  /** The validators for the runtime. */
  readonly entry: RequestEntry;
  /** Checks the result against its schema, and returns the parsed value. */
  readonly read: (result: object) => object | Promise<object>;
}

/**
 * Determines how a request of an extension is checked.
 *
 * @throws {TypeError} if the options have both a schema and a table, or the table does not have the method.
 * @throws {SchemaError} if the schema is not a valid JSON Schema.
 */
export async function extensionOf(method: string, { result, table }: ExtensionOptions): Promise<Extension> {
  if (table === undefined) {
    const validate = await validatorOf(method, result);
    return { entry: { ...ANY_ENTRY, name: method }, read: async (value) => accepted(method, await validate(value)) };
  }
  if (result === undefined) return { entry: entryOf(method, table), read: (value) => value };
  throw new TypeError(`The options of ${method} have both result and table. Set only one of them`);
}

/** Accepts any params and result that JSON-RPC allows. */
const ANY_ENTRY = {
  params: (value: unknown) => value === undefined || isObject(value),
  result: isObject,
} satisfies Partial<RequestEntry>;

function entryOf(method: string, { requests }: Pick<MethodTable, 'requests'>): RequestEntry {
  const entry = Object.hasOwn(requests, method) ? requests[method] : undefined;
  if (entry === undefined) {
    throw new TypeError(
      `The table does not have the request ${method}. Valid requests: ${Object.keys(requests).join(', ')}`,
    );
  }
  // The negotiated revision cannot explain definitions of an extension.
  return without(entry, 'paramsType', 'resultType');
}

type Validated = { readonly issues?: readonly Issue[]; readonly value?: unknown };

function accepted(method: string, { issues, value }: Validated): object {
  if (issues === undefined) return value as object;
  throw new InvalidMessageError(
    method,
    `The result of ${method} does not match its schema: ${describeIssues(issues)}`,
    issues,
  );
}

async function validatorOf(
  method: string,
  schema: unknown,
): Promise<(value: object) => Validated | Promise<Validated>> {
  if (isOfLibrary(schema)) {
    const { validate } = schema['~standard'];
    if (typeof validate === 'function') return async (value) => validatedBy(await validate(value));
  } else if (isObject(schema)) {
    const check = await compiled(method, schema);
    return (value) => {
      const issues = check(value);
      return issues.length === 0 ? { value } : { issues };
    };
  }
  throw new TypeError(`Invalid option "result" for ${method}: expected a Standard Schema or a JSON Schema`);
}

/** Converts the issues of a library, which describe expected and actual values in one sentence. */
function validatedBy({ issues, value }: { readonly issues?: readonly StandardIssue[] | undefined; value?: unknown }) {
  if (issues === undefined) return { value };
  return {
    issues: issues.slice(0, MAX_ISSUES).map((issue) => {
      const { pointer, message } = fromStandard(issue);
      return { pointer, message, expected: issue.message, actual: '' };
    }),
  };
}

/** Compiled JSON Schemas, each compiled once. */
const checks = new WeakMap<object, ReturnType<typeof compileSchema>>();

function compiled(method: string, schema: object): ReturnType<typeof compileSchema> {
  const check = checks.get(schema) ?? compileSchema(schema, `the result of ${method}`);
  checks.set(schema, check);
  // The compiler may be loadable later.
  check.catch(() => checks.delete(schema));
  return check;
}
