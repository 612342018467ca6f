import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  appsFolder,
  authFolder,
  bindFolder,
  generatorFolder,
  protocolFolder,
  readManifest,
  runtimeFolder,
  sdkFolder,
} from './packages.js';
import { packPackages } from './packPackages.js';
import type { ProjectFile } from './scaffoldProject.js';
import type { AuthName, TemplateName } from './templates.js';

/** The source of mcp-gen's packages for a new project. */
export type PackageSource = 'vendor' | 'registry';

/** Returns where a new project gets the packages from: as mcp-gen itself, from a registry, or else from its clone. */
export function defaultSource(): PackageSource {
  // Published packages do not contain the sources.
  return existsSync(join(generatorFolder, 'generator')) ? 'vendor' : 'registry';
}

/** A package of mcp-gen, as in a package.json. */
export interface Dependency {
  readonly name: string;
  /** Its version range, or its path. */
  readonly spec: string;
}

/** The entries for mcp-gen's packages in a project's package.json, and the files that they need. */
export interface Dependencies {
  readonly dependencies: readonly Dependency[];
  /** Development dependencies. */
  readonly development: readonly Dependency[];
  readonly files: readonly ProjectFile[];
}

/** The folders of packages. */
interface Needs {
  readonly dependencies: readonly string[];
  readonly development: readonly string[];
}

/** The packages for projects with generated protocol code, and for projects on the SDK. */
const PROTOCOL: Needs = { dependencies: [runtimeFolder], development: [generatorFolder] };
const SDK: Needs = { dependencies: [sdkFolder], development: [] };

/** Packed packages do not state the paths of their dependencies, so the project does. */
const VENDORED_SDK: Needs = { dependencies: [protocolFolder, runtimeFolder, sdkFolder], development: [] };

/**
 * Returns the dependencies of a project. `vendor` packs the packages into the project; `registry` uses version ranges.
 *
 * @param isBound whether the project binds a server
 */
export async function resolveDependencies(
  source: PackageSource,
  template: TemplateName,
  auth?: AuthName,
  isBound = false,
): Promise<Dependencies> {
  const [packages, vendored] = template === 'protocol' ? [PROTOCOL, PROTOCOL] : [SDK, VENDORED_SDK];
  const { dependencies, development } = source === 'registry' ? packages : vendored;
  const own = {
    dependencies: [
      ...dependencies,
      ...(template === 'app' ? [appsFolder] : []),
      ...(auth === undefined ? [] : [authFolder]),
    ],
    development: isBound ? [...development, bindFolder] : development,
  };
  const resolved = source === 'registry' ? registryRanges(own) : await vendorPackages(own);
  return { ...resolved, dependencies: [...resolved.dependencies, ...peersOf(auth)] };
}

/** The packages for extensions: programs have the first beside the extension, the others are for its development. */
const EXTENSION = { peers: [runtimeFolder, sdkFolder], development: [generatorFolder] };

/** Returns the dependencies of a package with an extension, and the ranges of those that programs have beside it. */
export async function extensionDependencies(
  source: PackageSource,
): Promise<Dependencies & { readonly peers: readonly Dependency[] }> {
  const { peers, development } = EXTENSION;
  const folders = source === 'registry' ? peers : [protocolFolder, ...peers];
  const needs = { dependencies: [], development: [...folders, ...development] };
  const resolved = source === 'registry' ? registryRanges(needs) : await vendorPackages(needs);
  return { ...resolved, peers: peers.map(rangeOf) };
}

/** Returns the third-party packages that a guard needs, at the versions that mcp-gen was tested with. */
function peersOf(auth: AuthName | undefined): readonly Dependency[] {
  if (auth !== 'delegated') return [];
  const peers = readManifest(authFolder)['peerDependencies'] as { readonly [name: string]: string };
  return Object.entries(peers).map(([name, spec]) => ({ name, spec }));
}

async function vendorPackages({ dependencies, development }: Needs): Promise<Dependencies> {
  const folders = [...dependencies, ...development];
  const tarballs = await packPackages(folders);
  const vendored = tarballs.map(({ name }, index) => ({
    name: readManifest(folders[index] ?? '').name,
    spec: `file:vendor/${name}`,
  }));
  return {
    dependencies: vendored.slice(0, dependencies.length),
    development: vendored.slice(dependencies.length),
    files: tarballs.map(({ name, content }) => ({ path: `vendor/${name}`, content })),
  };
}

function registryRanges({ dependencies, development }: Needs): Dependencies {
  return { dependencies: dependencies.map(rangeOf), development: development.map(rangeOf), files: [] };
}

function rangeOf(folder: string): Dependency {
  const { name, version } = readManifest(folder);
  return { name, spec: `^${version}` };
}
