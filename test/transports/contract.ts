/** Runs the contract of transports as tests. */

import { transportContract, type ContractOptions, type TransportPair } from '@mcp-gen/runtime/testing';
import { describe, expect, test } from 'vitest';

/** Registers the cases that apply, and prints those that do not. */
export function testContract(
  medium: string,
  makePair: () => TransportPair | Promise<TransportPair>,
  options: ContractOptions = {},
): void {
  describe(medium, () => {
    for (const { name, leftOut, run } of transportContract(makePair, options)) {
      if (leftOut === undefined) test(name, () => expect(run()).resolves.toBeUndefined());
      else console.log(`${medium}: left out: ${name} (${leftOut})`);
    }
  });
}
