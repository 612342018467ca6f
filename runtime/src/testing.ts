/**
 * For whoever writes a transport: what it has to keep to, as cases that any test framework can run.
 *
 * @module
 */

export { transportContract, type ContractCase, type ContractOptions } from './testing/contract.js';
export type { TransportFeature, TransportPair } from './testing/pair.js';
