import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type { Options } from 'prettier';
import type { GeneratedFile } from '../targets/file.js';
import { digestOf, readSeal, seal, unformattedDigest } from './seal.js';

// Fixed options instead of the user's configuration, so that the output is the same everywhere.
const OPTIONS: Options = { printWidth: 110, singleQuote: true, endOfLine: 'lf', embeddedLanguageFormatting: 'off' };

// `babel-ts` prints the same as `typescript`, in two thirds of the time.
const PARSERS: { readonly [extension: string]: string } = { '.ts': 'babel-ts', '.json': 'json' };

/** Returns the text of the file at a path, with lines that end in LF; undefined if there is none. */
export type ReadFile = (path: string) => Promise<string | undefined>;

/**
 * Formats and seals generated files. The results are the exact contents of the files on disk.
 *
 * @param present files that were formatted before. One that was formatted from the same text, and not edited, is not formatted again
 */
export async function formatFiles(files: readonly GeneratedFile[], present?: ReadFile): Promise<GeneratedFile[]> {
  return Promise.all(files.map((file) => formatFile(file, present)));
}

async function formatFile(file: GeneratedFile, present?: ReadFile): Promise<GeneratedFile> {
  const { path } = file;
  const parser = PARSERS[extname(path)];
  if (parser === undefined) return { path, text: seal(file.text) };
  const unformatted = digestOf(JSON.stringify([formatterVersion(), OPTIONS, parser, file.text]));
  const found = await present?.(path);
  const isCurrent = found !== undefined && unformattedDigest(found) === unformatted && readSeal(found) === 'generated';
  return { path, text: isCurrent ? found : seal(await formatText(file, parser), unformatted) };
}

async function formatText({ path, text }: GeneratedFile, parser: string): Promise<string> {
  const { format } = await import('prettier');
  try {
    return await format(text, { ...OPTIONS, parser });
  } catch (cause) {
    throw new Error(`The text generated for ${path} does not parse: ${String(cause)}`, { cause });
  }
}

/** The version of Prettier, which is loaded only when something has to be formatted. */
function formatterVersion(): string {
  return (createRequire(import.meta.url)('prettier/package.json') as { readonly version: string }).version;
}
