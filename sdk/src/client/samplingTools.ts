/** Rules for tools in sampling, on the side of the model (specification: Sampling, Messages with Tools). */

import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import type { CreateMessageRequestParams, CreateMessageResult } from '@mcp-gen/protocol/author';
import { blocksOf, findFault } from '../sampling/toolUses.js';

/**
 * @param tools whether the client has declared that its model can call tools
 * @throws {JsonRpcError} with the code for invalid params, which names the invalid message.
 */
export function checkMessages(
  { messages, tools: offered, toolChoice }: CreateMessageRequestParams,
  tools: boolean,
): void {
  const fault =
    !tools && (offered !== undefined || toolChoice !== undefined)
      ? 'This client has not declared sampling.tools, so a request must have neither tools nor toolChoice'
      : findFault(messages);
  if (fault !== undefined) throw new JsonRpcError(ErrorCode.InvalidParams, fault);
}

/**
 * Checks that a message of the model is allowed by the request.
 *
 * @throws {Error} which says how the message violates the request.
 */
export function checkAnswer({ tools, toolChoice }: CreateMessageRequestParams, answer: CreateMessageResult): void {
  const uses = blocksOf(answer).filter(({ type }) => type === 'tool_use').length;
  const { mode = 'auto' } = toolChoice ?? {};
  if (uses > 0 && tools === undefined) throw new Error('The model called a tool, but the request has no tools');
  if (uses > 0 && mode === 'none') throw new Error('The model called a tool, but toolChoice is none');
  if (uses === 0 && mode === 'required') throw new Error('The model did not call a tool, but toolChoice is required');
}
