import type { JsonRpcError } from '@mcp-gen/runtime';
import { invalidParams } from '../server/errorCodes.js';

/**
 * Returns the error for a task that does not exist for the caller. A missing task and a task of another caller must be indistinguishable.
 */
export function unknownTask(): JsonRpcError {
  return invalidParams('Unknown task: it was never created, has expired, or belongs to another caller');
}
