import type { SessionContext } from '@mcp-gen/runtime';

/** How long a session lasts. */
interface SessionLife {
  /** Whether the session is closed. */
  readonly isOver: boolean;
}

const lives = new WeakMap<SessionContext, SessionLife>();

/**
 * Returns whether a session is closed, now and later. All tasks of a session share one listener: what listens to `closed` stays in memory
 * until the session ends, and tasks must not.
 */
export function lifeOf(session: SessionContext): SessionLife {
  const known = lives.get(session);
  if (known !== undefined) return known;
  const life = { isOver: false };
  void session.closed.then(() => (life.isOver = true));
  lives.set(session, life);
  return life;
}
