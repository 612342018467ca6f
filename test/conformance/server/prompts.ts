/** The prompts that the suite gets. */

import type { ContentBlock, GetPromptResult, PromptArgument } from '@mcp-gen/protocol/2025-11-25';
import { PNG } from './media.js';

/** One prompt: how it is listed, and what it says. */
export interface PromptDefinition {
  readonly description: string;
  readonly arguments?: PromptArgument[];
  get(given: { readonly [name: string]: string }): GetPromptResult;
}

export const prompts: { readonly [name: string]: PromptDefinition } = {
  test_simple_prompt: {
    description: 'Says something',
    get: () => said({ type: 'text', text: 'Hello' }),
  },
  test_prompt_with_arguments: {
    description: 'Says what it is given',
    arguments: [
      { name: 'arg1', required: true },
      { name: 'arg2', required: true },
    ],
    get: ({ arg1, arg2 }) => said({ type: 'text', text: `${arg1} and ${arg2}` }),
  },
  test_prompt_with_embedded_resource: {
    description: 'Hands out a resource',
    arguments: [{ name: 'resourceUri', required: true }],
    get: ({ resourceUri = '' }) =>
      said({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'A resource' } }),
  },
  test_prompt_with_image: {
    description: 'Shows a picture',
    get: () => said({ type: 'image', data: PNG, mimeType: 'image/png' }),
  },
};

function said(content: ContentBlock): GetPromptResult {
  return { messages: [{ role: 'user', content }] };
}
