/** The settings of `mcp-gen lint`: severities of rules, and single findings that are allowed. */

import { nearest } from '../nearest.js';
import { InputError } from '../problems.js';
import type { Found } from './finding.js';
import { isRule, RULES, SEVERITIES, type RuleId, type Severity } from './lintRules.js';

/** The settings of a project. */
export interface LintSettings {
  /** The severities of rules, by id. Default: those of the rules. */
  readonly rules?: { readonly [rule: string]: Severity } | undefined;
  /** The allowed findings: `rule` or `rule@place`, with the reason. Default: none. */
  readonly allow?: { readonly [finding: string]: string } | undefined;
}

/** A rule whose findings are allowed, everywhere or at a place and below it. */
export interface Allowance {
  /** As it was written: `list-without-pages@roots/list`. */
  readonly text: string;
  readonly rule: RuleId;
  readonly place?: string;
  readonly reason: string;
}

/** Settings that were checked. */
export interface CheckedSettings {
  readonly severities: ReadonlyMap<RuleId, Severity>;
  readonly allowances: readonly Allowance[];
}

/**
 * Checks settings.
 *
 * @throws {InputError} that names the first rule or severity that is unknown, with the nearest rules
 */
export function checkSettings({ rules = {}, allow = {} }: LintSettings): CheckedSettings {
  const severities = Object.entries(rules).map(([id, severity]) => {
    if (!SEVERITIES.includes(severity)) {
      const valid = SEVERITIES.join(', ');
      throw new InputError(
        `Unknown severity ${JSON.stringify(severity)} of the rule ${id}. Valid severities: ${valid}.`,
      );
    }
    return [ruleNamed(id), severity] as const;
  });
  const allowances = Object.entries(allow).map(([text, reason]): Allowance => {
    const [id = '', place] = text.split(/@(.*)/s);
    return { text, rule: ruleNamed(id), reason, ...(place !== undefined && { place }) };
  });
  return { severities: new Map(severities), allowances };
}

/** @throws {InputError} with the nearest rules, if there is none of that id */
function ruleNamed(id: string): RuleId {
  if (isRule(id)) return id;
  const similar = nearest(id, RULES);
  const hint = similar.length > 0 ? ` Did you mean ${similar.join(', ')}?` : ` Valid rules: ${RULES.join(', ')}.`;
  throw new InputError(`Unknown rule ${JSON.stringify(id)}.${hint}`);
}

/** Returns whether an allowance is about a finding: of its rule, at its place or below. */
export function isAllowed({ rule, place }: Allowance, { rule: found, at }: Pick<Found, 'rule' | 'at'>): boolean {
  if (rule !== found) return false;
  return place === undefined || at === place || (at.startsWith(place) && /^[.[]/.test(at.slice(place.length)));
}
