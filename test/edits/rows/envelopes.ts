import { addMember, addTo, all, append, removeMember, rename, replace, within } from '../change.js';
import type { Row } from '../row.js';

export const envelopes: readonly Row[] = [
  {
    edit: 'the envelope of requests is renamed',
    change: rename('JSONRPCRequest', 'RpcRequest'),
    open: ['names/JSONRPCRequest'],
  },
  {
    edit: 'the envelope of results is renamed',
    change: rename('JSONRPCResultResponse', 'JSONRPCSuccessResponse'),
    open: ['names/JSONRPCResultResponse'],
  },
  {
    edit: 'the envelope of errors is renamed',
    change: rename('JSONRPCErrorResponse', 'JSONRPCFailure'),
    open: ['errata/JSONRPCErrorResponse.id', 'names/JSONRPCErrorResponse'],
    facts: ['- erratum JSONRPCErrorResponse.id nullable'],
  },
  {
    edit: 'the union of all messages is renamed',
    change: rename('JSONRPCMessage', 'WireMessage'),
    open: ['names/JSONRPCMessage'],
  },
  {
    edit: 'all responses are renamed',
    change: (text) =>
      text
        .replaceAll('ResultResponse', 'Response')
        .replaceAll('JSONRPCResponse = JSONRPCResponse |', 'JSONRPCAnswer = JSONRPCResponse |')
        .replaceAll('JSONRPCNotification | JSONRPCResponse;', 'JSONRPCNotification | JSONRPCAnswer;'),
    open: [
      'batching',
      'methods/prompts/get',
      'methods/resources/read',
      'methods/tools/call',
      'names/JSONRPCResponse',
      'names/JSONRPCResultResponse',
      'names/XResultResponse',
    ],
    lost: ['prompts/get: asks for input', 'resources/read: asks for input', 'tools/call: asks for input'],
    facts: [
      '- prompts/get: result InputRequiredResult',
      '- prompts/get: asks for input',
      '- resources/read: result InputRequiredResult',
      '- resources/read: asks for input',
      '- tools/call: result InputRequiredResult',
      '- tools/call: asks for input',
    ],
  },
  {
    edit: 'the envelope of requests gains a required property',
    change: addTo('JSONRPCRequest', 'deadline: number;'),
    open: ['names/JSONRPCRequest'],
  },
  {
    edit: 'the envelope of requests gains an optional property',
    change: addTo('JSONRPCRequest', 'traceparent?: string;'),
    open: ['names/JSONRPCRequest'],
  },
  {
    edit: 'the id of requests changes',
    change: replace('export type RequestId = string | number;', 'export type RequestId = string;'),
    open: [
      'errata/JSONRPCErrorResponse.id',
      'metadataKeys',
      'methods/notifications/cancelled',
      'names/JSONRPCErrorResponse',
      'names/JSONRPCRequest',
      'names/JSONRPCResultResponse',
    ],
  },
  {
    edit: 'the version of the envelope changes',
    change: replace("JSONRPC_VERSION = '2.0'", "JSONRPC_VERSION = '2.1'"),
    open: [
      'names/JSONRPCErrorResponse',
      'names/JSONRPCNotification',
      'names/JSONRPCRequest',
      'names/JSONRPCResultResponse',
    ],
  },
  {
    edit: 'the id of errors is required',
    change: within('JSONRPCErrorResponse', 'id?: RequestId', 'id: RequestId'),
    open: ['errata/JSONRPCErrorResponse.id', 'names/JSONRPCErrorResponse'],
  },
  {
    edit: 'the id of errors may be null',
    change: within('JSONRPCErrorResponse', 'id?: RequestId', 'id: RequestId | null'),
    open: ['errata/JSONRPCErrorResponse.id', 'names/JSONRPCErrorResponse'],
  },
  {
    edit: 'the union of all messages has batches',
    change: all(
      append('export type JSONRPCBatchRequest = (JSONRPCRequest | JSONRPCNotification)[];'),
      addMember('JSONRPCMessage', 'JSONRPCBatchRequest'),
    ),
    open: ['batching'],
  },
  {
    edit: 'the union of all messages loses responses',
    change: removeMember('JSONRPCMessage', 'JSONRPCResponse'),
    open: ['batching'],
  },
  { edit: 'the base of requests is renamed', change: rename('Request', 'RequestBase') },
  {
    edit: 'the error object is renamed',
    change: (text) => text.replaceAll(/\bError(?= &|;| \{)/g, 'RpcError'),
    open: ['names/JSONRPCErrorResponse'],
  },
  {
    edit: 'the error object gains a property',
    change: (text) => text.replace('  data?: unknown;\n}', '  data?: unknown;\n  help?: string;\n}'),
    open: ['names/JSONRPCErrorResponse'],
  },
];
