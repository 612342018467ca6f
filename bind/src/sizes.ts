import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerContract } from '@mcp-gen/sdk/host';

/** The size of what a model would have to read: the declarations of functions, compared with the list of tools in the protocol. */
export interface ModuleSizes {
  /** Characters of the declarations, and of the list. */
  readonly characters: { readonly declarations: number; readonly list: number };
  /** Tokens of both. Undefined if the tokenizer is not installed. */
  readonly tokens?: { readonly declarations: number; readonly list: number; readonly tokenizer: string };
  /** The comparison in one line. */
  readonly text: string;
}

/** An optional package that counts tokens like some models. */
const TOKENIZER = 'gpt-tokenizer';
const ENCODING = 'o200k_base';

/** Compares the size of declarations with that of the tool list. */
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
  const path = findTokenizer();
  if (path === undefined) return undefined;
  const { encode } = (await import(pathToFileURL(path).href)) as {
    encode: (text: string, options: { readonly disallowedSpecial: ReadonlySet<string> }) => readonly number[];
  };
  // Text that looks like a special token is counted as text.
  const count = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;
  return (text) => pieces(text).reduce((sum, piece) => sum + count(piece), 0);
}

/** Long runs without or of only white space are split, because the tokenizer takes quadratic time for them. */
const RUN = /\S{2000}|\s{2000}/g;

function pieces(text: string): readonly string[] {
  const cuts = [...text.matchAll(RUN)].map(({ 0: run, index }) => index + run.length);
  return [0, ...cuts].map((start, index) => text.slice(start, cuts[index]));
}

/** Returns the tokenizer of the current project, else the one installed beside this package. */
function findTokenizer(): string | undefined {
  for (const place of [pathToFileURL(join(process.cwd(), 'package.json')), import.meta.url]) {
    try {
      return createRequire(place).resolve(`${TOKENIZER}/encoding/${ENCODING}`);
    } catch (error) {
      // Another version of it may lack the encoding.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
    }
  }
  return undefined;
}
