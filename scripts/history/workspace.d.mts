import type { Protocol } from '../../generator/model/protocol.js';
import type { Revision } from '@mcp-gen/runtime';
import type { AdoptedVersion } from './judge.mjs';

export class Workspace {
  static create(root: string): Promise<Workspace>;
  readonly id: string;
  readonly closest: string;
  adopt(version: AdoptedVersion): Promise<void>;
  generate(): Promise<readonly [before: Protocol | undefined, adopted: Protocol]>;
  loadRevision(): Promise<{ readonly revision: Revision }>;
  close(): void;
}
