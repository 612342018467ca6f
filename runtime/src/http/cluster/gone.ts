import { ErrorCode, JsonRpcError } from '../../jsonrpc/errors.js';
import { errorMessage, type ErrorMessage, type RequestId } from '../../jsonrpc/messages.js';

/** Why a request is not answered that ran on a node which is gone. */
export const GONE =
  'The server process that ran the request is gone, or cannot be reached: the request may have been executed, as a whole or in part';

/** The answer to a request that ran on a node which is gone. */
export function goneMessage(id: RequestId): ErrorMessage {
  return errorMessage(id, new JsonRpcError(ErrorCode.InternalError, GONE));
}
