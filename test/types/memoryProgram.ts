/** Programs for the TypeScript compiler whose files exist in memory alone, beside the compiler's own library. */

import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/schemas.js';

const OPTIONS: ts.CompilerOptions = {
  exactOptionalPropertyTypes: true,
  lib: ['lib.es5.d.ts'],
  module: ts.ModuleKind.NodeNext,
  noEmit: true,
  strict: true,
  target: ts.ScriptTarget.ES2022,
  types: [],
};

/** The path of a file in memory. Nothing is there on disk. */
export function memoryPath(name: string): string {
  return join(ROOT, 'test/types/memory', name);
}

/** A program of files, by name. They import each other as `./name.js`. */
export function memoryProgram(files: { readonly [name: string]: string }): ts.Program {
  const texts = new Map(Object.entries(files).map(([name, text]) => [memoryPath(name), text]));
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile } = host;
  host.directoryExists = () => true;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, options) => {
    const text = texts.get(path);
    return text === undefined ? librarySource(path, options) : ts.createSourceFile(path, text, options);
  };
  return ts.createProgram([...texts.keys()], OPTIONS, host);
}

const library = new Map<string, ts.SourceFile>();

/** Parsed once for all programs. */
function librarySource(path: string, options: Parameters<ts.CompilerHost['getSourceFile']>[1]): ts.SourceFile {
  const parsed = library.get(path) ?? ts.createSourceFile(path, ts.sys.readFile(path) ?? '', options);
  library.set(path, parsed);
  return parsed;
}
