import { CLOSING_RULES, STARTING_RULES } from './rules/connectionRules.js';
import { SESSION_RULES } from './rules/sessionRules.js';
import { LIMIT_RULES } from './rules/limitRules.js';
import { BACKPRESSURE_RULES, BATCH_RULES, MALFORMED_RULES, MESSAGE_RULES } from './rules/messageRules.js';
import { REQUEST_RULES } from './rules/requestRules.js';
import { contractCases, type CaseSubject, type ContractCase } from './cases.js';
import { type Rule, Stage, type TransportFeature, type TransportPair } from './stage.js';

/** Options of {@link transportContract}. */
export interface ContractOptions {
  /** Features that the transport lacks, with reasons. Cases that need them are skipped. Default: none. */
  readonly lacks?: { readonly [ability in TransportFeature]?: string } | undefined;
  /** Milliseconds that a case waits for an expected event before it fails. Default 5,000. */
  readonly timeout?: number | undefined;
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
  ...SESSION_RULES,
];

/**
 * Returns the requirements of a transport as independent test cases, for any test framework. Run them sequentially: the last one inspects
 * the resources of the whole process.
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
  const makeStage = async (): Promise<CaseSubject<Stage>> => {
    const stage = new Stage(await makePair(), timeout);
    return { subject: stage, dispose: () => stage.clear() };
  };
  return contractCases(RULES, makeStage, lacks);
}
