/** The formats of a report, and what hostile schemas can do to them: nothing. */

import { describe, expect, test } from 'vitest';
import { formatLintMarkdown } from '../../../generator/lint/formatLintMarkdown.js';
import { formatLintSarif } from '../../../generator/lint/formatLintSarif.js';
import { formatLintText } from '../../../generator/lint/formatLintText.js';
import { RULES } from '../../../generator/lint/lintRules.js';
import { reportOf, schemaWith } from './lint.js';

const report = reportOf(schemaWith({ more: 'export interface OtherError { url: string; from: string }' }), {
  settings: { allow: { 'name-reserved@OtherError.from': 'It is the name in HTTP.', 'list-without-pages': 'None.' } },
});

test('text', () => {
  const [file, finding, empty, why, reason, , totals] = formatLintText(report).split('\n');
  expect([file, finding, empty, why]).toEqual([
    'schema.ts',
    '  19:35  warning  OtherError.url is a string without a format, but its name says uri [format-missing@OtherError.url]',
    '',
    'Why',
  ]);
  expect(reason).toMatch(/^ {2}format-missing: A rule that only prose states .* \(https:\/\/json-schema\.org\//);
  expect(totals).toBe('Errors: 0, warnings: 1, notes: 0, allowed: 1. Allowed, but not found: list-without-pages.');
});

test('markdown', () => {
  expect(formatLintMarkdown(report).split('\n')).toContain(
    '| `schema.ts:19` | warning | format-missing | `OtherError.url is a string without a format, but its name says uri` |',
  );
});

/** What the schema of SARIF 2.1.0 demands of the properties that we write. */
interface Sarif {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly SarifRule[] } };
    readonly columnKind: string;
    readonly results: readonly SarifResult[];
  }[];
}

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string };
  readonly helpUri?: string;
  readonly defaultConfiguration: { readonly level: string };
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: { readonly startLine: number; readonly startColumn: number };
    };
    readonly logicalLocations: readonly { readonly fullyQualifiedName: string }[];
  }[];
  readonly partialFingerprints: { readonly [name: string]: string };
  readonly suppressions?: readonly { readonly kind: string; readonly justification: string }[];
}

const LEVELS = ['none', 'note', 'warning', 'error'];

describe('SARIF', () => {
  const sarif = JSON.parse(formatLintSarif(report, '1.2.3')) as Sarif;
  const [run] = sarif.runs;

  test('has the version, one run, and all rules', () => {
    expect(sarif.version).toBe('2.1.0');
    expect(sarif.$schema).toMatch(/sarif-schema-2\.1\.0\.json$/);
    expect(sarif.runs).toHaveLength(1);
    expect(run?.tool.driver).toMatchObject({ name: 'mcp-gen lint', version: '1.2.3' });
    expect(['utf16CodeUnits', 'unicodeCodePoints']).toContain(run?.columnKind);
    expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(RULES);
    for (const { shortDescription, fullDescription, help, helpUri, defaultConfiguration } of run?.tool.driver.rules ??
      []) {
      for (const { text } of [shortDescription, fullDescription, help]) expect(text).toMatch(/\.$/);
      if (helpUri !== undefined) expect(URL.canParse(helpUri)).toBe(true);
      expect(LEVELS).toContain(defaultConfiguration.level);
    }
  });

  test('has each finding with its rule, its place, and its fingerprint', () => {
    expect(run?.results).toHaveLength(report.findings.length);
    for (const { ruleId, ruleIndex, level, message, locations, partialFingerprints } of run?.results ?? []) {
      expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(LEVELS).toContain(level);
      expect(message.text).not.toBe('');
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
      expect(artifactLocation?.uri).toBe('schema.ts');
      expect(region?.startLine).toBeGreaterThan(0);
      expect(region?.startColumn).toBeGreaterThan(0);
      expect(Object.values(partialFingerprints)[0]).toMatch(/^[\da-f]{64}$/);
    }
    expect(run?.results.map(({ locations }) => locations[0]?.logicalLocations[0]?.fullyQualifiedName)).toEqual([
      'OtherError.url',
      'OtherError.from',
    ]);
  });

  test('suppresses what is allowed, with the reason', () => {
    expect(run?.results.map(({ suppressions }) => suppressions)).toEqual([
      undefined,
      [{ kind: 'external', justification: 'It is the name in HTTP.' }],
    ]);
  });

  test('the fingerprint stays if lines are added above', () => {
    const moved = reportOf(`\n\n${schemaWith({ more: 'export interface OtherError { url: string; from: string }' })}`);
    const [other] = (JSON.parse(formatLintSarif(moved, '1.2.3')) as Sarif).runs;
    const fingerprints = (each: typeof run): unknown => each?.results.map((result) => result.partialFingerprints);
    expect(fingerprints(other)).toEqual(fingerprints(run));
  });

  test('findings of one rule at one place have fingerprints of their own', () => {
    const [finding] = report.findings;
    if (finding === undefined) throw new Error('The report has no finding');
    const twice = { ...report, findings: [finding, { ...finding, message: 'another one' }, finding] };
    const [other] = (JSON.parse(formatLintSarif(twice, '1.2.3')) as Sarif).runs;
    const fingerprints = other?.results.map(({ partialFingerprints }) => Object.values(partialFingerprints)[0]);
    expect(fingerprints?.[0]).toBe(Object.values(run?.results[0]?.partialFingerprints ?? {})[0]);
    expect(new Set(fingerprints).size).toBe(3);
  });

  test('encodes the names of files', () => {
    const { findings, ...rest } = report;
    const odd = findings.map((each) => ({ ...each, file: 'my schemas/a#b.ts' }));
    const text = formatLintSarif({ ...rest, findings: odd }, '1.2.3');
    expect(text).toContain('"uri": "my%20schemas/a%23b.ts"');
  });
});

test('hidden characters and markup of a schema reach no report', () => {
  const { findings, ...rest } = report;
  const hostile = findings.map((each) => ({
    ...each,
    message: 'a\u202eb | `c` \u001b[31m',
    allowed: undefined as never,
  }));
  const all = { ...rest, findings: hostile };
  for (const text of [formatLintText(all), formatLintMarkdown(all), formatLintSarif(all, '1')]) {
    for (const hidden of ['\u202e', '\u001b']) expect(text).not.toContain(hidden);
  }
  expect(formatLintMarkdown(all)).toContain(String.raw`\|`);
});
