/** One client for several tests, each with answers of its own. */

import { afterAll } from 'vitest';
import type { Address, Answers, Connect, TestClient } from '../support/clients/client.js';

/** Returns a client that is as good as new, and answers as the test says that asks for it. */
type Share = (answers?: Answers) => Promise<TestClient>;

/**
 * Connects once for the tests of a group, and closes the connection behind them: a client over stdio starts a process, which costs more
 * than the conversation.
 *
 * @param standing - answers where a test has none; their methods are those that any test of the group answers
 */
export function shareClient(connect: Connect, reach: () => Address, revision: string, standing: Answers): Share {
  let client: Promise<TestClient> | undefined;
  let current: Answers = {};
  const answers = Object.fromEntries(
    Object.entries(standing).map(([method, otherwise]) => [
      method,
      (params: unknown) => (current[method] ?? otherwise)(params),
    ]),
  );
  afterAll(async () => (await client)?.close());
  return async (given = {}) => {
    current = given;
    const connected = await (client ??= connect(reach(), { revision, answers, stays: true }));
    // What a test before this one asked for, and what it did not hear.
    await connected.setLevel({ level: 'debug' });
    connected.notifications.empty();
    return connected;
  };
}
