import type { ServerContract } from '@mcp-gen/sdk/host';

/** What a model would have to read: the declarations of functions, and the list of tools as it is in the protocol. */
export interface ModuleSizes {
  /** Characters of the declarations, and of the list. */
  readonly characters: { readonly declarations: number; readonly list: number };
  /** Tokens of both. Absent if the tokenizer is not installed. */
  readonly tokens?: { readonly declarations: number; readonly list: number; readonly tokenizer: string };
  /** The same in a line. */
  readonly text: string;
}

/** A package that counts tokens as some models do, which this one does not depend on. */
const TOKENIZER = 'gpt-tokenizer';
const ENCODING = 'o200k_base';

/** Compares the size of declarations with that of the list of tools. */
export async function describeSizes(declarations: string, { tools }: ServerContract): Promise<ModuleSizes> {
  const list = JSON.stringify({ tools });
  const characters = { declarations: declarations.length, list: list.length };
  const count = await loadTokenizer();
  const inCharacters = `${characters.declarations} characters of declarations; tools/list has ${characters.list}`;
  if (count === undefined) {
    return { characters, text: `${inCharacters}. Install ${TOKENIZER} to count tokens` };
  }
  const tokens = { declarations: count(declarations), list: count(list), tokenizer: `${TOKENIZER} ${ENCODING}` };
  const text = `${tokens.declarations} tokens of declarations; tools/list has ${tokens.list} (${tokens.tokenizer}). ${inCharacters}`;
  return { characters, tokens, text };
}

async function loadTokenizer(): Promise<((text: string) => number) | undefined> {
  // Not a literal: neither the compiler nor a bundler must look for it.
  const entry: string = `${TOKENIZER}/encoding/${ENCODING}`;
  try {
    const { encode } = (await import(entry)) as {
      encode: (text: string, options: { readonly disallowedSpecial: ReadonlySet<string> }) => readonly number[];
    };
    // Text that looks like a special token is text.
    return (text) => encode(text, { disallowedSpecial: new Set() }).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}
