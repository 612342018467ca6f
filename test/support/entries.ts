/** The entry points of the packages that applications import: those of runtime, sdk, and auth. */

import { readProjectFile } from './schemas.js';

/** An entry point of a package. */
export interface PackageEntry {
  /** What programs import: `@mcp-gen/sdk/client`. */
  readonly name: string;
  /** Path of its source in the project. */
  readonly source: string;
}

/** All of them, in the order of the manifests. */
export const PACKAGE_ENTRIES: readonly PackageEntry[] = ['runtime', 'sdk', 'auth'].flatMap((folder) => {
  const { name, exports } = JSON.parse(readProjectFile(`${folder}/package.json`)) as {
    readonly name: string;
    readonly exports: { readonly [path: string]: { readonly default: string } };
  };
  return Object.entries(exports).map(([path, { default: file }]) => ({
    name: name + path.slice(1),
    source: file.replace('./dist', `${folder}/src`).replace(/\.js$/, '.ts'),
  }));
});
