/** The targets that come with mcp-gen. */

import { jsonSchema } from './json-schema/index.js';
import type { Target, TargetName } from './target.js';
import { python } from './python/index.js';
import { typescript } from './typescript/index.js';
import { zod } from './zod/index.js';

export const targets: { readonly [Name in TargetName]: Target } = {
  typescript,
  zod,
  'json-schema': jsonSchema,
  python,
};
