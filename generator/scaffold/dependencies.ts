import {
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

/** Where a scaffolded project gets the packages of this one from. */
export type PackageSource = 'vendor' | 'registry';

/** A package of this project, as a package.json names it. */
export interface Dependency {
  readonly name: string;
  /** Its version, or its place. */
  readonly spec: string;
}

/** What a project's package.json says of the packages of this one, and the files that takes. */
export interface Dependencies {
  readonly dependencies: readonly Dependency[];
  /** Those that only its author needs. */
  readonly development: readonly Dependency[];
  readonly files: readonly ProjectFile[];
}

/** The folders of packages. */
interface Needs {
  readonly dependencies: readonly string[];
  readonly development: readonly string[];
}

/** What projects with a protocol of their own need, and what those that are written on the sdk need. */
const PROTOCOL: Needs = { dependencies: [runtimeFolder], development: [generatorFolder] };
const SDK: Needs = { dependencies: [sdkFolder], development: [] };

/** As packages in a folder do not name where those that they need are, the project does. */
const VENDORED_SDK: Needs = { dependencies: [protocolFolder, runtimeFolder, sdkFolder], development: [] };

/**
 * `vendor` packs the packages into the project; `registry` names version ranges.
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
  const { dependencies, development } = guarded(source === 'registry' ? packages : vendored, auth);
  const own = { dependencies, development: isBound ? [...development, bindFolder] : development };
  const resolved = source === 'registry' ? registryRanges(own) : await vendorPackages(own);
  return { ...resolved, dependencies: [...resolved.dependencies, ...peersOf(auth)] };
}

function guarded({ dependencies, development }: Needs, auth: AuthName | undefined): Needs {
  return { dependencies: auth === undefined ? dependencies : [...dependencies, authFolder], development };
}

/** The packages of others that a guard needs, at the versions that ours was tested with. */
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
