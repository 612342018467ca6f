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

export class RepositoryError extends Error {}

export class Repository {
  constructor(folder: string);
  drafts(): readonly SchemaVersion[];
  proposals(): readonly SchemaVersion[];
}
