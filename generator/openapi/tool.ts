/** Makes tools of operations. */

import { makeCall, type Call } from './call.js';
import { Gaps } from './gaps.js';
import type { Operation } from './operation.js';
import { LIMITS, SchemaConverter, SMALL_LIMITS, type JsonSchema, type SchemaLimits } from './convertSchemas.js';
import type { Direction } from './properties.js';
import { refusalOf } from './schemaCompiler.js';
import { shortened, startOf } from './shortened.js';
import type { ToolContext } from './toolContext.js';
import type { ChosenTool } from './toolSettings.js';
import { snakeCase, uniqueNames } from './toolNames.js';

/** Hints of the protocol about a tool. */
export interface Hints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
}

/** A tool of a generated server. */
export interface ApiTool {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly annotations: Hints;
  /** The calls that it can make, by the name of the argument that has their arguments. A tool with one call has its arguments itself. */
  readonly calls: readonly { readonly name: string; readonly call: Call }[];
  readonly input: JsonSchema;
  /** Undefined if results are not JSON, or come from several operations or several kinds of success. */
  readonly output: JsonSchema | undefined;
  /** The path of the resource with the same content; undefined if there is none. */
  readonly resource: string | undefined;
}

const MAX_TITLE = 100;
/** The maximum characters of the description of a tool, and of each call of a tool with several. */
const MAX_TOOL_DESCRIPTION = 600;
const MAX_CALL_DESCRIPTION = 200;

/** Returns the tool of some operations. */
export function makeTool(
  chosen: ChosenTool,
  operations: readonly [Operation, ...(readonly Operation[])],
  context: ToolContext,
): ApiTool {
  const [first] = operations;
  const names = uniqueNames(operations.map((operation) => callName(operation)));
  const { made: named, schema: input } = withinLimits('input', first.pointer, context, (converter, gaps) => {
    const calls = operations.map((operation, index) => ({
      name: names[index] ?? '',
      call: makeCall(operation, converter, { ...context, gaps }),
    }));
    return { made: calls, schema: calls.length === 1 ? calls[0]?.call.input : groupInput(calls) };
  });
  const only = named.length === 1 ? named[0]?.call : undefined;
  const title = only === undefined ? undefined : first.summary;
  return {
    name: chosen.name,
    title: title === undefined ? undefined : shortened(title, MAX_TITLE),
    description:
      chosen.description ?? (only === undefined ? groupDescription(operations) : describe(first, MAX_TOOL_DESCRIPTION)),
    annotations: hintsOf(operations),
    calls: named,
    input: input ?? { type: 'object' },
    output: only === undefined ? undefined : outputOf(only, context),
    resource: only === undefined ? undefined : resourceOf(only),
  };
}

function callName({ id, key }: Operation): string {
  const name = snakeCase(id ?? key);
  return name === '' ? 'call' : name;
}

/** The input of a tool with several calls: exactly one of them, with its arguments. */
function groupInput(named: ApiTool['calls']): JsonSchema {
  const properties = named.map(({ name, call }) => [
    name,
    { ...call.input, description: describe(call.operation, MAX_CALL_DESCRIPTION) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as object,
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  };
}

function groupDescription(operations: readonly Operation[]): string {
  const summaries = operations.map((operation) => describe(operation, 80).replace(/[.…]$/, ''));
  return `Does exactly one of these: ${shortened(summaries.join('; '), MAX_TOOL_DESCRIPTION)}.`;
}

function describe({ summary, description, key, deprecated }: Operation, longest: number): string {
  const own = startOf(description ?? '', longest);
  const title = summary === undefined ? undefined : startOf(summary, longest);
  // Many descriptions repeat the summary.
  const isRepeated = title === undefined || startsWith(own, title.replace(/\.$/, ''));
  const text = isRepeated ? own : `${title.replace(/([^.!?])$/, '$1.')} ${own}`;
  return shortened(`${deprecated ? 'Deprecated. ' : ''}${text.trim() === '' ? key : text}`, longest);
}

/** Returns whether a text starts with another, in any case. */
function startsWith(text: string, start: string): boolean {
  return text.slice(0, start.length).toLowerCase() === start.toLowerCase();
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);

/** Returns what the methods promise (RFC 9110, Common Method Properties). */
function hintsOf(operations: readonly Operation[]): Hints {
  const methods = operations.map(({ method }) => method);
  if (methods.every((method) => READING.has(method))) return { readOnlyHint: true };
  const isIdempotent = methods.every((method) => READING.has(method) || method === 'PUT' || method === 'DELETE');
  return {
    ...(methods.includes('DELETE') && { destructiveHint: true }),
    ...(isIdempotent && { idempotentHint: true }),
  };
}

/**
 * Makes something with a schema that servers accept: with smaller limits if they refuse the first one, and without a schema if they refuse
 * the second one, too.
 *
 * @param place where the gap of a schema that was refused is
 */
function withinLimits<Made>(
  direction: Direction,
  place: string,
  { references, gaps, compile }: ToolContext,
  make: (converter: SchemaConverter, gaps: Gaps) => { readonly made: Made; readonly schema: JsonSchema | undefined },
): { readonly made: Made; readonly schema: JsonSchema | undefined } {
  const attempt = (limits: SchemaLimits) => {
    const own = new Gaps();
    const converter = new SchemaConverter({ references, gaps: own, compile }, direction, limits);
    const { made, schema } = make(converter, own);
    const whole = schema && withDefinitions(schema, converter.definitions());
    return { made, schema: whole, gaps: own, refusal: whole && refusalOf(whole, compile) };
  };
  const first = attempt(LIMITS);
  const { made, schema, gaps: found, refusal } = first.refusal === undefined ? first : attempt(SMALL_LIMITS);
  gaps.addAll(found);
  if (refusal === undefined) return { made, schema };
  const what = direction === 'input' ? 'the arguments, so any are accepted' : 'the result, so it is left out';
  gaps.add(place, `servers refuse the schema of ${what}: ${refusal}`);
  return { made, schema: undefined };
}

function outputOf({ operation, result }: Call, context: ToolContext): JsonSchema | undefined {
  const { content, hasOtherSuccess } = operation.details().success;
  if (result !== 'json' || content === undefined || hasOtherSuccess) return undefined;
  // The root states its type itself, since older revisions need that.
  const root = context.references.followSchema(content.schema.value, content.schema.pointer);
  const { schema } = withinLimits('output', content.schema.pointer, context, (converter) => ({
    made: undefined,
    schema: converter.convert(root),
  }));
  return Object.keys(schema ?? {}).some((keyword) => keyword !== 'description') ? schema : undefined;
}

function withDefinitions(schema: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>): JsonSchema {
  return definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) };
}

/** Operations that only read, and need no arguments, are also resources. */
function resourceOf({ operation, parameters, body, result }: Call): string | undefined {
  const isPlain = operation.method === 'GET' && parameters.length === 0 && body === undefined && result !== 'none';
  return isPlain && !operation.path.includes('{') && /^\/[\w./-]*$/.test(operation.path) ? operation.path : undefined;
}
