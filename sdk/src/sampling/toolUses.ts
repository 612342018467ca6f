/** Checks tool uses and tool results in a conversation (specification: Sampling, Messages with Tools). */

import type { SamplingMessage, SamplingMessageContentBlock } from '@mcp-gen/protocol/author';

/** Returns the first violation of the rules; undefined if there is none. */
export function findFault(messages: readonly SamplingMessage[]): string | undefined {
  for (const [index, message] of messages.entries()) {
    const fault =
      faultOfResults(message, messages[index - 1], index) ?? faultOfUses(message, messages[index + 1], index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Tool results must be alone in a message of the user, directly after their tool uses. */
function faultOfResults(
  message: SamplingMessage,
  before: SamplingMessage | undefined,
  index: number,
): string | undefined {
  const blocks = blocksOf(message);
  const results = blocks.filter((block) => block.type === 'tool_result');
  if (results.length === 0) return undefined;
  if (results.length < blocks.length) return `/messages/${index} mixes tool results with other content`;
  if (message.role !== 'user') return `/messages/${index} has tool results, so its role must be user`;
  const used = new Set(before === undefined ? [] : usesIn(before));
  const unmatched = results.find(({ toolUseId }) => !used.has(toolUseId));
  return unmatched === undefined
    ? undefined
    : `/messages/${index} has the tool result ${unmatched.toolUseId} without a tool use in the previous message`;
}

/** Each tool use must have a result in the next message. */
function faultOfUses(message: SamplingMessage, next: SamplingMessage | undefined, index: number): string | undefined {
  const uses = usesIn(message);
  if (uses.length === 0) return undefined;
  if (message.role !== 'assistant') return `/messages/${index} uses tools, so its role must be assistant`;
  const results = next === undefined ? [] : blocksOf(next);
  const missing = uses.find((id) => !results.some((block) => block.type === 'tool_result' && block.toolUseId === id));
  return missing === undefined
    ? undefined
    : `/messages/${index} has the tool use ${missing} without a result in the next message`;
}

function usesIn(message: SamplingMessage): string[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

/** Returns the content of a message as an array of blocks. */
export function blocksOf({ content }: SamplingMessage): readonly SamplingMessageContentBlock[] {
  return Array.isArray(content) ? content : [content];
}
