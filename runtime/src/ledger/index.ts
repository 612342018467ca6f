/** Counts and limits the memory that the other side makes this process hold. */

export type { Quota, LedgerResource } from '../codegen/v1.js';
export { Account } from './account.js';
export type { TurnKind } from './turns.js';
export { Holding, Scope } from './holding.js';
export {
  adviceToRaise,
  busyWith,
  LimitError,
  LimitReports,
  MessageLimitError,
  OverBudgetError,
  withAdvice,
} from './limitError.js';
export { Ledger, LEDGER_OPTION, processLedger } from './ledger.js';
export type { BudgetOptions, LedgerOptions } from './ledgerOptions.js';
export { networksOf } from './networks.js';
export { foreignReasonFor, reasonFor, Shares, type SharedLimit } from './shares.js';
export { MOST_BYTES_OF_CHARACTER, REQUEST_BYTES, textBytes, weigh } from './weigh.js';
