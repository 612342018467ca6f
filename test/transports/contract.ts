/** Runs the contract of transports as tests. */

import { transportContract, type ContractOptions, type TransportPair } from '@mcp-gen/runtime/testing';
import { describe, expect } from 'vitest';
import { testUnless } from '../support/omissions.js';

/** Registers all cases, those that do not apply as left out. */
export function testContract(
  medium: string,
  makePair: () => TransportPair | Promise<TransportPair>,
  options: ContractOptions = {},
): void {
  describe(medium, () => {
    for (const { name, leftOut, run } of transportContract(makePair, options)) {
      testUnless(leftOut, name, () => expect(run()).resolves.toBeUndefined());
    }
  });
}
