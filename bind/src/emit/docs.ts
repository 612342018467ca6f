import { TOOL_HINTS } from '../toolHints.js';
import { docComment, shorten, type Code } from '../compiler.js';
import type { ToolContract } from '@mcp-gen/sdk/host';

/** Maximum characters of a description in a doc comment. */
const MAX_LENGTH = 10_000;

/** Returns the doc comment for a description of the server. */
export function describedBy(
  { title, description }: { readonly title?: string; readonly description?: string },
  ...more: readonly string[]
): Code | undefined {
  const texts = [title, description, ...more].filter((text) => text !== undefined && text.trim() !== '');
  return docComment(shorten([...new Set(texts)].join('\n\n'), MAX_LENGTH));
}

/** Returns the doc comment of a tool: its description and its annotations. */
export function toolDocs(tool: ToolContract): Code | undefined {
  const annotations = (tool.annotations ?? {}) as { readonly [name: string]: unknown };
  const claims = Object.entries(TOOL_HINTS).flatMap(([name, words]) => {
    const value = annotations[name];
    return typeof value === 'boolean' ? [words[value ? 'true' : 'false']] : [];
  });
  const title = tool.title ?? (typeof annotations['title'] === 'string' ? annotations['title'] : undefined);
  const described = {
    ...(title !== undefined && { title }),
    ...(tool.description !== undefined && { description: tool.description }),
  };
  return describedBy(described, ...(claims.length > 0 ? [`The server claims: ${claims.join('; ')}.`] : []));
}
