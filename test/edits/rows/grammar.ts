import { append, replace } from '../change.js';
import type { Row } from '../row.js';

/** Modules, generics, and what else TypeScript has. */
export const grammar: readonly Row[] = [
  {
    edit: 'a generic interface',
    change: append('export interface Box<Item> { item: Item; }\nexport interface TextBox { box: Box<string>; }'),
  },
  {
    edit: 'a generic alias',
    change: append('export type Either<T> = T | boolean;\nexport interface TitledDraft { title: Either<string>; }'),
  },
  {
    edit: 'a mapped type',
    change: append("export type Switches = { [Key in 'a' | 'b']: boolean };"),
  },
  {
    edit: 'an exclusion',
    change: append("export interface ExcludingDraft { level: Exclude<LoggingLevel, 'debug'>; }"),
  },
  {
    edit: 'a selection',
    change: append("export interface PickedDraft extends Pick<Tool, 'name' | 'description'> { state: string; }"),
  },
  {
    edit: 'an omission in an alias',
    change: append("export type OmittingDraft = Omit<Tool, 'inputSchema'>;"),
    open: ['dialect'],
  },
  { edit: 'a partial type', change: append('export type PartialDraft = Partial<Icon>;') },
  { edit: 'a required type', change: append('export type RequiredDraft = Required<Icon>;') },
  {
    edit: 'a record',
    change: append('export type MappedDraft = Record<string, Icon>;'),
    // The official JSON Schema of a record does not state its values. Types and guards do.
    values: [{}, { light: { src: 'a' } }, [], 'a', null].map((value) => ['MappedDraft', value] as const),
  },
  { edit: 'a record of literals', change: append("export type LiteralDraft = Record<'light' | 'dark', Icon>;") },
  { edit: 'keys of a type', change: append('export interface KeyedDraft { field: keyof Icon; }') },
  { edit: 'a type by its place', change: append("export interface PlacedDraft { theme: Icon['src']; }") },
  {
    edit: 'a non-nullable type',
    change: append("export interface NonNullDraft { theme: NonNullable<Icon['theme']>; }"),
  },
  {
    edit: 'an enumeration',
    change: append(
      "export enum Priority { Low = 'low', High = 'high' }\nexport interface EnumeratedDraft { priority: Priority; }",
    ),
    wider: ['Priority', 'EnumeratedDraft'],
  },
  {
    edit: 'a conditional type',
    change: append('export type ConditionalDraft = Icon extends Icons ? string : number;'),
  },
  {
    edit: 'a template literal',
    change: append('export interface Draft { id: `draft-${number}`; }'),
    refused: {
      at: 'export interface Draft { id: `draft-${number}`; }',
      message: /^`draft-\$\{number\}` is not a type of JSON values/,
      remedy: /^Write string\./,
    },
  },
  {
    edit: 'a tuple',
    change: append('export interface TupleDraft { range: [number, number]; }'),
    wider: ['TupleDraft'],
    values: [[1, 2], [1], [1, 2, 3], ['a', 1], []].map((range) => ['TupleDraft', { range }] as const),
  },
  { edit: 'a read-only property', change: append('export interface ReadOnlyDraft { readonly names: string[]; }') },
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
      message: /^Cannot find module '\.\/extra\.js'/,
      remedy: /^Import from files in the folder of the schema/,
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
  },
  { edit: 'a negative array', change: append('export interface NegativeDraft { value: -1[]; }') },
  {
    edit: 'a declaration that is not exported',
    change: append('interface Hidden { name: string; }\nexport interface HidingDraft { hidden: Hidden; }'),
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
      message: /^An interface can only extend an object type/,
      remedy: /^Correct the schema/,
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
    rewritten: ['JSONRPCMessage'],
  },
];
