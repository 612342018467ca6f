/** Formats a report as SARIF 2.1.0, which code review reads: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeHidden } from '../printable.js';
import { sha256 } from '../sha256.js';
import type { Finding } from './finding.js';
import type { LintReport } from './lintProtocols.js';
import { ruleOf, RULES } from './lintRules.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Returns the text of a SARIF file, with one run. Its rules are all rules, in their order. */
export function formatLintSarif(report: LintReport, version: string): string {
  const rules = RULES.map((id) => {
    const { severity, what, reason, remedy, source } = ruleOf(id);
    return {
      id,
      shortDescription: { text: `Reports ${what}.` },
      fullDescription: { text: reason },
      help: { text: remedy },
      ...(source !== undefined && { helpUri: source }),
      defaultConfiguration: { level: report.rules[id]?.severity ?? severity },
    };
  });
  const run = {
    tool: { driver: { name: 'mcp-gen lint', version, rules } },
    columnKind: 'utf16CodeUnits',
    results: report.findings.map((finding, index) => resultOf(finding, report.findings.slice(0, index))),
  };
  return escapeHidden(JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, undefined, 2));
}

function resultOf(finding: Finding, before: readonly Finding[]): object {
  const { rule, severity, revision, at, message, file, line, column, allowed } = finding;
  const number = before.filter((each) => each.rule === rule && each.revision === revision && each.at === at).length;
  const region = { startLine: line, startColumn: column };
  return {
    ruleId: rule,
    ruleIndex: RULES.indexOf(rule),
    level: severity,
    message: { text: `${message}. ${ruleOf(rule).remedy}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region },
        logicalLocations: [{ fullyQualifiedName: at }],
      },
    ],
    // The same finding in another line, after an edit above it, is not a new one. A place can have several of one rule.
    partialFingerprints: { 'finding/v1': sha256([rule, revision, at, ...(number > 0 ? [number] : [])].join('\n')) },
    ...(allowed !== undefined && { suppressions: [{ kind: 'external', justification: allowed }] }),
  };
}

function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
