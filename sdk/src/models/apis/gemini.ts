import type { ModelSchema } from '../modelSchema.js';
import { textOf } from '../callOutcome.js';
import { PDF, type Api } from './api.js';

/** A function declaration of the Gemini API. */
export interface GeminiTool {
  name: string;
  description?: string;
  parametersJsonSchema: ModelSchema;
}

/** A part with the result of a call, for the next content of the role `user`. */
export interface GeminiResult {
  functionResponse: {
    id?: string;
    name: string;
    response: { output: string } | { error: string };
    parts?: { inlineData: { mimeType: string; data: string } }[];
  };
}

/** A function call of a response. */
export interface GeminiCall {
  readonly id?: string;
  readonly name?: string;
  readonly args?: { readonly [name: string]: unknown };
}

export const gemini: Api<GeminiTool[], readonly GeminiCall[] | undefined, GeminiResult> = {
  media: new Set(['image/png', 'image/jpeg', 'image/webp', PDF]),
  define: (tools) =>
    tools.map(({ name, description, schema }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      parametersJsonSchema: schema,
    })),
  // Calls have ids only in some versions of the API.
  callsOf: (calls = []) => calls.map(({ id = '', name = '', args = {} }) => ({ id, name, input: args })),
  result({ id, name }, output) {
    const text = textOf(output);
    const parts = output.parts.flatMap(({ data, ...part }) =>
      data === undefined || !('mimeType' in part) ? [] : [{ inlineData: { mimeType: part.mimeType, data } }],
    );
    return {
      functionResponse: {
        ...(id === '' ? {} : { id }),
        name,
        response: output.isError ? { error: text } : { output: text },
        ...(parts.length === 0 ? {} : { parts }),
      },
    };
  },
};
