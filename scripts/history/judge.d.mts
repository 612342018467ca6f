import type { Protocol } from '../../generator/model/protocol.js';
import type * as Sdk from '@mcp-gen/sdk';
import type * as Bridge from '@mcp-gen/sdk/bridge';
import type * as Client from '@mcp-gen/sdk/client';
import type * as Host from '@mcp-gen/sdk/host';
import type * as Testing from '@mcp-gen/sdk/testing';
import type { Revision } from '@mcp-gen/runtime';
import type { Samples } from '../../test/support/samples.js';
import type { compareVersion, VersionCode } from '../../test/oracle/compareVersion.js';
import type { SentMessage } from './roundTrips.mjs';

export type Stage = 'adopted' | 'generated' | 'oracle' | 'built' | 'roundTrip' | 'conformance';

export const STAGES: readonly Stage[];

export interface Verdict {
  readonly reached: Stage | undefined;
  readonly problems: readonly string[];
  readonly messages: readonly SentMessage[] | undefined;
  readonly notes?: readonly string[] | undefined;
  /** The duration of each stage that was tried. */
  readonly seconds: { readonly [Name in Stage]?: number };
  /** The last stage to try. */
  readonly tried: Stage | undefined;
  /** What TypeScript rejects in a schema that cannot be adopted. Empty if that is an error of the compiler. */
  readonly schemaErrors?: readonly string[] | undefined;
}

/** What the stages need of a version. */
export interface AdoptedVersion {
  /** The folder with its schema.ts, and its schema.json if it has one. */
  readonly path: string;
  readonly differing?: readonly string[] | undefined;
  /** The newest release before it: it becomes a revision beside the next one. Default: beside the first. */
  readonly after?: string | undefined;
}

/** What the stages need of the SDK. */
export type LoadedSdk = Pick<typeof Sdk, 'Server' | 'request'> &
  Pick<typeof Testing, 'inProcess' | 'testClient'> &
  Pick<typeof Bridge, 'bridge'> &
  Pick<typeof Client, 'connect'> &
  Pick<typeof Host, 'Host'>;

/** What the stages need of the copy of the project. */
export interface StageWorkspace {
  readonly id: string;
  adopt(version: AdoptedVersion): Promise<void>;
  generate(): Promise<readonly [before: Protocol | undefined, after: Protocol]>;
  build(): { readonly problems: readonly string[]; readonly notes: readonly string[] };
  loadRevision(): Promise<{ readonly revision: Revision }>;
  loadSdk(): Promise<LoadedSdk>;
  loadOracle(): Promise<{ readonly code: VersionCode; readonly compareVersion: typeof compareVersion }>;
  conform(): Promise<readonly string[]>;
}

type StageFunction = (version: AdoptedVersion, state: object) => readonly string[] | Promise<readonly string[]>;

/** What the stages of an extension need of the copy of the project. */
export interface ExtensionWorkspace extends Pick<StageWorkspace, 'loadRevision' | 'loadOracle'> {
  extend(files: readonly string[]): Promise<readonly [before: Protocol, after: Protocol]>;
  buildExtension(name: string, files: readonly string[]): readonly string[];
}

/** An extension: the name of its folder, and the paths of its files. */
export interface ExtensionFiles {
  readonly name: string;
  readonly files: readonly string[];
}

export function judge<Version>(
  version: Version,
  stages: {
    readonly [Name in Stage]?: (version: Version, state: object) => readonly string[] | Promise<readonly string[]>;
  },
): Promise<Verdict>;

export function extensionStages(
  workspace: ExtensionWorkspace,
  generator: typeof Samples,
  last: Stage,
  extension: ExtensionFiles,
): {
  readonly [Name in Stage]?: (version: ExtensionFiles, state: object) => readonly string[] | Promise<readonly string[]>;
};

export function stagesIn(
  workspace: StageWorkspace,
  generator: typeof Samples,
  last: Stage,
): { readonly [Name in Stage]?: StageFunction };
