/** What a target is written against: the plan, and the protocol model that it refers to. The package exports all of it. */

export type { Discrimination } from '../analyze/discriminate.js';
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
} from '../analyze/compactShape.js';
export type { Plan, RevisionPlan } from '../analyze/plan.js';
export type { RegisteredMessage, RegisteredName, Registry, RevisionRange, Sender } from '../analyze/registry.js';
export type { MemberTest, SendCheck, SendRule } from '../analyze/sendRules.js';
export type { Choice, UnionNode, Unions } from '../analyze/unions.js';
export type { GeneratedFile } from './file.js';
export type { RevisionFolders, Target } from './target.js';
export type { Definitions, Members, Resolved, Structure } from '../model/definitions.js';
export type { Names } from '../model/anchors.js';
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
} from '../model/declarations.js';
export type { Correction, Erratum } from '../model/errata.js';
export type { Dialect, Era, Side } from '../model/facts.js';
export type { Format as SendFormat, FORMATS } from '../model/formats.js';
export type {
  DeclarationModel,
  MessageModel,
  MessageModelBase,
  NotificationModel,
  ProtocolModel,
  RequestModel,
} from '../model/modelFormat.js';
export type { Limits } from '../model/valueLimits.js';
export type { OpenDecision } from '../model/openDecisions.js';
export type { AnyMessage, Message, NotificationMessage, Protocol, RequestMessage } from '../model/protocol.js';
export type { Feature, NamedValue, NameParam, Vocabulary } from '../model/vocabulary.js';
export type { Place, Problem } from '../problems.js';
