import type { Finding } from '../../generator/lint/finding.js';
import type { Tables } from '../../generator/model/facts.js';
import type { SchemaChange } from '../history/repository.mjs';

/** What lint says about a correction. */
export interface Verdict {
  /** The names of the declarations that it changes. */
  readonly changed: readonly string[];
  /** The findings that it ends. */
  readonly asked: readonly Finding[];
  /** Why one of the two schemas is invalid. */
  readonly problem?: string;
}

export function isCorrection(change: Pick<SchemaChange, 'revision' | 'subject'>): boolean;

export class HistoryLinter {
  constructor(tables: Tables);
  judge(change: SchemaChange): Verdict | undefined;
}
