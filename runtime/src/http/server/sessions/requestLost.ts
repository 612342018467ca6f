import { ErrorCode, JsonRpcError } from '../../../jsonrpc/jsonRpcError.js';
import { errorMessage, type ErrorMessage, type RequestId } from '../../../jsonrpc/messages.js';

/** The reason for requests that were running on a node which has stopped. */
export const REQUEST_LOST =
  'The server process that ran the request has stopped, or cannot be reached: the request may have been executed completely or in part';

/** Returns the error response for a request that was running on a node which has stopped. */
export function requestLostMessage(id: RequestId): ErrorMessage {
  return errorMessage(id, new JsonRpcError(ErrorCode.InternalError, REQUEST_LOST));
}
