import { extname } from 'node:path';
import type { Options } from 'prettier';
import type { GeneratedFile } from '../targets/file.js';
import { seal } from './seal.js';

// Fixed options instead of the user's configuration, so that the output is the same everywhere.
const OPTIONS: Options = { printWidth: 110, singleQuote: true, endOfLine: 'lf', embeddedLanguageFormatting: 'off' };

// `babel-ts` prints the same as `typescript`, in two thirds of the time.
const PARSERS: { readonly [extension: string]: string } = { '.ts': 'babel-ts', '.json': 'json' };

/** Formats and seals generated files. The results are the exact contents of the files on disk. */
export async function formatFiles(files: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  return Promise.all(files.map(formatFile));
}

/** Like {@link formatFiles}, for repeated calls: texts that have not changed since the last call are not formatted again. */
export function rememberingFormatter(): typeof formatFiles {
  let known: ReadonlyMap<string, GeneratedFile> = new Map();
  return async (files) => {
    const done = await Promise.all(
      files.map(async (file) => [file.text, known.get(file.text) ?? (await formatFile(file))] as const),
    );
    known = new Map(done);
    return files.map(({ path }, index) => ({ path, text: done[index]?.[1].text ?? '' }));
  };
}

async function formatFile(file: GeneratedFile): Promise<GeneratedFile> {
  return { path: file.path, text: seal(await formatText(file)) };
}

async function formatText({ path, text }: GeneratedFile): Promise<string> {
  const parser = PARSERS[extname(path)];
  if (parser === undefined) return text;
  const { format } = await import('prettier');
  try {
    return await format(text, { ...OPTIONS, parser });
  } catch (cause) {
    throw new Error(`The text generated for ${path} does not parse: ${String(cause)}`, { cause });
  }
}
