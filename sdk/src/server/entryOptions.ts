import type { Icon, MetaObject } from '@mcp-gen/protocol/author';
import type { Access } from './access.js';

/** Options of every entry that a server offers: tools, resources, templates, and prompts. */
export interface EntryOptions {
  /** A display name. Default: none. */
  readonly title?: string | undefined;
  /** A description for users and models. Default: none. */
  readonly description?: string | undefined;
  /**
   * Icons that clients can show next to the name, with `https:` or `data:image/` URIs. Clients before 2025-11-25 ignore them. Default:
   * none.
   */
  readonly icons?: Icon[] | undefined;
  /** Who may use the entry. Default: every caller. */
  readonly access?: Access | undefined;
  /** Free-form metadata: `_meta`. Default: none. */
  readonly meta?: MetaObject | undefined;
}
