import { docComment, shorten, type Code } from '../compiler.js';
import type { ToolContract } from '@mcp-gen/sdk/host';

/** Characters of a description in a doc comment. */
const LONGEST = 10_000;

/** What the annotations of a tool claim, in words. */
const CLAIMS = {
  readOnlyHint: { true: 'reads only', false: 'may change things' },
  destructiveHint: { true: 'may destroy things', false: 'destroys nothing' },
  idempotentHint: { true: 'the same call again changes nothing more', false: 'each call may change something' },
  openWorldHint: { true: 'reaches systems that anybody may write to', false: 'reaches a closed system' },
} as const;

/** The doc comment of what a server describes. */
export function describedBy(
  { title, description }: { readonly title?: string; readonly description?: string },
  ...more: readonly string[]
): Code | undefined {
  const texts = [title, description, ...more].filter((text) => text !== undefined && text.trim() !== '');
  return docComment(shorten([...new Set(texts)].join('\n\n'), LONGEST));
}

/** The doc comment of a tool: what it is for, and what the server claims of it. */
export function toolDocs(tool: ToolContract): Code | undefined {
  const annotations = (tool.annotations ?? {}) as { readonly [name: string]: unknown };
  const claims = Object.entries(CLAIMS).flatMap(([name, words]) => {
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
