import type { Protocol } from '../../generator/model/protocol.js';
import type { Revision } from '@mcp-gen/runtime';
import type { AdoptedVersion, ExtensionWorkspace } from './judge.mjs';

export class Workspace implements ExtensionWorkspace {
  static create(root: string): Promise<Workspace>;
  readonly id: string;
  readonly closest: string;
  adopt(version: AdoptedVersion): Promise<void>;
  generate(): Promise<readonly [before: Protocol | undefined, adopted: Protocol]>;
  extend(files: readonly string[]): Promise<readonly [before: Protocol, after: Protocol]>;
  buildExtension(name: string, files: readonly string[]): readonly string[];
  loadRevision(): Promise<{ readonly revision: Revision }>;
  loadOracle: ExtensionWorkspace['loadOracle'];
  close(): void;
}
