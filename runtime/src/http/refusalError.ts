import { ErrorCode, JsonRpcError } from '../jsonrpc/errors.js';
import { brandError } from '../errors.js';
import type { HttpHeaders } from './exchange.js';

/** Options of an {@link HttpRefusalError}. */
export interface HttpRefusalOptions extends ErrorOptions {
  /** Headers of the answer, their names in lower case: `{ 'www-authenticate': 'Bearer' }`. Default: none. */
  readonly headers?: HttpHeaders | undefined;
}

/**
 * Refuses a request with a status and headers of the application's own. `authenticate` throws it, and so do handlers and the
 * middleware of a server. Where the answer has begun as a stream already, or the request came in a batch or over another transport,
 * the client gets the message as the JSON-RPC error -32600.
 */
export class HttpRefusalError extends JsonRpcError {
  override readonly name = 'HttpRefusalError';

  static {
    brandError(this, 'HttpRefusalError');
  }

  /** The HTTP status: 401. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: HttpHeaders;

  /**
   * @param status the HTTP status, from 400 to 599
   * @param message tells the client why, as the message of the JSON-RPC error in the body
   * @throws {RangeError} for another status
   */
  constructor(status: number, message: string, { headers = {}, ...options }: HttpRefusalOptions = {}) {
    super(ErrorCode.InvalidRequest, message, undefined, options);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`A refusal has a status from 400 to 599, not ${status}`);
    }
    this.status = status;
    this.headers = headers;
  }
}
