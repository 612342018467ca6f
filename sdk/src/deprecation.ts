import { deprecatedSince } from './registry.js';

/** A message of the protocol that a program uses, and that the negotiated revision deprecates. */
export interface Deprecation {
  /** The method of the message: `sampling/createMessage`. */
  readonly method: string;
  /** The first revision that deprecates it. */
  readonly since: string;
  /** The negotiated revision. */
  readonly revision: string;
}

/** Called once for each deprecated message that is sent or received. Not called for deprecated fields and values of other messages. */
export type DeprecationListener = (deprecation: Deprecation) => void;

/**
 * Returns a function to call with every message, which calls the listener with each deprecated one once; undefined without a listener.
 *
 * @param report called with errors of the listener
 */
export function noteDeprecations(
  listener: DeprecationListener | undefined,
  report: (error: unknown) => void,
): ((method: string, revision: string) => void) | undefined {
  if (listener === undefined) return undefined;
  const noted = new Set<string>();
  return (method, revision) => {
    const since = deprecatedSince(method, revision);
    if (since === undefined || noted.has(method)) return;
    noted.add(method);
    try {
      listener({ method, since, revision });
    } catch (error) {
      report(error);
    }
  };
}
