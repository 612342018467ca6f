import { addMember, addTo, all, append, redeclare, remove, removeMember, rename, replace, within } from '../change.js';
import type { Row } from '../row.js';

export const results: readonly Row[] = [
  {
    edit: 'a result gains a property',
    change: addTo('CallToolResult', 'durationMs?: number;'),
    open: ['methods/tools/call'],
  },
  {
    edit: 'a result gains a required property',
    change: addTo('CallToolResult', 'callId: string;'),
    open: ['methods/tools/call'],
  },
  {
    edit: 'a result is renamed',
    change: rename('ListToolsResult', 'ToolPage'),
    open: ['methods/tools/list'],
    facts: ['- tools/list: result ListToolsResult', '+ tools/list: result ToolPage'],
  },
  {
    edit: 'a result and its response are renamed',
    change: all(rename('CallToolResult', 'ToolOutcome'), rename('CallToolResultResponse', 'ToolOutcomeResponse')),
    open: [
      'CallToolRequest (tools/call) has no result: CallToolResult is not declared. Guess: EmptyResult',
      'methods/tools/call',
      'removed/features',
    ],
    lost: ['tools/call: asks for input'],
    facts: [
      '- tools/call: result CallToolResult',
      '- tools/call: result InputRequiredResult',
      '- tools/call: asks for input',
      '- feature structuredContent',
      '+ tools/call: result EmptyResult',
    ],
  },
  {
    edit: 'a response has another result',
    change: within(
      'GetPromptResultResponse',
      'GetPromptResult | InputRequiredResult',
      'ListPromptsResult | InputRequiredResult',
    ),
    open: ['methods/prompts/get', 'paging/prompts/get'],
    facts: [
      '- prompts/get: result GetPromptResult',
      '+ prompts/get: result ListPromptsResult',
      '+ prompts/get: cacheable',
    ],
  },
  {
    edit: 'a response may ask for input',
    change: within('CompleteResultResponse', 'result: CompleteResult', 'result: CompleteResult | InputRequiredResult'),
    open: ['methods/completion/complete'],
    facts: ['+ completion/complete: result InputRequiredResult', '+ completion/complete: asks for input'],
  },
  {
    edit: 'a response may no longer ask for input',
    change: within('CallToolResultResponse', 'CallToolResult | InputRequiredResult', 'CallToolResult'),
    open: ['methods/tools/call'],
    lost: ['tools/call: asks for input'],
    facts: ['- tools/call: result InputRequiredResult', '- tools/call: asks for input'],
  },
  {
    edit: 'the union of results is an alias',
    change: all(
      append('export type ToolAnswer = CallToolResult | InputRequiredResult;'),
      within('CallToolResultResponse', 'CallToolResult | InputRequiredResult', 'ToolAnswer'),
    ),
  },
  {
    edit: 'a response has a result without a name beside others',
    change: within(
      'CallToolResultResponse',
      'CallToolResult | InputRequiredResult',
      "CallToolResult | InputRequiredResult | { resultType: 'deferred'; ticket: string }",
    ),
    open: ['methods/tools/call'],
    facts: ['+ tools/call: result CallToolDeferredResult'],
  },
  {
    edit: 'a response has an intersection as its result',
    change: within('ListToolsResultResponse', 'result: ListToolsResult', 'result: ListToolsResult & { total: number }'),
    refused: {
      at: 'result: ListToolsResult & { total: number }',
      message: /^A result of ListToolsRequest without a name would be named ListToolsResult, which is already declared/,
      remedy: /^Declare the result with a name of its own/,
    },
  },
  {
    edit: 'a response has only a result without a name',
    change: within(
      'CompleteResultResponse',
      'result: CompleteResult',
      'result: { values: string[]; resultType: string }',
    ),
    refused: {
      at: 'result: { values: string[]; resultType: string }',
      message: /^A result of CompleteRequest without a name would be named CompleteResult, which is already declared/,
      remedy: /^Declare the result with a name of its own/,
    },
  },
  {
    edit: 'a second result with a name of its own',
    change: all(
      append("export interface DeferredResult extends Result { resultType: 'deferred'; ticket: string; }"),
      within(
        'CallToolResultResponse',
        'CallToolResult | InputRequiredResult',
        'CallToolResult | InputRequiredResult | DeferredResult',
      ),
      addMember('ServerResult', 'DeferredResult'),
    ),
    open: ['methods/tools/call'],
    facts: ['+ tools/call: result DeferredResult'],
  },
  {
    edit: 'a response is removed, its result stays',
    change: remove('CompleteResultResponse'),
  },
  {
    edit: 'a response that asks for input is removed',
    change: remove('CallToolResultResponse'),
    open: ['methods/tools/call'],
    lost: ['tools/call: asks for input'],
    facts: ['- tools/call: result InputRequiredResult', '- tools/call: asks for input'],
  },
  {
    edit: 'a response and its result are removed',
    change: all(
      remove('CompleteResultResponse'),
      remove('CompleteResult'),
      removeMember('ServerResult', 'CompleteResult'),
    ),
    open: [
      'CompleteRequest (completion/complete) has no result: CompleteResult is not declared. Guess: EmptyResult',
      'methods/completion/complete',
    ],
    facts: ['- completion/complete: result CompleteResult', '+ completion/complete: result EmptyResult'],
  },
  {
    edit: 'a result is no longer in the union of results',
    change: removeMember('ServerResult', 'CompleteResult'),
  },
  {
    edit: 'a result omits a property of another',
    change: all(
      append("export type ListedTools = Omit<ListToolsResult, 'nextCursor'>;"),
      within('ListToolsResultResponse', 'result: ListToolsResult', 'result: ListedTools'),
    ),
    refused: {
      at: 'export interface ListToolsResultResponse',
      message: /^Interface 'ListToolsResultResponse' incorrectly extends interface 'JSONRPCResultResponse'/,
      remedy: /^Declare the property as the base does/,
    },
  },
  {
    edit: 'a result extends an omission',
    change: all(
      append("export interface BriefToolsResult extends Omit<ListToolsResult, 'nextCursor'> { total: number; }"),
      within('ListToolsResultResponse', 'result: ListToolsResult', 'result: BriefToolsResult'),
    ),
    refused: {
      at: 'export interface ListToolsResultResponse',
      message: /^Interface 'ListToolsResultResponse' incorrectly extends interface 'JSONRPCResultResponse'/,
      remedy: /^Declare the property as the base does/,
    },
  },
  {
    edit: 'a result is omitted in place',
    change: within('ListToolsResultResponse', 'result: ListToolsResult', "result: Omit<ListToolsResult, 'nextCursor'>"),
    refused: {
      at: 'export interface ListToolsResultResponse',
      message: /^Interface 'ListToolsResultResponse' incorrectly extends interface 'JSONRPCResultResponse'/,
      remedy: /^Declare the property as the base does/,
    },
  },
  {
    edit: 'a result becomes a union of names',
    change: all(
      redeclare('CompleteResult', 'export type CompleteResult = ShortResult | LongResult;'),
      append(
        'export interface ShortResult extends Result { values: string[]; }\nexport interface LongResult extends Result { pages: string[][]; }',
      ),
    ),
    open: ['methods/completion/complete'],
  },
  {
    edit: 'the base of results gains a property',
    change: replace('  resultType: ResultType;\n', '  resultType: ResultType;\n  elapsedMs?: number;\n'),
    open: ['names/Result'],
  },
  {
    edit: 'the base of results is closed',
    change: replace('  resultType: ResultType;\n  [key: string]: unknown;\n', '  resultType: ResultType;\n'),
  },
  {
    edit: 'the type of results is narrowed',
    change: replace(
      "export type ResultType = 'complete' | 'input_required' | string;",
      "export type ResultType = 'complete' | 'input_required';",
    ),
    open: ['names/ResultType'],
  },
  {
    edit: 'a type of results has another value',
    change: replace("export type ResultType = 'complete' |", "export type ResultType = 'done' |"),
    open: ['names/ResultType'],
  },
  {
    edit: 'the type of results is renamed',
    change: rename('ResultType', 'ResultKind'),
    open: ['names/ResultType'],
  },
];
