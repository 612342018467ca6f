import type { RequestOptions } from '@mcp-gen/runtime';
import type { GetPromptResult } from '@mcp-gen/protocol/author';
import type { Client } from '../client/client.js';
import { defined } from '../properties.js';

/**
 * Gets a prompt with its arguments filled in.
 *
 * @param args the arguments; undefined ones are omitted
 * @throws the errors of `Client.getPrompt`.
 */
export async function fillPrompt(
  client: Pick<Client, 'getPrompt'>,
  name: string,
  args: { readonly [name: string]: string | undefined },
  options?: RequestOptions,
): Promise<GetPromptResult> {
  return client.getPrompt(name, defined(args), options);
}
