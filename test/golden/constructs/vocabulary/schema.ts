/** The headers disagree with the body. Checked before the body is read. */
export const HEADER_MISMATCH = -32020;
/** Is not an error code of the protocol. */
export const ANSWER = 42;

export interface Request {
  method: string;
  params?: {
    _meta?: {
      /** Asks for progress. */
      progressToken?: string;
      'com.example/trace-parent'?: string;
    };
    [key: string]: unknown;
  };
}

export interface Result {
  _meta?: { [key: string]: unknown };
}

export type RequestId = string | number;

export interface ClientCapabilities {
  roots?: {};
}

export interface ServerCapabilities {
  things?: { listChanged?: boolean };
  extensions?: { [identifier: string]: object };
}

/** The changes that a client asks to be notified of. */
export interface SubscriptionFilter {
  thingsListChanged?: boolean;
}

export interface CacheableResult extends Result {
  ttlMs?: number;
}

export interface ListThingsRequest extends Request {
  method: 'things/list';
}

export interface ListThingsResult extends CacheableResult {
  things: string[];
}

/**
 * Either side may ask.
 *
 * @deprecated Nobody answers.
 */
export interface DeleteRequest extends Request {
  method: 'delete';
}

export interface DeleteResult extends Result {}

export interface ThingListChangedNotification {
  method: 'notifications/things/list_changed';
  params?: {};
}

export type ClientRequest = ListThingsRequest | DeleteRequest;
export type ServerRequest = DeleteRequest;
export type ServerNotification = ThingListChangedNotification;
