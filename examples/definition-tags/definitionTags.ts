/** The draft Definition Tags, and lists on condition, for servers and clients. */

import { defineExtension } from '@mcp-gen/sdk/extension';
import { Conditions, type ConditionOptions } from './conditions.ts';
import { Tagging, type TaggingOptions } from './tagging.ts';

/** Options of both sides: each one reads its own. */
export type DefinitionTagsOptions = TaggingOptions & ConditionOptions;

/** The identifier is ours: the draft has none, since nothing is negotiated. */
export const definitionTags = defineExtension(
  { id: 'com.example/definition-tags' },
  (options: DefinitionTagsOptions = {}) => ({
    server: () => ({ middleware: [new Tagging(options).middleware] }),
    client: () => {
      const conditions = new Conditions(options);
      return {
        middleware: [conditions.middleware],
        setup: (): Conditions => {
          conditions.start();
          return conditions;
        },
      };
    },
  }),
);
