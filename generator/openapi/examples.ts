/** Makes an example of each call, for the tests of a project: arguments that the tool accepts, and a response that it can return. */

import { isObject } from '../jsonValues.js';
import type { SentBody } from './body.js';
import { BODY, type Call } from './call.js';
import { expectedRequest, type ExpectedRequest } from './expectedRequest.js';
import { MOST_EXAMPLES, type Content } from './operation.js';
import { sizeOf } from './largeValues.js';
import type { Direction } from './properties.js';
import { sampleOf, type SampleContext } from './sample.js';
import type { ApiTool } from './tool.js';

/** A file in base64. */
const FILE = 'AAEC';

/** One call, and how the API answers it. */
export interface CallExample {
  readonly tool: string;
  /** The method and path of the operation. */
  readonly operation: string;
  readonly arguments: { readonly [name: string]: unknown };
  readonly request: ExpectedRequest & {
    /** A regular expression for the path. */
    readonly pattern: string;
  };
  readonly response: {
    readonly status: number;
    readonly type?: string;
    readonly body?: string;
    readonly base64?: string;
  };
  /** Why the call is not tested, or false. */
  readonly skip: string | false;
}

/** Returns an example for each call of a tool. */
export function examplesOf(tool: ApiTool, context: SampleContext): readonly CallExample[] {
  const [isInput, isOutput] = [tool.input, tool.output ?? {}].map((schema) => {
    const check = context.compile(schema);
    return (value: unknown): boolean => check(value).length === 0;
  }) as [(value: unknown) => boolean, (value: unknown) => boolean];
  return tool.calls.map(({ name, call }): CallExample => {
    const wrap = (args: CallExample['arguments']): CallExample['arguments'] =>
      tool.calls.length > 1 ? { [name]: args } : args;
    const input = argumentCandidates(call, context).find((each) => isInput(wrap(each)));
    const { content, status } = call.operation.details().success;
    const isJson = call.result === 'json' && content !== undefined;
    const outputs = isJson ? candidates(content, context, 'output') : [undefined];
    const output = outputs.find((each) => each !== undefined && isOutput(each));
    const noInput =
      input === undefined ? 'the document has no valid example of its arguments, and none could be made' : undefined;
    const noOutput =
      isJson && output === undefined
        ? 'the document has no valid example of its result, and none could be made'
        : undefined;
    return {
      tool: tool.name,
      operation: call.operation.key,
      arguments: wrap(input ?? {}),
      request: { ...expectedRequest(call, input ?? {}), pattern: patternOf(call.operation.path) },
      response: responseOf(call, status, content, output),
      skip: noInput ?? noOutput ?? false,
    };
  });
}

/** Returns arguments to try: with the examples of the document, with those of the schemas, and with neither; all, or only required ones. */
function argumentCandidates(
  { operation, parameters, body, input }: Call,
  context: SampleContext,
): CallExample['arguments'][] {
  const details = operation.details();
  const required = new Set(input['required'] as string[] | undefined);
  const found = new Map(
    details.parameters.map((each) => [`${each.in} ${each.name}`, candidates(each, context, 'input')]),
  );
  const isPlain = body?.kind === 'text' || body?.kind === 'bytes';
  const bodies = details.body === undefined ? [] : isPlain ? [FILE] : candidates(details.body, context, 'input');
  return [0, 1, 2].flatMap((attempt) => {
    const entries = parameters.map(({ argument, name, in: place }) => {
      const all = found.get(`${place} ${name}`) ?? [];
      return [argument, all[Math.min(attempt, all.length - 1)]] as const;
    });
    if (body !== undefined) entries.push([BODY, withFiles(body, bodies[Math.min(attempt, bodies.length - 1)])]);
    const made = entries.filter(([, value]) => value !== undefined);
    const all = Object.fromEntries(made);
    const needed = Object.fromEntries(made.filter(([name]) => required.has(name)));
    return [all, needed];
  });
}

/** Examples of files are rarely what a file can be given as. */
function withFiles({ kind, files }: SentBody, value: unknown): unknown {
  if (!isObject(value)) return kind === 'form' || kind === 'multipart' ? {} : value;
  const fileFor = (each: unknown): unknown => (Array.isArray(each) ? [FILE] : FILE);
  const names = new Set(files);
  const entries = Object.entries(value).map(([name, each]) => [name, names.has(name) ? fileFor(each) : each]);
  return Object.fromEntries(entries) as object;
}

function candidates(
  content: Pick<Content, 'schema' | 'examples'>,
  context: SampleContext,
  direction: Direction,
): readonly unknown[] {
  const { schema, examples } = content;
  const small = examples.slice(0, MOST_EXAMPLES).filter((example) => sizeOf(example) < Infinity);
  return [
    ...small,
    sampleOf(schema, { ...context, direction, useExamples: true }),
    sampleOf(schema, { ...context, direction, useExamples: false }),
  ];
}

function responseOf(
  { result }: Call,
  status: number,
  content: Content | undefined,
  output: unknown,
): CallExample['response'] {
  if (result === 'none' || content === undefined) return { status };
  const type = content.mediaType;
  if (result === 'json') return { status, type, body: JSON.stringify(output ?? null) };
  return result === 'text' ? { status, type, body: 'text' } : { status, type, base64: FILE };
}

function patternOf(path: string): string {
  const [plain = path] = path.split(/[?#]/);
  const encoded = plain
    .split(/\{[^{}]+\}/)
    .map((part) => encodeURI(part.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll('%25', '%'));
  const parts = encoded.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^${parts.join('[^/]+')}$`;
}
