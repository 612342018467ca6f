/**
 * Test cases for stores of a delegated authorization server, for any test framework.
 *
 * @module
 */

export type { ContractCase, Disposable, StoreContractOptions } from '@mcp-gen/runtime/testing';
export { authorizationStoreContract, type AuthorizationStoreSubject } from './testing/authorizationStore.js';
