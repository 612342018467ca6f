/** What programs import of a package. */
export interface PackageEntry {
  /** What they import: `@mcp-gen/sdk/client`. */
  readonly name: string;
  /** The path of its source in the project. */
  readonly source: string;
}

/** The folders of the packages, in an order in which they can be built. */
export declare const PACKAGES: readonly string[];

/** The folder of the sources of each package. */
export declare const SOURCES: { readonly [folder: string]: string };

/** The folders of sources that are written by hand. */
export declare const HANDWRITTEN: readonly string[];

/** The entries of all packages, in the order of the manifests. */
export declare const ENTRIES: readonly PackageEntry[];

/** Those that are written by hand. */
export declare const HANDWRITTEN_ENTRIES: readonly PackageEntry[];

/** Returns the modules that a package exports, and its programs, from the folder of its sources: `http/server`. */
export declare function entriesOf(name: string, root: string): readonly string[];
