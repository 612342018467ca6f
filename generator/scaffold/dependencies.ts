import { generatorFolder, readManifest, runtimeFolder } from './packages.js';
import { packPackage, type Tarball } from './packPackage.js';
import type { ProjectFile } from './scaffoldProject.js';

/** Where a scaffolded project gets the packages of this one from. */
export type RuntimeSource = 'vendor' | 'registry';

/** What a project's package.json says of the packages of this one, and the files that takes. */
export interface Dependencies {
  /** The version, or place, of `@mcp-gen/runtime`. */
  readonly runtime: string;
  /** The version, or place, of `mcp-gen`. */
  readonly generator: string;
  readonly files: readonly ProjectFile[];
}

/** `vendor` packs the packages into the project; `registry` names version ranges. */
export async function resolveDependencies(source: RuntimeSource): Promise<Dependencies> {
  return source === 'vendor' ? vendorPackages() : registryRanges();
}

async function vendorPackages(): Promise<Dependencies> {
  const runtime = await packPackage(runtimeFolder);
  const generator = await packPackage(generatorFolder);
  return { runtime: fileSpec(runtime), generator: fileSpec(generator), files: [runtime, generator].map(vendorFile) };
}

function registryRanges(): Dependencies {
  return { runtime: rangeOf(runtimeFolder), generator: rangeOf(generatorFolder), files: [] };
}

function vendorFile({ name, content }: Tarball): ProjectFile {
  return { path: `vendor/${name}`, content };
}

function fileSpec({ name }: Tarball): string {
  return `file:vendor/${name}`;
}

function rangeOf(folder: string): string {
  return `^${readManifest(folder).version}`;
}
