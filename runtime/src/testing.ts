/**
 * Contracts for authors of transports and stores, as test cases for any test framework.
 *
 * @module
 */

export { transportContract, type ContractOptions } from './testing/transportContract.js';
export type { ContractCase, ContractRule } from './testing/cases.js';
export type { TransportFeature, TransportPair } from './testing/stage.js';
export {
  eventStoreContract,
  type EventStoreContractOptions,
  type EventStoreSubject,
} from './testing/stores/eventStoreContract.js';
export { sessionRouterContract, type SessionRouterSubject } from './testing/stores/sessionRouterContract.js';
export { sessionStoreContract, type SessionStoreSubject } from './testing/stores/sessionStoreContract.js';
export {
  expectSame,
  expectTrue,
  storeCases,
  type Disposable,
  type StoreContractOptions,
} from './testing/stores/storeCases.js';
export { usedStatesContract, type UsedStatesSubject } from './testing/stores/usedStatesContract.js';
