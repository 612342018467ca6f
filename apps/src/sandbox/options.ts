/** The options of the origin on which views run. */

import { listOf, required, urlWith, type OptionTable } from '@mcp-gen/runtime/options';

/** Options of `createSandbox`. */
export interface SandboxOptions {
  /** The origins of the hosts that may show views: `https://chat.example.com`. At least one. */
  readonly hosts: readonly string[];
}

const ORIGIN = urlWith(
  'an origin, such as https://chat.example.com',
  ({ protocol, origin, href }) => /^https?:$/.test(protocol) && href === `${origin}/`,
);

export const SANDBOX_OPTIONS: OptionTable<SandboxOptions> = { hosts: required(listOf('origins', ORIGIN, 1)) };
