import type { Icon, MetaObject } from '@mcp-gen/protocol/author';
import type { Access } from './access.js';

/** What can be said of anything that a server offers: of tools, resources, templates and prompts. */
export interface EntryOptions {
  /** A name for people. Default: none but the one for programs. */
  readonly title?: string | undefined;
  /** What it is for, in words that models read, too. Default: nothing is said. */
  readonly description?: string | undefined;
  /** Icons that clients can show beside the name, with `https:` or `data:image/` URIs. Clients before 2025-11-25 ignore them. Default: none. */
  readonly icons?: Icon[] | undefined;
  /** Who may use it. Default: everybody. */
  readonly access?: Access | undefined;
  /** Free-form metadata: `_meta`. Default: none. */
  readonly meta?: MetaObject | undefined;
}
