import { append, replace } from '../change.js';
import type { Row } from '../row.js';

/** Modules, generics, and what else TypeScript has. */
export const grammar: readonly Row[] = [
  {
    edit: 'a generic interface',
    change: append('export interface Box<Item> { item: Item; }\nexport interface TextBox { box: Box<string>; }'),
    refused: {
      at: 'export interface Box<Item> { item: Item; }',
      message: /^Unknown type parameter: Item \(TypeParameter\)/,
      remedy: /^Generic types cannot be declared: write /,
    },
  },
  {
    edit: 'a generic alias',
    change: append('export type Nullable<T> = T | null;\nexport interface Draft { title: Nullable<string>; }'),
    refused: {
      at: 'export type Nullable<T> = T | null;',
      message: /^Unknown type parameter: T \(TypeParameter\)/,
      remedy: /^Generic types cannot be declared: write /,
    },
  },
  {
    edit: 'a mapped type',
    change: append("export type Switches = { [Key in 'a' | 'b']: boolean };"),
    refused: {
      at: "export type Switches = { [Key in 'a' | 'b']: boolean };",
      message: /^Unknown type: \{ \[Key in 'a' \| 'b'\]: boolean \} \(MappedType\)/,
      remedy: /^Write out the properties, or use Record,/,
    },
  },
  {
    edit: 'an exclusion',
    change: append("export interface Draft { level: Exclude<LoggingLevel, 'debug'>; }"),
    refused: {
      at: "export interface Draft { level: Exclude<LoggingLevel, 'debug",
      message: /^Unknown type: Exclude<LoggingLevel, 'debug'> \(TypeReference\)/,
      remedy: /^The grammar is: interfaces, type aliases/,
    },
  },
  {
    edit: 'a selection',
    change: append("export interface Draft extends Pick<Tool, 'name' | 'description'> { state: string; }"),
  },
  {
    edit: 'an omission in an alias',
    change: append("export type Draft = Omit<Tool, 'inputSchema'>;"),
    open: ['dialect'],
  },
  { edit: 'a partial type', change: append('export type Draft = Partial<Icon>;') },
  { edit: 'a required type', change: append('export type Draft = Required<Icon>;') },
  {
    edit: 'a record',
    change: append('export type Draft = Record<string, Icon>;'),
    silentlyWrong: 'JSON Schema of Draft: changed',
  },
  { edit: 'a record of literals', change: append("export type Draft = Record<'light' | 'dark', Icon>;") },
  { edit: 'keys of a type', change: append('export interface Draft { field: keyof Icon; }') },
  { edit: 'a type by its place', change: append("export interface Draft { theme: Icon['src']; }") },
  {
    edit: 'a non-nullable type',
    change: append("export interface Draft { theme: NonNullable<Icon['theme']>; }"),
    refused: {
      at: "export interface Draft { theme: NonNullable<Icon['theme']>; ",
      message: /^Unknown type: NonNullable<Icon\['theme'\]> \(TypeReference\)/,
      remedy: /^The grammar is: interfaces, type aliases/,
    },
  },
  {
    edit: 'an enumeration',
    change: append(
      "export enum Priority { Low = 'low', High = 'high' }\nexport interface Draft { priority: Priority; }",
    ),
    silentlyWrong: 'JSON Schema of Priority: changed',
  },
  {
    edit: 'a conditional type',
    change: append('export type Draft = Icon extends Icons ? string : number;'),
    refused: {
      at: 'export type Draft = Icon extends Icons ? string : number;',
      message: /^Unknown type: Icon extends Icons \? string : number \(ConditionalType\)/,
      remedy: /^Write the resulting type\./,
    },
  },
  {
    edit: 'a template literal',
    change: append('export interface Draft { id: `draft-${number}`; }'),
    refused: {
      at: 'export interface Draft { id: `draft-${number}`; }',
      message: /^Unknown type: `draft-\$\{number\}` \(TemplateLiteralType\)/,
      remedy: /^Use string, or a union of string literal/,
    },
  },
  {
    edit: 'a tuple',
    change: append('export interface Draft { range: [number, number]; }'),
    refused: {
      at: 'export interface Draft { range: [number, number]; }',
      message: /^Unknown type: \[number, number\] \(TupleType\)/,
      remedy: /^Tuples are not supported: write `\(A \| B\)/,
    },
  },
  { edit: 'a read-only property', change: append('export interface Draft { readonly names: string[]; }') },
  {
    edit: 'a symbol',
    change: append('export interface Draft { id: symbol; }'),
    refused: {
      at: 'export interface Draft { id: symbol; }',
      message: /^Unknown type: symbol \(SymbolKeyword\)/,
      remedy: /^JSON has no symbols\./,
    },
  },
  {
    edit: 'a class',
    change: append('export class Draft { name = ""; }'),
    refused: {
      at: 'export class Draft { name = ""; }',
      message: /^Unknown statement: export class Draft \{ name = ""; \} \(ClassDeclaration/,
      remedy: /^The grammar is: interfaces, type aliases/,
    },
  },
  {
    edit: 'an import',
    change: (text) => `import type { Extra } from './extra.js';\n${text}\nexport interface Draft { extra: Extra; }\n`,
    refused: {
      at: "import type { Extra } from './extra.js';",
      message: /^Extra is imported from "\.\/extra\.js", which is not available/,
      remedy: /^Declare it in this file\. If the file is /,
    },
  },
  {
    edit: 'a namespace',
    change: append('export namespace Drafts { export interface Draft { name: string; } }'),
    refused: {
      at: 'export namespace Drafts { export interface Draft { name: str',
      message: /^Unknown statement: export namespace Drafts \{ export interface Draft \{ /,
      remedy: /^The grammar is: interfaces, type aliases/,
    },
  },
  {
    edit: 'two interfaces that merge',
    change: append('export interface Icon { label?: string; }'),
    refused: {
      at: 'export interface Icon { label?: string; }',
      message: /^Icon is declared twice, first in line 683/,
      remedy: /^Keep one, or rename one\./,
    },
  },
  { edit: 'a negative array', change: append('export interface Draft { value: -1[]; }') },
  {
    edit: 'a declaration that is not exported',
    change: append('interface Hidden { name: string; }\nexport interface Draft { hidden: Hidden; }'),
  },
  {
    edit: 'a syntax error',
    change: append('export interface Draft { name: ; }'),
    refused: {
      at: 'export interface Draft { name: ; }',
      message: /^Syntax error: Type expected\./,
      remedy: /^Fix the TypeScript syntax\./,
    },
  },
  {
    edit: 'a type error',
    change: append('export interface Draft extends Role { name: string; }'),
    refused: {
      at: 'export interface Draft extends Role { name: string; }',
      message: /^Draft extends Role, which is not an object/,
      remedy: /^Extend interfaces and object types\./,
    },
  },
  {
    edit: 'the revision in the file is another',
    change: replace("LATEST_PROTOCOL_VERSION = '2026-07-28'", "LATEST_PROTOCOL_VERSION = '2027-06-30'"),
  },
  {
    edit: 'the order of declarations changes',
    change: (text) => {
      const parts = text.split(/\n(?=\/\*\*)/);
      return [parts[0], ...parts.slice(1).reverse()].join('\n');
    },
    silentlyWrong: 'JSON Schema of JSONRPCMessage: reordered',
  },
];
