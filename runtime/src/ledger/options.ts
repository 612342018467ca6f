import type { LedgerResource } from '../codegen/v1.js';
import { checkNumber, POSITIVE } from '../errors.js';
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

const DEFAULTS: { readonly [Name in LedgerResource]: Budget } = {
  reading: { caller: 64 * MiB, total: READING_BYTES.most },
  retained: { caller: 64 * MiB, total: RETAINED_BYTES.most },
  output: { caller: 32 * MiB, total: OUTPUT_BYTES.most },
};

/** The names of all resources. */
export const RESOURCES: readonly LedgerResource[] = ['reading', 'retained', 'output'];

const NAMES: readonly string[] = [...RESOURCES, 'requestRate', 'requestBurst'];
const BUDGET_NAMES: readonly string[] = ['caller', 'total'];

/**
 * Adds the defaults to options.
 *
 * @throws {TypeError | RangeError} if the options are not an object, or an option is unknown or not a positive number.
 */
export function ledgerLimits(options: LedgerOptions): LedgerLimits {
  checkNames('the ledger', options, NAMES);
  const { requestRate = 1_000, requestBurst = 5_000 } = options;
  checkNumber({ requestRate }, POSITIVE);
  checkNumber({ requestBurst }, 1);
  const budgets = {
    reading: budget('reading', options),
    retained: budget('retained', options),
    output: budget('output', options),
  };
  return { budgets, requestRate, requestBurst };
}

function budget(name: LedgerResource, { [name]: given = {} }: LedgerOptions): Budget {
  checkNames(`the option ${name} of the ledger`, given, BUDGET_NAMES);
  const { caller = DEFAULTS[name].caller, total = DEFAULTS[name].total } = given;
  checkNumber({ [`${name}.caller`]: caller }, POSITIVE);
  checkNumber({ [`${name}.total`]: total }, POSITIVE);
  return { caller, total };
}

/** Checks the names of options, since a misspelled one would be ignored. */
function checkNames(what: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `Invalid options for ${what}: expected an object, got ${options === null ? 'null' : typeof options}`,
    );
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`Unknown option "${unknown}" for ${what}. Valid options: ${names.join(', ')}`);
  }
}
