import { all, append, rename, replace, within } from '../change.js';
import type { Row } from '../row.js';

export const names: readonly Row[] = [
  {
    edit: 'a type with the name of a global',
    change: append('export interface Map { name: string; }\nexport interface Promise { kind: string; }'),
    refused: {
      at: 'export interface Promise { kind: string; }',
      message: /^Promise cannot be the name of a generated type/,
      remedy: /^Rename the declaration\./,
    },
  },
  {
    edit: 'a type whose check has the name of one of the runtime',
    change: append('export interface Format { name: string; }'),
    refused: {
      at: 'export interface Format { name: string; }',
      message: /^checkFormat, the check of Format, is also a name of the runtime/,
      remedy: /^Rename the declaration\./,
    },
  },
  {
    edit: 'a type whose guard has the name of another type',
    change: append('export interface isTool { name: string; }'),
    refused: {
      at: 'export interface isTool { name: string; }',
      message: /^isTool is also the guard of Tool/,
      remedy: /^Rename the declaration\./,
    },
  },
  { edit: 'a type with a name in lower case', change: append('export interface preview { name: string; }') },
  { edit: 'a type named like a word of the language', change: append('export interface Function { name: string; }') },
  { edit: 'two types that differ in case', change: append('export interface TOOL { name: string; }') },
  { edit: 'a constant', change: append("export const DEFAULT_PAGE = 'first';") },
  {
    edit: 'a constant named like a type',
    change: append("export const Tool = 'tool';"),
    refused: {
      at: "export const Tool = 'tool';",
      message: /^Tool is declared twice, first in line 1499/,
      remedy: /^Keep one, or rename one\./,
    },
  },
  {
    edit: 'a type with the name of generated params',
    change: append('export interface ListToolsRequestParams { cursor?: string; }'),
  },
  {
    edit: 'a request whose handler is a reserved word',
    change: all(
      replace('export type ClientRequest =\n', 'export type ClientRequest =\n  | DeleteRequest\n'),
      append(
        "export interface DeleteRequest extends JSONRPCRequest { method: 'resources/delete'; params: RequestParams; }\nexport interface DeleteResult extends Result { done: boolean; }",
      ),
    ),
    open: ['methods/resources/delete'],
    facts: [
      '+ resources/delete: request delete from client',
      '+ resources/delete: params RequestParams',
      '+ resources/delete: result DeleteResult',
    ],
  },
  {
    edit: 'a request whose handler is a member of promises',
    change: all(
      replace('export type ClientRequest =\n', 'export type ClientRequest =\n  | ThenRequest\n'),
      append(
        "export interface ThenRequest extends JSONRPCRequest { method: 'tools/then'; params: RequestParams; }\nexport interface ThenResult extends Result { done: boolean; }",
      ),
    ),
    refused: {
      at: 'export interface ThenRequest extends JSONRPCRequest { method',
      message: /^ThenRequest gives an invalid handler name: "then"/,
      remedy: /^Rename the declaration\./,
    },
  },
  {
    edit: 'a request is renamed, its method stays',
    change: all(
      rename('GetPromptRequest', 'FetchPromptRequest'),
      rename('GetPromptResultResponse', 'FetchPromptResultResponse'),
    ),
    open: ['methods/prompts/get'],
    facts: ['- prompts/get: request getPrompt from client', '+ prompts/get: request fetchPrompt from client'],
  },
  {
    edit: 'the request that shows that sessions are not used is renamed',
    change: all(rename('DiscoverRequest', 'ProbeRequest'), rename('DiscoverResultResponse', 'ProbeResultResponse')),
    open: ['names/DiscoverRequest'],
    isMeant: true,
    facts: ['- server/discover: request discover from client', '+ server/discover: request probe from client'],
  },
  {
    edit: 'the request that shows that sessions are not used is removed',
    change: (text) =>
      text
        .replace('  | DiscoverRequest\n', '')
        .replace(/export interface DiscoverRequest [^}]*\}\n/, '')
        .replace(/export interface DiscoverResultResponse [^}]*\}\n/, ''),
    isMeant: true,
    open: ['era', 'names/DiscoverRequest'],
    lost: ['server/discover'],
    facts: [
      '- server/discover: request discover from client',
      '- server/discover: params RequestParams',
      '- server/discover: result DiscoverResult',
      '- server/discover: cacheable',
    ],
  },
  {
    edit: 'a name that is not ASCII',
    change: append('export interface Größe { wert: string; }'),
    refused: {
      at: 'export interface Größe { wert: string; }',
      message: /^Größe cannot be the name of a generated type/,
      remedy: /^Rename the declaration\./,
    },
  },
  {
    edit: "an erratum's type is renamed",
    change: rename('Root', 'WorkspaceRoot'),
    open: ['errata/Root.uri', 'methods/roots/list'],
    facts: ['- erratum Root.uri format'],
  },
  {
    edit: "an erratum's property is renamed",
    change: within('Root', 'uri: string', 'url: string'),
    open: ['errata/Root.uri'],
    facts: ['- erratum Root.uri format'],
  },
  {
    edit: "an erratum's type changes",
    change: within(
      'ElicitResult',
      'content?: { [key: string]: string | number | boolean | string[] }',
      'content?: { [key: string]: unknown }',
    ),
    open: ['errata/ElicitResult.content', 'methods/elicitation/create'],
  },
  {
    edit: 'the empty result is renamed',
    change: rename('EmptyResult', 'Acknowledgement'),
    open: ['methods/subscriptions/listen', 'names/EmptyResult'],
  },
  { edit: 'the base of results is renamed', change: rename('Result', 'BaseResult'), open: ['names/Result'] },
];
