import type { LedgerResource } from '../codegen/v1.js';
import { checkNumber, POSITIVE } from '../errors.js';

/** How much of one resource may be in use, in bytes. Values are weighed: an empty object counts as 56 bytes. */
export interface BudgetOptions {
  /** By one caller, or one connection. */
  readonly caller?: number | undefined;
  /** By all of them. */
  readonly total?: number | undefined;
}

/** Options of a {@link Ledger}. `Infinity` removes a limit. */
export interface LedgerOptions {
  /** Bytes of messages that have not arrived completely. Default 64 MiB for each caller, 256 MiB in total. */
  readonly reading?: BudgetOptions | undefined;
  /** Bytes of what is kept of messages. Default 64 MiB for each caller, 96 MiB in total. */
  readonly retained?: BudgetOptions | undefined;
  /** Bytes of what waits to be sent. Default 64 MiB for each caller, 96 MiB in total. */
  readonly output?: BudgetOptions | undefined;
  /** HTTP requests of one caller in a second, over time. Default 1,000. */
  readonly requestRate?: number | undefined;
  /** HTTP requests of one caller at once, after a pause. Default 5,000. */
  readonly requestBurst?: number | undefined;
}

/** The limits of one resource. */
export interface Budget {
  /** Bytes of one caller, or one connection. */
  readonly caller: number;
  /** Bytes of all of them. */
  readonly total: number;
}

/** The options of a ledger, complete. */
export interface LedgerLimits {
  /** The limits of each resource. */
  readonly budgets: { readonly [Name in LedgerResource]: Budget };
  /** HTTP requests of one caller in a second, over time. */
  readonly requestRate: number;
  /** HTTP requests of one caller at once. */
  readonly requestBurst: number;
}

const MiB = 1024 * 1024;

const DEFAULTS: { readonly [Name in LedgerResource]: Budget } = {
  reading: { caller: 64 * MiB, total: 256 * MiB },
  retained: { caller: 64 * MiB, total: 96 * MiB },
  output: { caller: 64 * MiB, total: 96 * MiB },
};

/** The names of all resources. */
export const RESOURCES: readonly LedgerResource[] = ['reading', 'retained', 'output'];

const NAMES: ReadonlySet<string> = new Set([...RESOURCES, 'requestRate', 'requestBurst']);

/**
 * Completes options.
 *
 * @throws {TypeError | RangeError} if an option is unknown, or not a positive number, naming it.
 */
export function ledgerLimits(options: LedgerOptions): LedgerLimits {
  const unknown = Object.keys(options).find((name) => !NAMES.has(name));
  if (unknown !== undefined) {
    throw new TypeError(`Unknown option "${unknown}" of the ledger. Valid: ${[...NAMES].join(', ')}`);
  }
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

function budget(name: LedgerResource, options: LedgerOptions): Budget {
  const { caller = DEFAULTS[name].caller, total = DEFAULTS[name].total } = options[name] ?? {};
  checkNumber({ [`${name}.caller`]: caller }, POSITIVE);
  checkNumber({ [`${name}.total`]: total }, POSITIVE);
  return { caller, total };
}
