/** Lints revisions: runs every check, and applies the settings. */

import type { Protocol } from '../model/protocol.js';
import { comparePositions } from '../problems.js';
import { checkCapabilities } from './checks/checkCapabilities.js';
import { checkDocs } from './checks/checkDocs.js';
import { checkErrorCodes } from './checks/checkErrorCodes.js';
import { checkSchemaFiles } from './checks/checkSchemaFiles.js';
import { checkLists } from './checks/checkLists.js';
import { checkMessages } from './checks/checkMessages.js';
import { checkNaming } from './checks/checkNaming.js';
import { checkOptionality } from './checks/checkOptionality.js';
import { checkReferences } from './checks/checkReferences.js';
import { checkResults } from './checks/checkResults.js';
import { checkRevisions } from './checks/checkRevisions.js';
import { checkScalars } from './checks/checkScalars.js';
import { checkUnions } from './checks/checkUnions.js';
import { checkValues } from './checks/checkValues.js';
import type { Finding, Found } from './finding.js';
import { ruleOf, RULES, type RuleId, type Severity } from './lintRules.js';
import { isAllowed, type Allowance, type CheckedSettings } from './settings.js';
import { subjectOf, type Check, type SchemaFiles } from './subject.js';

/** The checks, in the order of the rules. */
const CHECKS: readonly Check[] = [
  checkMessages,
  checkResults,
  checkReferences,
  checkNaming,
  checkOptionality,
  checkValues,
  checkScalars,
  checkUnions,
  checkLists,
  checkCapabilities,
  checkErrorCodes,
  checkDocs,
  checkRevisions,
  checkSchemaFiles,
];

/** One revision to lint. */
export interface LintedRevision {
  readonly protocol: Protocol;
  /** The revision before. Default: nothing is compared. */
  readonly older?: Protocol | undefined;
  /** The files beside the schema. Default: none. */
  readonly files?: SchemaFiles | undefined;
}

/** A rule in a report. */
export interface ReportedRule {
  /** How much its findings matter: as the rule says, or as it is configured. */
  readonly severity: Exclude<Severity, 'off'>;
  /** What it reports, in a few words. */
  readonly what: string;
  /** Why it matters. */
  readonly reason: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The page that the reason rests on, if there is one. */
  readonly source?: string;
}

/** What `mcp-gen lint` reports, as `--format json` prints it. */
export interface LintReport {
  /** The revisions that were linted, in the order of the arguments. */
  readonly revisions: readonly string[];
  /** The findings, by revision, file, and line; with those that are allowed. */
  readonly findings: readonly Finding[];
  /** The number of findings of each severity that are not allowed. */
  readonly counts: { readonly [Each in Exclude<Severity, 'off'>]: number };
  /** The number of findings that are allowed. */
  readonly allowed: number;
  /** The rules that occur, by id. */
  readonly rules: { readonly [Id in RuleId]?: ReportedRule };
  /** The allowances that matched no finding, so that they can be removed. */
  readonly unusedAllowances: readonly string[];
}

/** Lints revisions. */
export function lintRevisions(revisions: readonly LintedRevision[], settings: CheckedSettings): LintReport {
  const used = new Set<Allowance>();
  const severityOf = (rule: RuleId): Severity => settings.severities.get(rule) ?? ruleOf(rule).severity;
  const findings = revisions.flatMap(({ protocol, older, files }) =>
    findingsOf(protocol, older, files).flatMap(({ rule, at, message, place }): readonly Finding[] => {
      const severity = severityOf(rule);
      if (severity === 'off') return [];
      const allowance = settings.allowances.find((each) => isAllowed(each, { rule, at }));
      if (allowance) used.add(allowance);
      const { file, line, column } = place;
      const { revision } = protocol;
      return [
        { rule, severity, revision, at, message, file, line, column, ...(allowance && { allowed: allowance.reason }) },
      ];
    }),
  );
  const open = findings.filter(({ allowed }) => allowed === undefined);
  const count = (wanted: Severity): number => open.filter(({ severity }) => severity === wanted).length;
  const occurring = RULES.filter((id) => findings.some(({ rule }) => rule === id));
  const rules = occurring.map((id) => [id, { ...ruleOf(id), severity: severityOf(id) }] as const);
  return {
    revisions: revisions.map(({ protocol }) => protocol.revision),
    findings,
    counts: { error: count('error'), warning: count('warning'), note: count('note') },
    allowed: findings.length - open.length,
    rules: Object.fromEntries(rules),
    unusedAllowances: settings.allowances.filter((each) => !used.has(each)).map(({ text }) => text),
  };
}

/** Returns what all checks find in a revision, by file and line. */
function findingsOf(protocol: Protocol, older: Protocol | undefined, files: SchemaFiles | undefined): readonly Found[] {
  const subject = subjectOf(protocol, older, files);
  const found = CHECKS.flatMap((check) => check(subject));
  return found.toSorted(({ place: a }, { place: b }) =>
    a.file === b.file ? comparePositions(a, b) : a.file < b.file ? -1 : 1,
  );
}
