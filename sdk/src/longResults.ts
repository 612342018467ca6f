import { LONG_TEXT, nextTurn } from '@mcp-gen/runtime';

/** Returns whether a result of a tool has a long text, such as that of large structured content. */
export function isLong({ content }: { readonly content: readonly object[] }): boolean {
  const [first] = content as readonly { readonly text?: unknown }[];
  return typeof first?.text === 'string' && first.text.length > LONG_TEXT;
}

/** Resolves after other work of the process has had its turn. */
export function turnOfEventLoop(): Promise<void> {
  return new Promise(nextTurn);
}
