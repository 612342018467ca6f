import { brandError } from '../errors.js';
import type { HttpHeaders } from './exchange.js';

/** Options of an {@link HttpRefusalError}. */
export interface HttpRefusalOptions extends ErrorOptions {
  /** Headers of the answer, their names in lower case: `{ 'www-authenticate': 'Bearer' }`. Default: none. */
  readonly headers?: HttpHeaders | undefined;
}

/** Thrown by `authenticate` to reject a request with a status and headers of its own. */
export class HttpRefusalError extends Error {
  override readonly name = 'HttpRefusalError';
  /** The code of this error class. */
  readonly code = 'HTTP_REFUSAL';

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
    super(message, options);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`A refusal has a status from 400 to 599, not ${status}`);
    }
    this.status = status;
    this.headers = headers;
  }
}
