import { ErrorCode, JsonRpcError } from '../jsonrpc/errors.js';
import { brandError } from '../errors.js';
import type { HttpHeaders } from './exchange.js';

/** Options of an {@link HttpRefusalError}. */
export interface HttpRefusalOptions extends ErrorOptions {
  /** Headers of the answer: `{ 'www-authenticate': 'Bearer' }`. Default: none. */
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
  /** Headers of the answer, their names in lower case. */
  readonly headers: HttpHeaders;

  /**
   * @param status the HTTP status, from 400 to 599
   * @param message tells the client why, as the message of the JSON-RPC error in the body
   * @throws {RangeError} for another status
   * @throws {TypeError} if a header is invalid, naming it
   */
  constructor(status: number, message: string, { headers = {}, ...options }: HttpRefusalOptions = {}) {
    super(ErrorCode.InvalidRequest, message, undefined, options);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`A refusal has a status from 400 to 599, not ${status}`);
    }
    this.status = status;
    this.headers = checkedHeaders(headers);
  }
}

/** Returns the headers with names in lower case. An invalid one could not be sent, and the request would get no answer. */
function checkedHeaders(headers: { readonly [name: string]: unknown }): HttpHeaders {
  const checked: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new TypeError(
        `Invalid header ${JSON.stringify(name)} of a refusal: expected a string of ISO 8859-1 without line breaks`,
      );
    }
    checked[name.toLowerCase()] = value;
  }
  return checked;
}
