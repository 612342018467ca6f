import type { JsonRpcError } from '@mcp-gen/runtime';
import { invalidParams } from '../server/errorCodes.js';

/** There is no such task, or not for the caller: the two must look the same. */
export function unknownTask(): JsonRpcError {
  return invalidParams('Unknown task: it was never created, has expired, or belongs to somebody else');
}
