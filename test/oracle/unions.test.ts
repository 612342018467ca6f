/** A fault is reported where it is, but in these unions: no tag tells their members apart, or several members share one. */

import { expect, test } from 'vitest';
import { compileText } from '../support/compileText.js';
import { REVISION_IDS, schemaText, type RevisionId } from '../support/schemas.js';
import { untaggedUnions, type UntaggedUnion } from './unions.js';

const CONTENTS: readonly UntaggedUnion[] = [
  ['ReadResourceResult', '/contents/*', 'TextResourceContents | BlobResourceContents'],
  ['EmbeddedResource', '/resource', 'TextResourceContents | BlobResourceContents'],
];

// prettier-ignore
const until20250618: readonly UntaggedUnion[] = [
  ['ProgressToken', '', 'string | number'],
  ['RequestId', '', 'string | number'],
  ['JSONRPCError', '/id', 'RequestId | null'],
  ...CONTENTS,
  ['CreateMessageResult', '/stopReason', '"endTurn" | "stopSequence" | "maxTokens" | string'],
];

// prettier-ignore
const since20251125: readonly UntaggedUnion[] = [
  ['JSONRPCMessage', '', 'JSONRPCRequest | JSONRPCNotification | JSONRPCResponse'],
  ['ProgressToken', '', 'string | number'],
  ['RequestId', '', 'string | number'],
  ['JSONRPCErrorResponse', '/id', 'RequestId | null'],
  ['JSONRPCResponse', '', 'JSONRPCResultResponse | JSONRPCErrorResponse'],
  ...CONTENTS,
  ['CreateMessageResult', '/content', 'SamplingMessageContentBlock | array'],
  ['CreateMessageResult', '/stopReason', '"endTurn" | "stopSequence" | "maxTokens" | "toolUse" | string'],
  ['SamplingMessage', '/content', 'SamplingMessageContentBlock | array'],
  ['ElicitRequestParams', '', 'ElicitRequestFormParams | ElicitRequestURLParams'],
  ['PrimitiveSchemaDefinition', '', 'StringSchema | NumberSchema | BooleanSchema | EnumSchema'],
  ['SingleSelectEnumSchema', '', 'UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema'],
  ['MultiSelectEnumSchema', '', 'UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema'],
  ['EnumSchema', '', 'SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema', { tag: 'type', shared: ['string', 'array'] }],
  ['ElicitResult', '/content/*', 'string | number | boolean | array'],
];

// prettier-ignore
const UNIONS: { readonly [Id in RevisionId]: readonly UntaggedUnion[] } = {
  '2024-11-05': [
    ...until20250618,
    ['JSONRPCMessage', '', 'JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError'],
    ['ClientResult', '', 'EmptyResult | CreateMessageResult | ListRootsResult'],
    ['ServerResult', '', 'EmptyResult | InitializeResult | CompleteResult | GetPromptResult | ListPromptsResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | CallToolResult | ListToolsResult'],
  ],
  '2025-03-26': [
    ...until20250618,
    ['JSONRPCMessage', '', 'JSONRPCRequest | JSONRPCNotification | JSONRPCBatchRequest | JSONRPCResponse | JSONRPCError | JSONRPCBatchResponse'],
    ['JSONRPCBatchRequest', '/*', 'JSONRPCRequest | JSONRPCNotification'],
    ['JSONRPCBatchResponse', '/*', 'JSONRPCResponse | JSONRPCError'],
    ['ClientResult', '', 'EmptyResult | CreateMessageResult | ListRootsResult'],
    ['ServerResult', '', 'EmptyResult | InitializeResult | CompleteResult | GetPromptResult | ListPromptsResult | ListResourceTemplatesResult | ListResourcesResult | ReadResourceResult | CallToolResult | ListToolsResult'],
  ],
  '2025-06-18': [
    ...until20250618,
    ['JSONRPCMessage', '', 'JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError'],
    ['PrimitiveSchemaDefinition', '', 'StringSchema | NumberSchema | BooleanSchema | EnumSchema'],
    ['ElicitResult', '/content/*', 'string | number | boolean'],
    ['ClientResult', '', 'EmptyResult | CreateMessageResult | ListRootsResult | ElicitResult'],
    ['ServerResult', '', 'EmptyResult | InitializeResult | CompleteResult | GetPromptResult | ListPromptsResult | ListResourceTemplatesResult | ListResourcesResult | ReadResourceResult | CallToolResult | ListToolsResult'],
  ],
  '2025-11-25': [
    ...since20251125,
    ['URLElicitationRequiredError', '/id', 'RequestId | null'],
    ['Task', '/ttl', 'number | null'],
    ['ClientResult', '', 'EmptyResult | CreateMessageResult | ListRootsResult | ElicitResult | GetTaskResult | GetTaskPayloadResult | ListTasksResult | CancelTaskResult'],
    ['ServerResult', '', 'EmptyResult | InitializeResult | CompleteResult | GetPromptResult | ListPromptsResult | ListResourceTemplatesResult | ListResourcesResult | ReadResourceResult | CallToolResult | ListToolsResult | GetTaskResult | GetTaskPayloadResult | ListTasksResult | CancelTaskResult'],
  ],
  '2026-07-28': [
    ...since20251125,
    ['JSONValue', '', 'string | number | boolean | null | JSONObject | JSONArray'],
    ['ResultType', '', '"complete" | "input_required" | string'],
    ['HeaderMismatchError', '/id', 'RequestId | null'],
    ['UnsupportedProtocolVersionError', '/id', 'RequestId | null'],
    ['MissingRequiredClientCapabilityError', '/id', 'RequestId | null'],
    ['InputResponse', '', 'CreateMessageResult | ListRootsResult | ElicitResult'],
    ['ReadResourceResultResponse', '/result', 'ReadResourceResult | InputRequiredResult'],
    ['GetPromptResultResponse', '/result', 'GetPromptResult | InputRequiredResult'],
    ['CallToolResultResponse', '/result', 'CallToolResult | InputRequiredResult'],
    ['ServerResult', '', 'EmptyResult | DiscoverResult | CompleteResult | GetPromptResult | ListPromptsResult | ListResourceTemplatesResult | ListResourcesResult | ReadResourceResult | SubscriptionsListenResult | CallToolResult | ListToolsResult | InputRequiredResult'],
  ],
};

test.each(REVISION_IDS)('the unions without a tag of their own in %s', (revision) => {
  const found = untaggedUnions(compileText(schemaText(revision), revision));
  expect(sorted(found)).toEqual(sorted(UNIONS[revision]));
});

function sorted(unions: readonly UntaggedUnion[]): readonly UntaggedUnion[] {
  return unions.toSorted((a, b) => (`${a[0]}${a[1]}` < `${b[0]}${b[1]}` ? -1 : 1));
}
