/**
 * The compiler as a library: reads revisions of the Model Context Protocol as plain data, compiles them to TypeScript, compares
 * and explains them. Nothing here prints, writes files, or ends the process.
 *
 * @module
 */

export type { Discrimination } from './analyze/discriminate.js';
export type {
  AllShape,
  AnyShape,
  ArrayShape,
  CompactShape as Shape,
  CompactTable as Shapes,
  LimitsShape,
  LiteralShape,
  NumberShape,
  ObjectShape,
  PrimitiveShape,
  TaggedShape,
} from './analyze/compactShape.js';
export type { Plan, RevisionPlan } from './analyze/plan.js';
export type { RegisteredMessage, RegisteredName, Registry, RevisionRange, Sender } from './analyze/registry.js';
export type { MemberTest, SendCheck, SendRule } from './analyze/sendRules.js';
export type { Choice, UnionNode, Unions } from './analyze/unions.js';
export type { Advice, Change, Reader } from './diff/changes.js';
export type { DefinitionGroup, Named as NamedRevision, Report as DiffReport } from './diff/compareProtocols.js';
export type { IgnoringFeature, Route } from './sdk/route.js';
export type { Part } from './diff/carriers.js';
export type { MethodChanges, Through } from './diff/compareMethods.js';
export type { Extension } from './read/extension.js';
export type { GeneratedFile } from './targets/file.js';
export type { Target } from './targets/target.js';
export type { Definitions, Members, Resolved, Structure } from './model/definitions.js';
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
export type { Names } from './model/anchors.js';
export type {
  AliasDeclaration,
  Base,
  ConstantDeclaration,
  Constraints,
  Declaration,
  Docs,
  InterfaceDeclaration,
  Literal,
  ObjectNode,
  PrimitiveName,
  Property,
  ReferenceNode,
  Tag,
  TypeDeclaration,
  TypeNode,
} from './model/declarations.js';
export type { Correction, Erratum } from './model/errata.js';
export type { Dialect, Era, Side } from './model/facts.js';
export type { Format as SendFormat, FORMATS } from './model/formats.js';
export type {
  DeclarationModel,
  MessageModel,
  MessageModelBase,
  NotificationModel,
  ProtocolModel,
  RequestModel,
} from './model/modelFormat.js';
export type { Limits } from './model/valueLimits.js';
export type { OpenDecision } from './model/openDecisions.js';
export type { AnyMessage, Message, NotificationMessage, Protocol, RequestMessage } from './model/protocol.js';
export type { Feature, NamedValue, NameParam, Vocabulary } from './model/vocabulary.js';
export { InputError, SchemaProblems, type Place, type Problem } from './problems.js';
