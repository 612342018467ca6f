import type { LoggingLevel } from '@mcp-gen/protocol/author';
import { oneOf, type OptionKind } from '@mcp-gen/runtime/options';

/** Log levels from the least to the most severe (specification: Logging, Log Levels). */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const satisfies readonly LoggingLevel[];

/** An option that is a log level. */
export const LOG_LEVEL: OptionKind = oneOf(...LOG_LEVELS);
