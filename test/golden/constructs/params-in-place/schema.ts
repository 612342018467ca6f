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

/** Asks for a greeting. Its params gain the `_meta` of their base. */
export interface GreetRequest extends Request {
  method: 'greet';
  params: {
    name: string;
  };
}

export interface GreetResult extends Result {
  greeting: string;
}

export type ClientRequest = GreetRequest;
