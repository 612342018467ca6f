/** Default milliseconds that a user has for one login. */
export const LOGIN_TIMEOUT = 300_000;

/** Sends a user to the authorization server, and receives the redirect back. A desktop program listens on a loopback address. */
export interface RedirectReceiver {
  /**
   * Prepares one login.
   *
   * @param preferred the redirect URI that the client registered before; reused if possible, so that the registration stays valid
   */
  open(preferred: string | undefined, signal: AbortSignal): Promise<PendingRedirect>;
}

/** A login that is ready to start. */
export interface PendingRedirect {
  /** The redirect URI: `http://127.0.0.1:49152/callback`. */
  readonly redirectUri: string;
  /**
   * Opens a URL for the user, and returns the URL that the authorization server redirected to, with `code` or `error` in its query. Called
   * once.
   */
  authorize(url: URL): Promise<URL>;
  /** Releases resources. Called once, also after an error. */
  close(): Promise<void>;
}
