/** The options of the origin on which views run. */

import { required, STRINGS, type OptionTable } from '@mcp-gen/runtime/options';

/** Options of `createSandbox`. */
export interface SandboxOptions {
  /** The origins of the hosts that may show views: `https://chat.example.com`. */
  readonly hosts: readonly string[];
}

export const SANDBOX_OPTIONS: OptionTable<SandboxOptions> = { hosts: required(STRINGS) };
