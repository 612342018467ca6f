export interface Request {
  method: string;
  params?: {
    _meta?: {
      /** Asks for progress. */
      progressToken?: string;
    };
    [key: string]: unknown;
  };
}

export interface Result {
  _meta?: { [key: string]: unknown };
}

/** What identifies a request. */
export type RequestId = string | number;

/** Either side may ask. */
export interface AskRequest extends Request {
  method: 'ask';
}

export interface AskResult extends Result {}

export type ClientRequest = AskRequest;
export type ServerRequest = AskRequest;
