import type { ModelTool } from '../modelTool.js';
import { outputOf, textOf, type CallOutcome, type Output } from '../callOutcome.js';
import { IMAGES, PDF, type Api, type Run } from './api.js';

/** Marks schemas of the AI SDK, as its function `jsonSchema` does. */
const SCHEMA = Symbol.for('vercel.ai.schema');

/** A tool of the AI SDK (versions 6 and 7), which calls the tool itself. */
export interface AiSdkTool {
  type: 'dynamic';
  description?: string;
  /** A schema of the AI SDK. Its type can be named only with the package `ai`: `never` is assignable to it. */
  inputSchema: never;
  /** Calls the tool. */
  execute(input: unknown, options: { toolCallId: string; abortSignal?: AbortSignal | undefined }): Promise<CallOutcome>;
  /** Converts what a call returned for the model. */
  toModelOutput(options: { output: unknown }): AiSdkOutput;
}

/** The output of a call, for the model. */
export type AiSdkOutput =
  | { type: 'error-text'; value: string }
  | {
      type: 'content';
      value: (
        | { type: 'text'; text: string }
        | { type: 'image-data'; data: string; mediaType: string }
        | { type: 'file-data'; data: string; mediaType: string; filename: string }
      )[];
    };

/** A part with the result of a call, for a message of the role `tool`. */
export interface AiSdkResult {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: AiSdkOutput;
}

/** A tool call of a response. */
export interface AiSdkCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  /** Whether the vendor has run the tool: such calls are skipped. */
  readonly providerExecuted?: boolean | undefined;
}

const media = new Set([...IMAGES, PDF]);

export const aiSdk: Api<{ [name: string]: AiSdkTool }, readonly AiSdkCall[], AiSdkResult> = {
  media,
  define: (tools, run) => Object.fromEntries(tools.map((tool) => [tool.name, define(tool, run)])),
  callsOf: (calls) =>
    calls
      .filter(({ providerExecuted }) => providerExecuted !== true)
      .map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input })),
  result: ({ id, name }, output) => ({ type: 'tool-result', toolCallId: id, toolName: name, output: written(output) }),
};

function define({ name, description, schema }: ModelTool, run: Run): AiSdkTool {
  return {
    type: 'dynamic',
    ...(description === undefined ? {} : { description }),
    // Servers check arguments, so the schema only describes them.
    inputSchema: { [SCHEMA]: true, _type: undefined, jsonSchema: schema, validate: undefined } as never,
    execute: (input, { toolCallId, abortSignal }) => run({ id: toolCallId, name, input }, abortSignal),
    toModelOutput: ({ output }) => written(outputOf(output as CallOutcome, media)),
  };
}

function written(output: Output): AiSdkOutput {
  if (output.isError) return { type: 'error-text', value: textOf(output) };
  return {
    type: 'content',
    value: output.parts.map((part) => {
      if (part.text !== undefined) return { type: 'text', text: part.text };
      const { data, mimeType: mediaType, name: filename } = part;
      if (mediaType === PDF) return { type: 'file-data', data, mediaType, filename };
      return { type: 'image-data', data, mediaType };
    }),
  };
}
