import type { LedgerResource } from '../codegen/v1.js';
import { amount, checkOptions, group, withDefaults, type OptionTable } from '../options/kinds.js';
import type { SharedLimit } from './shares.js';

/** Limits of one resource, in bytes. Values are estimated: an empty object counts as 58 bytes. */
export interface BudgetOptions {
  /** For one caller, or one connection. */
  readonly caller?: number | undefined;
  /**
   * For all of them. Callers that hold less than others may exceed it together by half, and those with no more than 16 KiB by another half.
   */
  readonly total?: number | undefined;
}

/** Options of a {@link Ledger}. `Infinity` removes a limit. */
export interface LedgerOptions {
  /** Bytes of incomplete incoming messages. Default 64 MiB for each caller, 160 MiB in total. */
  readonly reading?: BudgetOptions | undefined;
  /** Bytes of retained message data. Default 64 MiB for each caller, 64 MiB in total. */
  readonly retained?: BudgetOptions | undefined;
  /**
   * Bytes of outgoing data that waits to be sent. Default 32 MiB for each caller, 64 MiB in total. One response of any size is allowed for a
   * caller without other such data, while all callers together have no more than half of the total.
   */
  readonly output?: BudgetOptions | undefined;
  /** HTTP requests of one caller in a second, over time. Default 1,000. */
  readonly requestRate?: number | undefined;
  /** HTTP requests of one caller at once, after a pause. Default 5,000. */
  readonly requestBurst?: number | undefined;
}

/** The limits of one resource. */
export interface Budget {
  /** For one caller, or one connection. */
  readonly caller: number;
  /** For all of them. */
  readonly total: number;
}

/** The options of a ledger with defaults. */
export interface LedgerLimits {
  /** The limits of each resource. */
  readonly budgets: { readonly [Name in LedgerResource]: Budget };
  /** HTTP requests of one caller in a second, over time. */
  readonly requestRate: number;
  /** HTTP requests of one caller at once. */
  readonly requestBurst: number;
}

const MiB = 1024 * 1024;

const LOSES = 'nothing; the others may have half as much again in all';

/** The limit on the bytes of incomplete messages, which all callers share. */
export const READING_BYTES: SharedLimit = {
  what: 'bytes of incomplete messages',
  option: 'reading.total',
  of: 'Ledger',
  most: 160 * MiB,
  unit: 'bytes',
  loses: LOSES,
  refused: 'status 503',
};

/** The limit on the memory for messages, which all callers share. */
export const RETAINED_BYTES: SharedLimit = {
  what: 'memory for messages',
  option: 'retained.total',
  of: 'Ledger',
  most: 64 * MiB,
  unit: 'bytes',
  loses: LOSES,
  refused: 'an error, or status 503',
};

/** The limit on the bytes of outgoing data, which all callers share. */
export const OUTPUT_BYTES: SharedLimit = {
  what: 'data to be sent',
  option: 'output.total',
  of: 'Ledger',
  most: 64 * MiB,
  unit: 'bytes',
  loses: LOSES,
  refused: 'an error, status 503, or the connection is closed',
};

/** {@link BudgetOptions} of one resource. */
function budget(caller: number, total: number): OptionTable<BudgetOptions> {
  return { caller: amount(caller), total: amount(total) };
}

const BUDGETS: { readonly [Name in LedgerResource]: OptionTable<BudgetOptions> } = {
  reading: budget(64 * MiB, READING_BYTES.most),
  retained: budget(64 * MiB, RETAINED_BYTES.most),
  output: budget(32 * MiB, OUTPUT_BYTES.most),
};

/** {@link LedgerOptions}. */
export const LEDGER_OPTIONS: OptionTable<LedgerOptions> = {
  reading: group(BUDGETS.reading),
  retained: group(BUDGETS.retained),
  output: group(BUDGETS.output),
  requestRate: amount(1_000),
  requestBurst: amount(5_000, 1),
};

/** The names of all resources. */
export const RESOURCES: readonly LedgerResource[] = ['reading', 'retained', 'output'];

/**
 * Adds the defaults to options.
 *
 * @throws {TypeError | RangeError} if the options are not an object, or an option is unknown or not a positive number.
 */
export function ledgerLimits(options: LedgerOptions): LedgerLimits {
  checkOptions('the ledger', options, LEDGER_OPTIONS);
  const { requestRate, requestBurst } = withDefaults<LedgerOptions>(options, LEDGER_OPTIONS);
  const budgetOf = (name: LedgerResource): Budget => withDefaults<BudgetOptions>(options[name] ?? {}, BUDGETS[name]);
  const budgets = { reading: budgetOf('reading'), retained: budgetOf('retained'), output: budgetOf('output') };
  return { budgets, requestRate, requestBurst };
}
