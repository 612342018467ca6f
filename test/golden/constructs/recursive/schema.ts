export interface Branch {
  name: string;
  branches?: Branch[];
}

/** Any JSON value but a number. */
export type Json = string | boolean | null | Json[] | { [key: string]: Json };
