import type { AuthorRequests } from '@mcp-gen/protocol/author';
import type { AskedMethod } from './answering.js';

/** The requests of the protocol that a client can send, except for the one that opens the session. */
export type ClientMethod = Exclude<keyof AuthorRequests, AskedMethod | 'initialize'>;

/** Params as a client passes them. The metadata that the newest revision requires in every request is added automatically. */
export type ClientRequestParams<Params> = Params extends { readonly _meta: object }
  ? Omit<Params, '_meta'> & {
      /** Free-form metadata. */
      readonly _meta?: { readonly [key: string]: unknown };
    }
  : Params;
