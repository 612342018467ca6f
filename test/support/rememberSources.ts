/** Compiler hosts that share what they parse: most of a small program is declarations of the library and of packages. */

import type ts from 'typescript';

/**
 * Has a compiler host parse and bind each file once for all programs of its options. Only for files that stay as they are; for a text
 * of its own a caller asks no such host.
 */
export function rememberSources(host: ts.CompilerHost, remembered: Map<string, ts.SourceFile>): void {
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...others) => {
    const file = remembered.get(path) ?? getSourceFile(path, ...others);
    if (file !== undefined) remembered.set(path, file);
    return file;
  };
}
