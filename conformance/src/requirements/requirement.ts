/** What a row of the table of requirements is. */

/** The revisions whose pages the table was made from. */
export const EVERY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

export const SINCE_2025_03_26 = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export const SINCE_2025_06_18 = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
export const SINCE_2025_11_25 = ['2025-11-25', '2026-07-28'] as const;

/** The revisions in which a client opens a session. */
export const WITH_SESSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

export const SESSIONS_SINCE_2025_03_26 = ['2025-03-26', '2025-06-18', '2025-11-25'] as const;
export const SESSIONS_SINCE_2025_06_18 = ['2025-06-18', '2025-11-25'] as const;

/** The revision in which each request stands alone. */
export const STATELESS = ['2026-07-28'] as const;

/** One thing that the specification asks for. */
export interface Requirement {
  /** What tests name it by: the page, then the subject. It stays when the text changes. */
  readonly id: string;
  /** Whether the specification says MUST, where it otherwise says SHOULD. What it only allows has no row. */
  readonly must: boolean;
  /** The revisions whose page says it, oldest first. */
  readonly revisions: readonly (typeof EVERY)[number][];
  /** Page and heading. */
  readonly section: string;
  /** The requirement, in one sentence. */
  readonly text: string;
  /** Who has to do it; an authorization server counts as a server. */
  readonly side: 'client' | 'server' | 'both';
  /** Whether it asks to refuse a message of the other side. `refusals.md` lists these rows. */
  readonly refuses?: true;
  /** The sentence that decides where pages can be read in several ways, with its place: `"..." (page, heading)`. */
  readonly decidedBy?: string;
  /** Why no test covers it yet. Without a reason, a row that no test covers is a gap. */
  readonly open?: string;
}
