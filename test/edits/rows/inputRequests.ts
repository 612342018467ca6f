import { addTo, all, append, remove, rename, replace, within } from '../change.js';
import type { Row } from '../row.js';

export const inputRequests: readonly Row[] = [
  {
    edit: 'the result that asks for input is renamed',
    change: rename('InputRequiredResult', 'NeedsInputResult'),
    open: ['names/InputRequiredResult'],
    facts: [
      '- prompts/get: result InputRequiredResult',
      '- resources/read: result InputRequiredResult',
      '- tools/call: result InputRequiredResult',
      '+ prompts/get: result NeedsInputResult',
      '+ resources/read: result NeedsInputResult',
      '+ tools/call: result NeedsInputResult',
    ],
  },
  {
    edit: 'the union of input requests is renamed',
    change: rename('InputRequest', 'Question'),
    open: ['names/InputRequest'],
  },
  {
    edit: 'the union of input responses is renamed',
    change: rename('InputResponse', 'Answer'),
    open: ['names/InputResponse'],
  },
  {
    edit: 'the input requests are renamed',
    change: all(within('InputRequiredResult', 'inputRequests?:', 'questions?:')),
    open: ['names/InputRequiredResult'],
  },
  {
    edit: 'the state of a request is renamed',
    change: rename('requestState', 'continuation'),
    // The docs of results to cache have a rule about it.
    open: [
      'methods/prompts/get',
      'methods/resources/read',
      'methods/tools/call',
      'names/CacheableResult',
      'names/InputRequiredResult',
    ],
  },
  {
    edit: 'the state of a request becomes an object',
    change: within('InputRequiredResult', 'requestState?: string', 'requestState?: JSONObject'),
    open: ['names/InputRequiredResult'],
  },
  {
    edit: 'the result that asks for input has a type of its own',
    change: addTo('InputRequiredResult', "resultType: 'input_required';"),
    open: ['names/InputRequiredResult'],
  },
  {
    edit: 'the result that asks for input is removed',
    change: (text) =>
      all(remove('InputRequiredResult'))(
        text.replaceAll(' | InputRequiredResult', '').replace('\n  | InputRequiredResult', ''),
      ),
    open: [
      'methods/prompts/get',
      'methods/resources/read',
      'methods/subscriptions/listen',
      'methods/tools/call',
      'names/InputRequiredResult',
    ],
    lost: ['prompts/get: asks for input', 'resources/read: asks for input', 'tools/call: asks for input'],
    facts: [
      '- prompts/get: result InputRequiredResult',
      '- prompts/get: asks for input',
      '- resources/read: result InputRequiredResult',
      '- resources/read: asks for input',
      '- tools/call: result InputRequiredResult',
      '- tools/call: asks for input',
      '+ subscriptions/listen: asks for input',
    ],
  },
  {
    edit: 'input requests are an array',
    change: replace('export interface InputRequests {\n', 'export interface InputRequests {\n  length?: number;\n'),
    refused: {
      at: 'length?: number;',
      message:
        /^Property 'length' of type 'number \| undefined' is not assignable to 'string' index type 'InputRequest'/,
      remedy: /^Correct the schema: TypeScript does not compile it/,
    },
  },
  {
    edit: 'a mode of elicitation is added',
    change: all(
      append("export interface ElicitRequestFileParams { mode: 'file'; message: string; accept?: string[]; }"),
      replace(
        'export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;',
        'export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams | ElicitRequestFileParams;',
      ),
    ),
  },
  {
    edit: 'the result of an input request is renamed',
    change: rename('ElicitResult', 'ElicitAnswer'),
    open: [
      'ElicitRequest (elicitation/create) has no result: ElicitResult is not declared. Guess: EmptyResult',
      'errata/ElicitResult.content',
      'methods/elicitation/create',
    ],
    facts: [
      '- elicitation/create: result ElicitResult',
      '- erratum ElicitResult.content fractional',
      '+ elicitation/create: result EmptyResult',
    ],
  },
  {
    edit: 'another result may hold a question',
    change: within(
      'ListToolsResultResponse',
      'result: ListToolsResult',
      'result: ListToolsResult | InputRequiredResult',
    ),
    open: ['methods/tools/list'],
    facts: ['+ tools/list: result InputRequiredResult', '+ tools/list: asks for input'],
  },
];
