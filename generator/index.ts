/**
 * The compiler as a library: reads revisions of the Model Context Protocol as plain data, compiles them to TypeScript, compares
 * and explains them. Nothing here prints, writes files, or ends the process.
 *
 * @module
 */

export type * from './targets/targetInterface.js';
export type { Advice, Change, Reader } from './diff/changes.js';
export type { DefinitionGroup, Named as NamedRevision, Report as DiffReport } from './diff/compareProtocols.js';
export type { IgnoringFeature, Route } from './sdk/route.js';
export type { Part } from './diff/carriers.js';
export type { MethodChanges, Through } from './diff/compareMethods.js';
export type { Extension } from './read/extension.js';
export type { Unknown as UnknownName } from './explain/explain.js';
export type {
  Explanation,
  Field,
  MethodExplanation,
  NameExplanation,
  Payload,
  TypeExplanation,
  Uses,
} from './explain/explanation.js';
export type { Change as HistoryChange } from './explain/history.js';
export { compile, type CompileOptions } from './library/compile.js';
export { diff, type DiffOptions } from './library/diffProtocols.js';
export { lint, type LintOptions } from './library/lintModels.js';
export { explain, type ExplainOptions } from './library/explainProtocol.js';
export { readProtocol, type ReadProtocolOptions } from './library/readProtocol.js';
export type { Finding } from './lint/finding.js';
export type { LintReport, ReportedRule } from './lint/lintProtocols.js';
export type { LintSettings } from './lint/settings.js';
export type { Severity } from './lint/lintRules.js';
export { InputError, SchemaProblems } from './problems.js';
