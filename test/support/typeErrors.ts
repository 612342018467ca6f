/** Has the compiler check texts that are not on disk, under the strict options, with the types of this project's runtime. */

import { join } from 'node:path';
import ts from 'typescript';
import { rememberSources } from './rememberSources.js';
import { ROOT } from './schemas.js';

export interface TypeError {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  paths: { '@mcp-gen/runtime/*': [join(ROOT, 'runtime/dist/*.d.ts')] },
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  strict: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
};

/** The declarations of the library and of packages, for all calls. */
const remembered = new Map<string, ts.SourceFile>();

/** @param texts by their paths: `a/types.ts` */
export function typeErrors(texts: ReadonlyMap<string, string>): readonly TypeError[] {
  const folder = join(ROOT, 'test/nowhere');
  const files = new Map([...texts].map(([path, text]) => [join(folder, path), text]));
  const host = ts.createCompilerHost(OPTIONS);
  rememberSources(host, remembered);
  const { directoryExists, fileExists, readFile, getSourceFile } = host;
  host.directoryExists = (path) => path.startsWith(folder) || (directoryExists?.(path) ?? true);
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...others) => {
    const text = files.get(path);
    return text === undefined
      ? getSourceFile(path, version, ...others)
      : ts.createSourceFile(path, text, version, true);
  };
  return ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], OPTIONS, host)).map((found) => ({
    path: found.file?.fileName.slice(folder.length + 1) ?? '',
    line: found.file?.getLineAndCharacterOfPosition(found.start ?? 0).line ?? 0,
    message: ts.flattenDiagnosticMessageText(found.messageText, ' '),
  }));
}
