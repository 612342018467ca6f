import type { Stage, Verdict } from './judge.mjs';

export interface Judged extends Verdict {
  readonly name: string;
  readonly group: 'draft' | 'proposal' | 'rebased';
  readonly isMergeable?: boolean | undefined;
  readonly structure: string;
  readonly equals?: string | undefined;
  readonly after?: string | undefined;
  readonly differing?: readonly string[] | undefined;
}

export interface Summary {
  readonly rows: readonly {
    readonly row: 'draft' | 'proposals' | 'openProposals' | 'rebased' | 'openRebased';
    readonly versions: number;
    readonly distinct: number;
    readonly reached: { readonly [Name in Stage]?: number };
    /** The structures of which it is known whether they reach a stage. */
    readonly tried: { readonly [Name in Stage]?: number };
  }[];
  readonly reasons: readonly {
    readonly stage: Stage;
    readonly reason: string;
    readonly count: number;
    readonly example: string;
    /** Whether TypeScript itself rejects the schema. */
    readonly isSchemaError: boolean;
  }[];
  readonly files: readonly { readonly file: string; readonly count: number }[];
}

export function summarize(versions: readonly Judged[], last: Stage): Summary;

export function describeVersion(version: Judged): string;

export function describeSummary(summary: Summary, versions: readonly Judged[]): string;
