/** How uses of tools and their results stand in a conversation (specification: Sampling, Messages with Tools). */

import type { SamplingMessage, SamplingMessageContentBlock } from '@mcp-gen/protocol/author';

/** The first message that goes against the rules, and how; nothing where all keep to them. */
export function findFault(messages: readonly SamplingMessage[]): string | undefined {
  for (const [index, message] of messages.entries()) {
    const fault =
      faultOfResults(message, messages[index - 1], index) ?? faultOfUses(message, messages[index + 1], index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Results stand alone in a message of the user, right behind the uses that they belong to. */
function faultOfResults(
  message: SamplingMessage,
  before: SamplingMessage | undefined,
  index: number,
): string | undefined {
  const blocks = blocksOf(message);
  const results = blocks.filter((block) => block.type === 'tool_result');
  if (results.length === 0) return undefined;
  if (results.length < blocks.length) return `/messages/${index} mixes results of tools with other content`;
  if (message.role !== 'user') return `/messages/${index} has results of tools, so its role must be user`;
  const used = new Set(before === undefined ? [] : usesIn(before));
  const stray = results.find(({ toolUseId }) => !used.has(toolUseId));
  return stray === undefined
    ? undefined
    : `/messages/${index} has the result of ${stray.toolUseId}, which the message before it does not use`;
}

/** Each use has its result in the next message. */
function faultOfUses(message: SamplingMessage, next: SamplingMessage | undefined, index: number): string | undefined {
  const uses = usesIn(message);
  if (uses.length === 0) return undefined;
  if (message.role !== 'assistant') return `/messages/${index} uses tools, so its role must be assistant`;
  const results = next === undefined ? [] : blocksOf(next);
  const missing = uses.find((id) => !results.some((block) => block.type === 'tool_result' && block.toolUseId === id));
  return missing === undefined ? undefined : `/messages/${index} uses the tool ${missing}, and no result follows`;
}

function usesIn(message: SamplingMessage): string[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

/** What a message says, block by block. */
export function blocksOf({ content }: SamplingMessage): readonly SamplingMessageContentBlock[] {
  return Array.isArray(content) ? content : [content];
}
