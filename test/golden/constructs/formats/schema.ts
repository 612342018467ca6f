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

export interface Sound {
  type: 'sound';
  /** @format byte */
  data: string;
}

export interface Link {
  type: 'link';
  /** @format uri */
  target: string;
  /** @format uri-template */
  'io.x/template'?: string;
}

export interface Words {
  type: 'words';
}

export interface FetchRequest extends Request {
  method: 'fetch';
  params: {
    /** @format uri */
    from: string;
  };
}

export interface FetchResult extends Result {
  parts: (Sound | Link | Words)[];
  cover?: Sound;
  /** The tag has an odd name. */
  origin: Marked;
}

export type ClientRequest = FetchRequest;

export type Marked =
  | {
      'io.x/kind': 'known';
      /** @format uri */
      place: string;
    }
  | { 'io.x/kind': 'unknown'; why: string };
