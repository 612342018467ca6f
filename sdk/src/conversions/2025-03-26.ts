/** Conversions between revision 2025-03-26 and the unified types. */

import type { Conversions } from '@mcp-gen/protocol/author/2025-03-26';
import * as revision from '@mcp-gen/protocol/2025-03-26';
import { blocks, promptMessages, withoutLinks } from './content.js';
import type { Context, Written } from './conversionContext.js';
import { envelope, optionalEnvelope } from './envelope.js';
import { describedCapabilities, describedRoots, progressToken } from './settings.js';
import { withObjectContent, withObjectSchemas } from './objectResults.js';
import { answered, complete, objectContent, uncached } from './results.js';
import { singleBlock, withoutTools } from './samplingMessages.js';
import { toolsAs, withPlainInput } from './schemas.js';
import { session } from './session.js';
import { unless, unlessAbsent, unlessRejected } from './unless.js';

export { differing } from '@mcp-gen/protocol/author/2025-03-26';
export { revision } from '@mcp-gen/protocol/2025-03-26';

const sampling = singleBlock(withoutTools);

export const conversions: Written<Conversions<Context>> = {
  requests: {
    ...session,
    initialize: {
      params: {
        toAuthor: describedCapabilities,
        toRevision: unlessRejected(revision.isInitializeRequestParams, describedRoots),
      },
    },
    'prompts/get': {
      params: envelope,
      result: {
        toAuthor: complete,
        toRevision: unless(revision.isGetPromptResult, (value, context) => {
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
        toRevision: unless(withObjectContent(revision.isCallToolResult), (value, context) => {
          const result = answered(value, 'content', context);
          return { ...objectContent(result, context), content: blocks(result.content, withoutLinks, context) };
        }),
      },
    },
    'tools/list': {
      params: optionalEnvelope,
      result: {
        toAuthor: uncached,
        toRevision: unless(withObjectSchemas(revision.isListToolsResult), toolsAs(withPlainInput)),
      },
    },
    'sampling/createMessage': {
      params: { toRevision: unless(revision.isCreateMessageRequestParams, sampling.params) },
      result: { toRevision: unless(revision.isCreateMessageResult, sampling.result) },
    },
    'roots/list': { params: { toRevision: unlessAbsent(revision.isRequestParams, progressToken) } },
  },
  notifications: {},
};
