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

export interface PaginatedRequest extends Request {
  params?: {
    cursor?: string;
  };
}

export interface ListThingsRequest extends PaginatedRequest {
  method: 'things/list';
}

export interface ListThingsResult extends Result {
  things: string[];
  nextCursor?: string;
}

export type ClientRequest = ListThingsRequest;
