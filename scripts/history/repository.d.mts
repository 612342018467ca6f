/** One version of the draft schema. */
export interface SchemaVersion {
  readonly name: string;
  readonly group: 'draft' | 'proposal' | 'rebased';
  readonly script: string;
  readonly json?: string | undefined;
  readonly isMergeable?: boolean;
  /** The newest release beside it. */
  readonly after?: string | undefined;
}

/** The files of a revision. Those that do not exist are undefined. */
export interface SchemaFiles {
  readonly script: string | undefined;
  readonly json: string | undefined;
}

/** A pull request that can be merged. */
export interface OpenProposal {
  readonly number: number;
  readonly commit: string;
  readonly date: string;
  readonly script: string;
  readonly json: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly merged: string | undefined;
}

/** The files of a schema in one commit. */
export interface SchemaPair {
  readonly script: string;
  readonly json?: string | undefined;
}

/** A commit that changes a schema. */
export interface SchemaChange {
  readonly date: string;
  readonly commit: string;
  readonly subject: string;
  /** The folder of the schema. */
  readonly revision: string;
  readonly before: SchemaPair;
  readonly after: SchemaPair;
  /** The release before it, and the text of its schema. */
  readonly release?: string | undefined;
  readonly older?: string | undefined;
}

export class RepositoryError extends Error {}

export class Repository {
  constructor(folder: string);
  drafts(): readonly SchemaVersion[];
  proposals(): readonly SchemaVersion[];
  newest(): { readonly commit: string; readonly date: string };
  openProposals(): readonly OpenProposal[];
  present(): SchemaFiles & { readonly date: string; readonly commit: string };
  release(): (SchemaFiles & { readonly id: string }) | undefined;
  schemaChanges(): readonly SchemaChange[];
}
