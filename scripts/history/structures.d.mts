import type { SchemaVersion } from './repository.mjs';
import type { Results } from './results.mjs';

export interface Extracted extends Omit<SchemaVersion, 'script' | 'json'> {
  readonly path: string;
  readonly structure: string;
  readonly differing: readonly string[] | undefined;
}

export function extract(version: SchemaVersion, folder: string, results?: Results): Promise<Extracted>;

export function groupEqual<Version extends { readonly name: string; readonly structure: string }>(
  versions: readonly Version[],
): readonly (Version & { readonly equals: string | undefined })[];
