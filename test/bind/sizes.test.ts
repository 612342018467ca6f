/** How large declarations are: in characters always, and in tokens where there is a tokenizer. */

import { expect, test, vi } from 'vitest';
import { describeSizes } from '../../bind/src/sizes.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const contract = (description: string) => ({
  server: { name: 'shop', version: '1' },
  tools: [{ name: 'list', description, inputSchema: { type: 'object' } }],
  prompts: [],
  resources: [],
  templates: [],
});

/** A project with a tokenizer that counts characters, and knows no text that would take it long. */
async function projectWith(files: { readonly [path: string]: string }): Promise<void> {
  const folder = await temporaryFolder({
    'package.json': '{}',
    'node_modules/gpt-tokenizer/package.json': JSON.stringify({
      version: '4.0.0',
      exports: { './encoding/*': './encoding/*.mjs' },
    }),
    ...files,
  });
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
}

const COUNTING = `export function encode(text) {
  if (/\\S{2001}|\\s{2001}/.test(text)) throw new Error('This would take minutes');
  return { length: text.length };
}`;

test('without a tokenizer, characters are counted, and what to install is said', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue(await temporaryFolder());
  const { text, tokens, characters } = await describeSizes('declare', contract('Lists'));
  expect(tokens).toBeUndefined();
  expect(characters).toEqual({ declarations: 7, list: 81 });
  expect(text).toBe('7 characters of declarations; tools/list has 81. Install gpt-tokenizer to count tokens');
});

test('an installed version without the encoding is like none', async () => {
  await projectWith({ 'node_modules/gpt-tokenizer/package.json': '{ "exports": {} }' });
  expect((await describeSizes('declare', contract('Lists'))).tokens).toBeUndefined();
});

test('with a tokenizer, tokens are counted besides, and long words of a server do not hold it up', async () => {
  await projectWith({ 'node_modules/gpt-tokenizer/encoding/o200k_base.mjs': COUNTING });
  const description = `${'x'.repeat(100_000)} ${' '.repeat(100_000)}y`;
  const { text, tokens, characters } = await describeSizes('declare', contract(description));
  expect(tokens).toEqual({ ...characters, tokenizer: 'gpt-tokenizer o200k_base' });
  expect(text).toBe(
    `7 tokens of declarations; tools/list has ${characters.list} (gpt-tokenizer o200k_base). ` +
      `7 characters of declarations; tools/list has ${characters.list}`,
  );
});
