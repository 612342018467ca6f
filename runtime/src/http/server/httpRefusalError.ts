import { ErrorCode, JsonRpcError } from '../../jsonrpc/jsonRpcError.js';
import { brandError } from '../../errors.js';
import type { HttpHeaders } from '../shared/httpExchange.js';

/** Options of an {@link HttpRefusalError}. */
export interface HttpRefusalOptions extends ErrorOptions {
  /** Headers of the response: `{ 'www-authenticate': 'Bearer' }`. Default: none. */
  readonly headers?: HttpHeaders | undefined;
}

/**
 * Rejects a request with a custom status and headers. Thrown by `authenticate`, handlers, and middleware of a server. If the response has
 * already begun as a stream, or the request is in a batch or on another transport, the client receives the message as the JSON-RPC error
 * -32600.
 */
export class HttpRefusalError extends JsonRpcError {
  override readonly name = 'HttpRefusalError';

  static {
    brandError(this, 'HttpRefusalError');
  }

  /** The HTTP status: 401. */
  readonly status: number;
  /** Headers of the response, with lower-case names. */
  readonly headers: HttpHeaders;

  /**
   * @param status the HTTP status, from 400 to 599
   * @param message the reason for the client, as the message of the JSON-RPC error in the body
   * @throws {RangeError} for another status
   * @throws {TypeError} if a header is invalid
   */
  constructor(status: number, message: string, { headers = {}, ...options }: HttpRefusalOptions = {}) {
    super(ErrorCode.InvalidRequest, message, undefined, options);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`Invalid status ${status} of a refusal: expected 400 to 599`);
    }
    this.status = status;
    this.headers = checkedHeaders(headers);
  }
}

/** Returns the headers with names in lower case. An invalid one could not be sent, and the request would not be answered. */
function checkedHeaders(headers: { readonly [name: string]: unknown }): HttpHeaders {
  const checked: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new TypeError(
        `Invalid header ${JSON.stringify(name)} of a refusal: expected a valid name, and a value in ISO 8859-1 without line breaks`,
      );
    }
    checked[name.toLowerCase()] = value;
  }
  return checked;
}
