import type { DPoPHandle, TokenEndpointResponse } from 'oauth4webapi';
import type { Target } from './discovery.js';
import type { Identity } from './identity.js';
import type { Requests } from './requests.js';
import type { TokenStore } from './tokenStore.js';

/** A way to obtain tokens. */
export interface Grant {
  /** What tells tokens of this client from those of others for the same server. */
  readonly name: string;
  /** Whether a person takes part. Such a grant waits until the server says what it wants. */
  readonly isInteractive: boolean;
  /** Obtains tokens. */
  obtain(request: GrantRequest): Promise<Granted>;
  /** Returns the client that a refresh token was issued to; undefined if it is not known, or is another one by now. */
  refreshingAs?(request: Omit<GrantRequest, 'scope' | 'dpop'>, clientId: string): Promise<Identity | undefined>;
  /** Forgets a client that its authorization server does not know any longer. Returns whether another one can be registered. */
  forget?(issuer: string, clientId: string, store: TokenStore): Promise<boolean>;
}

/** What tokens are wanted. */
export interface GrantRequest {
  readonly target: Target;
  readonly scope: string | undefined;
  /** The key that tokens are to be bound to. */
  readonly dpop: DPoPHandle | undefined;
  readonly requests: Requests;
  readonly store: TokenStore;
  readonly signal: AbortSignal;
}

/** What was obtained. */
export interface Granted {
  readonly response: TokenEndpointResponse;
  readonly clientId: string;
  /** The scopes that were asked for. */
  readonly requested: string | undefined;
}
