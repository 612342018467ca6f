import { BACKPRESSURE_RULES } from './rules/backpressure.js';
import { BATCH_RULES } from './rules/batches.js';
import { CLOSING_RULES } from './rules/closing.js';
import { CONVERSATION_RULES } from './rules/conversation.js';
import { LIMIT_RULES } from './rules/limits.js';
import { MALFORMED_RULES } from './rules/malformed.js';
import { MESSAGE_RULES } from './rules/messages.js';
import { REQUEST_RULES } from './rules/requests.js';
import { STARTING_RULES } from './rules/starting.js';
import type { TransportFeature, TransportPair } from './pair.js';
import { Stage, type Rule } from './stage.js';

/** Options of {@link transportContract}. */
export interface ContractOptions {
  /** What the medium cannot do, each with the reason. The cases that need it are left out with that reason. Default: nothing. */
  readonly lacks?: { readonly [ability in TransportFeature]?: string } | undefined;
  /** Milliseconds that a case waits for whatever must come before it fails. Default 5,000. */
  readonly timeout?: number | undefined;
}

/** One case of the contract, ready to be handed to a test framework. */
export interface ContractCase {
  /** What the transport has to keep to, in a sentence. */
  readonly name: string;
  /** Why the case does not apply to this medium: the reason in `lacks`. Such a case must not be run. */
  readonly leftOut: string | undefined;
  /** Runs the case on a pair of its own. @throws {Error} if the transport breaks the contract, saying how. */
  readonly run: () => Promise<void>;
}

const RULES: readonly Rule[] = [
  ...STARTING_RULES,
  ...MESSAGE_RULES,
  ...REQUEST_RULES,
  ...BATCH_RULES,
  ...BACKPRESSURE_RULES,
  ...MALFORMED_RULES,
  ...LIMIT_RULES,
  ...CLOSING_RULES,
  ...CONVERSATION_RULES,
];

/**
 * What every transport has to keep to, as cases for any test framework. Cases are independent. Run them one after the other: the last
 * one looks at what the whole process still holds.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { memoryPair } from '@mcp-gen/runtime';
 * import { transportContract } from '@mcp-gen/runtime/testing';
 *
 * const lacks = {
 *   limit: 'messages are objects',
 *   malformed: 'messages are objects',
 *   backpressure: 'messages are handed over at once',
 * };
 * const makePair = () => {
 *   const [client, server] = memoryPair();
 *   return { client, server };
 * };
 * for (const { name, leftOut, run } of transportContract(makePair, { lacks })) test(name, { skip: leftOut ?? false }, run);
 * ```
 *
 * @param makePair connects two new transports. Called once for each case.
 */
export function transportContract(
  makePair: () => TransportPair | Promise<TransportPair>,
  { lacks = {}, timeout = 5_000 }: ContractOptions = {},
): readonly ContractCase[] {
  return RULES.map(({ name, needs, check }) => {
    const leftOut = needs && lacks[needs];
    return { name, leftOut, run };

    async function run(): Promise<void> {
      if (leftOut !== undefined) throw new Error(`This case is left out: ${leftOut}. Skip it where leftOut says why`);
      const stage = new Stage(await makePair(), timeout);
      try {
        await check(stage);
      } catch (error) {
        // The first failure says more than what follows from it.
        await stage.clear().catch(() => undefined);
        throw error;
      }
      await stage.clear();
    }
  });
}
