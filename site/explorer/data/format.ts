/** The data files of the explorer, as site/build/explorerData.mjs makes them from the generator's model. */

import type { Change, DiffReport, Era, MethodExplanation, Side, TypeExplanation } from '../../../generator/index.js';

/** What is loaded first: everything that lists need. */
export interface Index {
  /** Oldest first. */
  readonly revisions: readonly RevisionRow[];
  /** Sorted by name. */
  readonly methods: readonly MethodRow[];
  /** Sorted by name. */
  readonly types: readonly TypeRow[];
}

/** A revision. */
export interface RevisionRow {
  readonly id: string;
  readonly era: Era;
  readonly batching: boolean;
  /** Whether the specification states which keys `_meta` may have. */
  readonly metadataKeys: boolean;
  /** The dialect of the published JSON Schema. */
  readonly dialect: string;
  readonly requests: number;
  readonly notifications: number;
  readonly types: number;
}

/** A method in all revisions. */
export interface MethodRow {
  readonly name: string;
  readonly kind: 'request' | 'notification';
  /** The revisions that have it. */
  readonly in: { readonly [revision: string]: MethodFacts };
}

/** A method in one revision. */
export interface MethodFacts {
  readonly senders: readonly Side[];
  /** Absent if it needs none. */
  readonly capability?: string;
  /** Whether it is asked for inside of a result. */
  readonly embedded?: true;
}

/** A type in all revisions. */
export interface TypeRow {
  readonly name: string;
  /** The ids of the revisions that have it. */
  readonly in: readonly string[];
}

/** What one revision changed of a method. */
export interface Step {
  readonly revision: string;
  readonly status: 'added' | 'removed' | 'changed';
  readonly changes: readonly Change[];
}

/** Where else a name of the protocol is found. Paths are from the root of the site. */
export interface Links {
  /** The pages of the documents about a method or a type. */
  readonly guides: { readonly [name: string]: readonly LinkedPage[] | undefined };
  /** The sources that handle it, each with the first line that names it: `sdk/src/server/tools.ts:12`. */
  readonly code: { readonly [name: string]: readonly string[] | undefined };
  /** The line of the declaration of a type in `types.ts`, by revision. */
  readonly declared: { readonly [revision: string]: { readonly [type: string]: number | undefined } | undefined };
}

/** A page of the site. */
export interface LinkedPage {
  readonly title: string;
  readonly path: string;
}

/** What a name in a set of files has, by the kind of file. */
export interface Files {
  readonly index: Index;
  /** By method. */
  readonly steps: { readonly [method: string]: readonly Step[] | undefined };
  readonly methods: { readonly [method: string]: MethodExplanation | undefined };
  readonly types: { readonly [type: string]: TypeExplanation | undefined };
  readonly diff: DiffReport;
  readonly links: Links;
}
