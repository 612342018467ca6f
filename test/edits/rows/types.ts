import {
  addMember,
  addTo,
  all,
  append,
  redeclare,
  remove,
  removeMember,
  removeProperty,
  rename,
  replace,
  within,
} from '../change.js';
import type { Row } from '../row.js';

export const types: readonly Row[] = [
  {
    edit: 'a literal is added to a union',
    change: replace("export type Role = 'user' | 'assistant';", "export type Role = 'user' | 'assistant' | 'system';"),
    open: ['types/Role'],
  },
  {
    edit: 'a literal is removed from a union',
    change: replace("'debug' | 'info' | 'notice'", "'debug' | 'info'"),
    open: ['metadataKeys'],
  },
  {
    edit: 'an optional property of a type',
    change: addTo('Tool', 'cost?: string;'),
  },
  {
    edit: 'a required property of a type',
    change: addTo('Prompt', 'version: string;'),
  },
  {
    edit: 'a property becomes required',
    change: within('Icon', 'mimeType?: string', 'mimeType: string'),
  },
  {
    edit: 'a property becomes optional',
    change: within('ImageContent', 'mimeType: string', 'mimeType?: string'),
  },
  {
    edit: 'a property is removed',
    change: removeProperty('Implementation', 'websiteUrl'),
  },
  {
    edit: 'a property becomes an array',
    change: within('Icon', 'theme?:', 'themes?:'),
    open: ['types/Icon'],
  },
  {
    edit: 'a type becomes null',
    change: within('Resource', 'size?: number', 'size?: number | null'),
    open: ['nulls/Resource.size'],
    // The official JSON Schema omits null. Types and guards do not.
    values: [null, 1, 'a'].map(
      (size) => ['ResourceLink', { type: 'resource_link', uri: 'a', name: 'a', size }] as const,
    ),
  },
  {
    edit: 'a type becomes null, in the JSON Schema, too',
    change: addTo(
      'Prompt',
      '/** @nullable */ icon?: Icon | null;\n  /** @nullable */ topic?: Role | null;\n  /** @nullable */ note?: string | Icon | null;',
    ),
    values: [null, 'a', 'user', { src: 'a' }].flatMap((value) =>
      ['icon', 'topic', 'note'].map((name) => ['Prompt', { name: 'a', [name]: value }] as const),
    ),
  },
  {
    edit: 'a type with a name becomes null',
    change: replace("export type Role = 'user' | 'assistant';", "export type Role = 'user' | 'assistant' | null;"),
    open: ['nulls/Role', 'types/Role'],
    values: [null, 'user', 'b'].map(
      (role) => ['PromptMessage', { role, content: { type: 'text', text: 'a' } }] as const,
    ),
  },
  {
    edit: 'a string becomes a union of types',
    change: within('Icon', 'src: string', 'src: string | { light: string; dark: string }'),
  },
  {
    edit: 'a new content block',
    change: all(
      addMember('ContentBlock', 'VideoContent'),
      append("export interface VideoContent { type: 'video'; data: string; mimeType: string; seconds?: number; }"),
    ),
    open: ['types/ContentBlock'],
  },
  {
    edit: 'a content block without a tag',
    change: all(
      addMember('ContentBlock', 'TableContent'),
      append('export interface TableContent { rows: string[][]; header?: boolean; }'),
    ),
    open: ['types/ContentBlock'],
  },
  {
    edit: 'a content block is removed',
    change: all(
      removeMember('ContentBlock', 'AudioContent'),
      removeMember('SamplingMessageContentBlock', 'AudioContent'),
      remove('AudioContent'),
    ),
    open: [
      'methods/sampling/createMessage',
      'removed/features',
      'types/ContentBlock',
      'types/SamplingMessageContentBlock',
    ],
    facts: ['- feature audio'],
  },
  {
    edit: 'a tag becomes a union of literals',
    change: within('ImageContent', "type: 'image'", "type: 'image' | 'picture'"),
    open: ['types/ImageContent'],
  },
  {
    edit: 'a type that contains itself',
    change: all(
      addTo('Tool', 'groups?: ToolGroup[];'),
      append('export interface ToolGroup { name: string; groups?: ToolGroup[]; parent?: ToolGroup; }'),
    ),
  },
  {
    edit: 'a map of arrays of unions',
    change: addTo('Prompt', 'labels?: { [key: string]: (string | number | null)[] };'),
    open: ['nulls/Prompt.labels.*[]'],
    values: [null, 1, 'a', true].map((label) => ['Prompt', { name: 'a', labels: { b: [label] } }] as const),
  },
  {
    edit: 'a nested object',
    change: addTo('Tool', "limits?: { calls: number; window?: { seconds: number; kind: 'fixed' | 'sliding' } };"),
  },
  {
    edit: 'an intersection',
    change: all(addTo('Tool', 'owner?: BaseMetadata & { email: string };')),
  },
  {
    edit: 'a boolean literal',
    change: addTo('Tool', 'sandboxed?: true;'),
    open: ['types/Tool'],
  },
  {
    edit: 'a numeric literal as a tag',
    change: addTo('Tool', 'formatVersion?: 1 | 2;'),
    open: ['types/Tool'],
  },
  {
    edit: 'a property with an unusual name',
    change: addTo('Tool', "'x-com.example/kind'?: string;"),
  },
  {
    edit: 'properties named like members of every object',
    change: addTo('Tool', 'constructor?: string;\n  __proto__?: string;\n  toString?: number;'),
    refused: {
      at: 'constructor?: string;',
      message: /^Invalid property name constructor: every JavaScript object has a membe/,
      remedy: /^Rename the property\./,
    },
  },
  {
    edit: 'an alias of an alias',
    change: all(
      replace('export type Cursor = string;', 'export type Cursor = OpaqueText;'),
      append('export type OpaqueText = string;'),
    ),
  },
  {
    edit: 'an interface becomes an alias',
    change: redeclare('ModelHint', 'export type ModelHint = { name?: string };'),
  },
  {
    edit: 'an alias becomes an interface',
    change: redeclare('MetaObject', 'export interface MetaObject { [key: string]: unknown; }'),
  },
  {
    edit: 'two unions with members in common',
    change: all(
      append('export type Audible = AudioContent | TextContent;'),
      addTo('Prompt', 'preview?: Audible | ImageContent;'),
    ),
  },
  {
    edit: 'an interface narrows a property of its base',
    change: append(
      "export interface PlainTextResourceContents extends TextResourceContents { mimeType: 'text/plain'; }",
    ),
  },
  {
    edit: 'an interface contradicts its base',
    change: append('export interface CountedResourceContents extends TextResourceContents { text: number; }'),
    refused: {
      at: 'export interface CountedResourceContents extends TextResourc',
      message: /^Interface 'CountedResourceContents' incorrectly extends interface 'TextResourceContents'/,
      remedy: /^Declare the property as the base does,/,
    },
  },
  {
    edit: 'an array of at least one item',
    change: within('ListRootsResult', 'roots: Root[]', 'roots: [Root, ...Root[]]'),
    wider: ['ListRootsResult'],
    open: ['methods/roots/list'],
  },
  {
    edit: 'a type is renamed everywhere',
    change: rename('ToolAnnotations', 'ToolHints'),
  },
  {
    edit: 'a type that nothing uses is removed',
    change: all(remove('ModelHint'), within('ModelPreferences', 'hints?: ModelHint[]', 'hints?: string[]')),
  },
  {
    edit: 'a type is used, but not declared',
    change: within('Tool', 'annotations?: ToolAnnotations', 'annotations?: ToolHints'),
    refused: {
      at: 'annotations?: ToolHints;',
      message: /^Cannot find name 'ToolHints'/,
      remedy: /^Declare it, import it/,
    },
  },
  {
    edit: 'a type is declared twice with a conflict',
    change: append('export type Role = string;'),
    refused: {
      at: "export type Role = 'user' | 'assistant';",
      message: /^Duplicate identifier 'Role'/,
      remedy: /^Keep one, or rename one\./,
    },
  },
  {
    edit: 'a list of dates',
    change: addTo('Annotations', 'readAt?: Date[];'),
    refused: {
      at: 'readAt?: Date[];',
      message: /^Date is not a type of JSON values/,
      remedy: /^JSON has no dates: write string, with/,
    },
  },
  {
    edit: 'a function',
    change: addTo('Tool', 'run?: () => void;'),
    refused: {
      at: 'run?: () => void;',
      message: /^Unknown type: \(\) => void \(FunctionType\)/,
      remedy: /^JSON has no functions\./,
    },
  },
  {
    edit: 'a method',
    change: addTo('Tool', 'run(): void;'),
    refused: {
      at: 'run(): void;',
      message: /^Unknown member: run\(\): void; \(MethodSignature\)/,
      remedy: /^The grammar is: interfaces, type aliases/,
    },
  },
  {
    edit: 'undefined in a union',
    change: within('Tool', 'description?: string', 'description?: string | undefined'),
  },
  {
    edit: 'the constant of a reference to a prompt changes',
    change: replace("'ref/prompt'", "'ref/prompts'"),
    open: ['types/PromptReference'],
  },
  {
    edit: 'the constant of a reference to a resource changes',
    change: replace("'ref/resource'", "'ref/template'"),
    open: ['types/ResourceTemplateReference'],
  },
  {
    edit: 'the constant of a kind of content changes',
    change: within('ResourceLink', "'resource_link'", "'link'"),
    open: ['types/ResourceLink'],
  },
  {
    edit: 'the constant of a field is any string',
    change: within('TextContent', "type: 'text'", 'type: string'),
    open: ['types/TextContent'],
  },
  {
    edit: 'a kind of content is removed',
    change: removeMember('ContentBlock', 'AudioContent'),
    open: ['types/ContentBlock'],
  },
  {
    edit: 'a role is added',
    change: replace("export type Role = 'user'", "export type Role = 'system' | 'user'"),
    open: ['types/Role'],
  },
  {
    edit: 'a kind of content has another type',
    change: all(
      removeMember('ContentBlock', 'TextContent'),
      addMember('ContentBlock', 'PlainText'),
      append("export interface PlainText { type: 'text'; text: string; }"),
    ),
    open: ['types/ContentBlock'],
  },
];
