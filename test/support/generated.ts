/** The generated code of every revision, by its id. */

import * as v2024_11_05 from '@mcp-gen/protocol/2024-11-05';
import * as v2025_03_26 from '@mcp-gen/protocol/2025-03-26';
import * as v2025_06_18 from '@mcp-gen/protocol/2025-06-18';
import * as v2025_11_25 from '@mcp-gen/protocol/2025-11-25';
import * as v2026_07_28 from '@mcp-gen/protocol/2026-07-28';
import type { RevisionId } from './schemas.js';

export const GENERATED = {
  '2024-11-05': v2024_11_05,
  '2025-03-26': v2025_03_26,
  '2025-06-18': v2025_06_18,
  '2025-11-25': v2025_11_25,
  '2026-07-28': v2026_07_28,
} as const satisfies { readonly [Id in RevisionId]: object };
