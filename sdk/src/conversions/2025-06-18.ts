/** Conversions between revision 2025-06-18 and the unified types. */

import type { Conversions } from '@mcp-gen/protocol/author/2025-06-18';
import * as revision from '@mcp-gen/protocol/2025-06-18';
import type { Context, WrittenConversions } from './conversionContext.js';
import { formOnly, singleAnswers } from './elicitationForms.js';
import { envelope, optionalEnvelope } from './envelope.js';
import { convertCapabilities, convertRoots, progressToken } from './settings.js';
import { answered, complete, objectContent, uncached } from './results.js';
import { singleBlock, withoutTools } from './samplingMessages.js';
import { plainTool, convertTools } from './schemas.js';
import { session } from './session.js';
import { convertInvalid, convertInvalidOptional, convertAndCheck } from './convertInvalid.js';

export { differing } from '@mcp-gen/protocol/author/2025-06-18';
export { revision } from '@mcp-gen/protocol/2025-06-18';

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
        toRevision: (value, context) => answered(value, 'messages', context),
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
        toRevision: convertInvalid(revision.isCallToolResult, (value, context) =>
          objectContent(answered(value, 'content', context), context),
        ),
      },
    },
    'tools/list': {
      params: optionalEnvelope,
      result: { toAuthor: uncached, toRevision: convertInvalid(revision.isListToolsResult, convertTools(plainTool)) },
    },
    'sampling/createMessage': {
      params: { toRevision: convertInvalid(revision.isCreateMessageRequestParams, sampling.params) },
      result: { toRevision: convertInvalid(revision.isCreateMessageResult, sampling.result) },
    },
    'elicitation/create': {
      params: { toRevision: formOnly },
      result: { toRevision: convertInvalid(revision.isElicitResult, singleAnswers) },
    },
    'roots/list': { params: { toRevision: convertInvalidOptional(revision.isRequestParams, progressToken) } },
  },
  notifications: {},
};
