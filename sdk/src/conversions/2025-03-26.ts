/** Conversions between revision 2025-03-26 and the unified types. */

import type { Conversions } from '@mcp-gen/protocol/author/2025-03-26';
import * as revision from '@mcp-gen/protocol/2025-03-26';
import { blocks, promptMessages, withoutLinks } from './content.js';
import type { Context, WrittenConversions } from './conversionContext.js';
import { envelope, optionalEnvelope } from './envelope.js';
import { convertCapabilities, convertRoots, progressToken } from './settings.js';
import { withObjectContent, withObjectSchemas } from './objectResults.js';
import { answered, complete, objectContent, uncached } from './results.js';
import { singleBlock, withoutTools } from './samplingMessages.js';
import { convertTools, withPlainInput } from './schemas.js';
import { session } from './session.js';
import { convertInvalid, convertInvalidOptional, convertAndCheck } from './convertInvalid.js';

export { differing } from '@mcp-gen/protocol/author/2025-03-26';
export { revision } from '@mcp-gen/protocol/2025-03-26';

const sampling = singleBlock(withoutTools);

export const conversions: WrittenConversions<Conversions<Context>> = {
  requests: {
    ...session,
    initialize: {
      params: {
        toAuthor: convertCapabilities,
        toRevision: convertAndCheck(revision.isInitializeRequestParams, convertRoots),
      },
    },
    'prompts/get': {
      params: envelope,
      result: {
        toAuthor: complete,
        toRevision: convertInvalid(revision.isGetPromptResult, (value, context) => {
          const result = answered(value, 'messages', context);
          return { ...result, messages: promptMessages(result.messages, withoutLinks, context) };
        }),
      },
    },
    'resources/read': {
      params: envelope,
      result: { toAuthor: uncached, toRevision: (value, context) => answered(value, 'contents', context) },
    },
    'tools/call': {
      params: envelope,
      result: {
        toAuthor: complete,
        toRevision: convertInvalid(withObjectContent(revision.isCallToolResult), (value, context) => {
          const result = answered(value, 'content', context);
          return { ...objectContent(result, context), content: blocks(result.content, withoutLinks, context) };
        }),
      },
    },
    'tools/list': {
      params: optionalEnvelope,
      result: {
        toAuthor: uncached,
        toRevision: convertInvalid(withObjectSchemas(revision.isListToolsResult), convertTools(withPlainInput)),
      },
    },
    'sampling/createMessage': {
      params: { toRevision: convertInvalid(revision.isCreateMessageRequestParams, sampling.params) },
      result: { toRevision: convertInvalid(revision.isCreateMessageResult, sampling.result) },
    },
    'roots/list': { params: { toRevision: convertInvalidOptional(revision.isRequestParams, progressToken) } },
  },
  notifications: {},
};
