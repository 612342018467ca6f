/** The version in every greeting. */
export const VERSION = '2.0';
export const ERROR_CODE = -32700;

export interface Greeting {
  version: typeof VERSION;
}

export interface Failure {
  code: typeof ERROR_CODE;
}

export type Answer = Greeting | Failure;
