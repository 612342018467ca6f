export interface Sandboxed {
  sandboxed: true;
  csp: string;
}

export interface Plain {
  sandboxed: false;
  /** Must be absent. */
  csp?: never;
}

export type Page = Sandboxed | Plain;

export type Switch = true | 'auto';

export const ENABLED = true;

export interface Settings {
  enabled: typeof ENABLED;
  none: Record<string, never>;
  hint: string & {};
}
