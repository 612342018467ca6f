import { CLIENT_CHECKS } from './checks/client/index.js';
import type { ConformanceOptions } from './checkServer.js';
import { commandClient } from './client/program.js';
import type { CheckResult } from './judge.js';
import { judgeClient } from './judgeClient.js';
import { CHECKED_REVISIONS } from './revisions.js';

/**
 * Checks whether a client conforms to the protocol. It is a program that does what docs/conformance.md says, with servers that the checks
 * start on this machine.
 *
 * @param command the program and its arguments. The URL of the server is added
 * @returns a result for each check, revision, and transport
 * @throws {TypeError} if none of the checks has such a name.
 */
export async function checkClient(
  command: readonly string[],
  { revisions = CHECKED_REVISIONS, only = '' }: Pick<ConformanceOptions, 'revisions' | 'only'> = {},
): Promise<readonly CheckResult[]> {
  const checks = CLIENT_CHECKS.filter(({ id }) => id.includes(only));
  if (checks.length === 0) throw new TypeError(`No check has a name with ${JSON.stringify(only)}`);
  return judgeClient(commandClient(command), revisions, checks);
}
