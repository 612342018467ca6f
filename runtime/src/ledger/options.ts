import { checkNumber, POSITIVE } from '../errors.js';

/**
 * What is counted:
 *
 * - `reading`: bytes of messages that have not arrived completely;
 * - `retained`: what is kept of messages: arguments of running handlers, sessions, subscriptions, stored events, lists;
 * - `output`: what waits to be sent: answers that are gathered, and everything that the other side does not read.
 */
export type Resource = 'reading' | 'retained' | 'output';

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
  /** Bytes of what is kept of messages. Default 16 MiB for each caller, 64 MiB in total. */
  readonly retained?: BudgetOptions | undefined;
  /** Bytes of what waits to be sent. Default 32 MiB for each caller, 64 MiB in total. */
  readonly output?: BudgetOptions | undefined;
  /** HTTP requests of one caller in a second, over time. Default 2,000. */
  readonly requestRate?: number | undefined;
  /** HTTP requests of one caller at once, after a pause. Default 10,000. */
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
  readonly budgets: { readonly [Name in Resource]: Budget };
  /** HTTP requests of one caller in a second, over time. */
  readonly requestRate: number;
  /** HTTP requests of one caller at once. */
  readonly requestBurst: number;
}

const MiB = 1024 * 1024;

const DEFAULTS: { readonly [Name in Resource]: Budget } = {
  reading: { caller: 64 * MiB, total: 256 * MiB },
  retained: { caller: 16 * MiB, total: 64 * MiB },
  output: { caller: 32 * MiB, total: 64 * MiB },
};

/** The names of all resources. */
export const RESOURCES: readonly Resource[] = ['reading', 'retained', 'output'];

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
  const { requestRate = 2_000, requestBurst = 10_000 } = options;
  checkNumber({ requestRate }, POSITIVE);
  checkNumber({ requestBurst }, 1);
  const budgets = {
    reading: budget('reading', options),
    retained: budget('retained', options),
    output: budget('output', options),
  };
  return { budgets, requestRate, requestBurst };
}

function budget(name: Resource, options: LedgerOptions): Budget {
  const { caller = DEFAULTS[name].caller, total = DEFAULTS[name].total } = options[name] ?? {};
  checkNumber({ [`${name}.caller`]: caller }, POSITIVE);
  checkNumber({ [`${name}.total`]: total }, POSITIVE);
  return { caller, total };
}
