import type { DPoPHandle, TokenEndpointResponse } from 'oauth4webapi';
import type { Target } from './discovery.js';
import type { Identity } from './identity.js';
import type { Requests } from './requests.js';
import type { TokenStore } from './tokenStore.js';

/** A way to obtain tokens. */
export interface Grant {
  /** Distinguishes tokens of this client from those of others for the same server. */
  readonly name: string;
  /** Whether a user has to log in. Such a grant waits for the server's challenge. */
  readonly isInteractive: boolean;
  /** Obtains tokens. */
  obtain(request: GrantRequest): Promise<GrantResult>;
  /** Returns the client that a refresh token was issued to; undefined if it is unknown or has been replaced. */
  refreshingAs?(request: Omit<GrantRequest, 'scope' | 'dpop'>, clientId: string): Promise<Identity | undefined>;
  /** Deletes a client that its authorization server no longer knows. Returns whether a new one can be registered. */
  forget?(issuer: string, clientId: string, store: TokenStore): Promise<boolean>;
}

/** The tokens to obtain. */
export interface GrantRequest {
  readonly target: Target;
  readonly scope: string | undefined;
  /** The key to bind the tokens to. */
  readonly dpop: DPoPHandle | undefined;
  readonly requests: Requests;
  readonly store: TokenStore;
  readonly signal: AbortSignal;
}

/** A token response and the scopes that were requested. */
export interface GrantResult {
  readonly response: TokenEndpointResponse;
  readonly clientId: string;
  /** The scopes that were requested. */
  readonly requested: string | undefined;
}
