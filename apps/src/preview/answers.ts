/** What the page of the preview asks the server for, through this process. */

import { JsonRpcError, ErrorCode } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Client } from '@mcp-gen/sdk/client';

/** A question of the page. */
export type Question =
  | { readonly method: 'tools' }
  | { readonly method: 'readResource'; readonly uri: string }
  | { readonly method: 'callTool'; readonly name: string; readonly arguments: { readonly [name: string]: unknown } };

/** What the page receives. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** Asks the server. Does not reject: errors are part of the answer. */
export async function answered(client: Client, question: unknown): Promise<Answer> {
  try {
    if (!isObject(question)) throw new TypeError('Expected an object');
    return { result: await ask(client, question as Question) };
  } catch (error) {
    const code = error instanceof JsonRpcError ? error.code : ErrorCode.InternalError;
    return { error: { code, message: error instanceof Error ? error.message : String(error) } };
  }
}

async function ask(client: Client, question: Question): Promise<unknown> {
  switch (question.method) {
    case 'tools':
      return client.tools().all();
    case 'readResource':
      return client.readResource(question.uri);
    case 'callTool': {
      const { content, structuredContent, isError, _meta } = await client.callTool(question.name, question.arguments);
      return { content, structuredContent, isError, _meta };
    }
  }
}
