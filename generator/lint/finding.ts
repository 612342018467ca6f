/** What a check finds in a schema. */

import type { Place } from '../problems.js';
import type { RuleId, Severity } from './lintRules.js';

/** What a check finds, before severities are known. */
export interface Found {
  readonly rule: RuleId;
  /** The place in the schema: `Tool`, `Tool.inputSchema`, `tools/call`. Allowances name it. */
  readonly at: string;
  /** What is wrong, in one sentence without a period. */
  readonly message: string;
  readonly place: Place;
}

/** One finding of `mcp-gen lint`. */
export interface Finding extends Place {
  /** The id of the rule. */
  readonly rule: RuleId;
  /** How much it matters: as the rule says, or as it is configured. */
  readonly severity: Exclude<Severity, 'off'>;
  /** The revision that has it. */
  readonly revision: string;
  /** The place in the schema: `Tool`, `Tool.inputSchema`, `tools/call`. */
  readonly at: string;
  /** What is wrong, in one sentence without a period. */
  readonly message: string;
  /** The reason why it is allowed, if it is. */
  readonly allowed?: string;
}
