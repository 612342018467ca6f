/** Takes a person to the authorization server, and receives where that redirects to. A program for a desktop listens on loopback. */
export interface RedirectReceiver {
  /**
   * Prepares one login.
   *
   * @param preferred the redirect URI that the client registered before; used again if possible, so that the registration stays valid
   */
  open(preferred: string | undefined, signal: AbortSignal): Promise<PendingRedirect>;
}

/** A login that is prepared. */
export interface PendingRedirect {
  /** Where the authorization server redirects to: `http://127.0.0.1:49152/callback`. */
  readonly redirectUri: string;
  /**
   * Takes the person to a URL, and returns the URL that the authorization server redirected to, with `code`, or `error`, in its query.
   * Called once.
   */
  authorize(url: URL): Promise<URL>;
  /** Releases what was opened. Called once, also after an error. */
  close(): Promise<void>;
}
