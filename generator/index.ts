/**
 * The compiler as a library: reads revisions of the Model Context Protocol as plain data, compiles them to TypeScript, compares
 * and explains them. Nothing here prints, writes files, or ends the process.
 *
 * @module
 */

export type { Advice, Change, Reader } from './diff/changes.js';
export type { DefinitionGroup, Report as DiffReport } from './diff/compareProtocols.js';
export type { MethodChanges } from './diff/compareMethods.js';
export type { Extension, GeneratedFile, Target } from './compile.js';
export type { Definitions } from './model/definitions.js';
export type { Unknown as UnknownName } from './explain/explain.js';
export type { Explanation, Field, MethodExplanation, TypeExplanation } from './explain/explanation.js';
export { compile, type CompileOptions } from './library/compile.js';
export { diff, type DiffOptions } from './library/diff.js';
export { explain, type ExplainOptions } from './library/explain.js';
export { readProtocol, type ReadProtocolOptions } from './library/readProtocol.js';
export type {
  AliasDeclaration,
  Base,
  ConstantDeclaration,
  Declaration,
  Docs,
  InterfaceDeclaration,
  Literal,
  ObjectNode,
  PrimitiveName,
  Property,
  ReferenceNode,
  Tag,
  TypeNode,
} from './model/declarations.js';
export type { Correction, Erratum } from './model/errata.js';
export type { Dialect, Era, Side } from './model/facts.js';
export type {
  DeclarationModel,
  MessageModel,
  NotificationModel,
  ProtocolModel,
  RequestModel,
} from './model/modelFormat.js';
export { InputError, SchemaProblems, type Place, type Problem } from './problems.js';
