import type { SessionContext } from '@mcp-gen/runtime';

/** The state of a session. */
interface SessionLife {
  /** Whether the session is closed. */
  readonly isOver: boolean;
}

const lives = new WeakMap<SessionContext, SessionLife>();

/**
 * Returns the state of a session. All tasks of a session share one listener: each listener to `closed` stays in memory until the session
 * ends.
 */
export function lifeOf(session: SessionContext): SessionLife {
  const known = lives.get(session);
  if (known !== undefined) return known;
  const life = { isOver: false };
  void session.closed.then(() => (life.isOver = true));
  lives.set(session, life);
  return life;
}
