/** The rules for tools in sampling (specification: Sampling, Messages with Tools). */

import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  SamplingMessage,
  SamplingMessageContentBlock,
} from '@mcp-gen/protocol/author';

/**
 * @param tools whether the client has declared that its model can call tools
 * @throws {JsonRpcError} with the code for invalid params, saying which message is wrong.
 */
export function checkMessages(
  { messages, tools: offered, toolChoice }: CreateMessageRequestParams,
  tools: boolean,
): void {
  if (!tools && (offered !== undefined || toolChoice !== undefined)) {
    throw refuse('This client has not declared sampling.tools, so a request must have neither tools nor toolChoice');
  }
  for (const [index, message] of messages.entries()) {
    checkResults(message, messages[index - 1], index);
    checkUses(message, messages[index + 1], index);
  }
}

/**
 * Holds a model to what it was asked for.
 *
 * @throws {Error} saying how the answer goes against the request.
 */
export function checkAnswer({ tools, toolChoice }: CreateMessageRequestParams, answer: CreateMessageResult): void {
  const uses = blocksOf(answer).filter(({ type }) => type === 'tool_use').length;
  const { mode = 'auto' } = toolChoice ?? {};
  if (uses > 0 && tools === undefined) throw new Error('The model called a tool, though none was offered');
  if (uses > 0 && mode === 'none') throw new Error('The model called a tool, though toolChoice is none');
  if (uses === 0 && mode === 'required') throw new Error('The model called no tool, though toolChoice is required');
}

/** Results stand alone in a message of the user, right behind the uses that they belong to. */
function checkResults(message: SamplingMessage, before: SamplingMessage | undefined, index: number): void {
  const blocks = blocksOf(message);
  const results = blocks.filter((block) => block.type === 'tool_result');
  if (results.length === 0) return;
  if (results.length < blocks.length) throw refuse(`/messages/${index} mixes results of tools with other content`);
  if (message.role !== 'user') throw refuse(`/messages/${index} has results of tools, so its role must be user`);
  const used = new Set(before === undefined ? [] : usesIn(before));
  const stray = results.find(({ toolUseId }) => !used.has(toolUseId));
  if (stray !== undefined) {
    throw refuse(`/messages/${index} has the result of ${stray.toolUseId}, which the message before it does not use`);
  }
}

/** Each use has its result in the next message. */
function checkUses(message: SamplingMessage, next: SamplingMessage | undefined, index: number): void {
  const uses = usesIn(message);
  if (uses.length === 0) return;
  if (message.role !== 'assistant') throw refuse(`/messages/${index} uses tools, so its role must be assistant`);
  const results = next === undefined ? [] : blocksOf(next);
  const missing = uses.find((id) => !results.some((block) => block.type === 'tool_result' && block.toolUseId === id));
  if (missing !== undefined) throw refuse(`/messages/${index} uses the tool ${missing}, and no result follows`);
}

function usesIn(message: SamplingMessage): string[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function blocksOf({ content }: SamplingMessage): readonly SamplingMessageContentBlock[] {
  return Array.isArray(content) ? content : [content];
}

function refuse(message: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, message);
}
