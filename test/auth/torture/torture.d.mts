/** What a case has led to. */
export interface Tortured {
  readonly tokenRequests: number;
  readonly logins: number;
  /** How each call ended: `ok`, or its error. */
  readonly calls: readonly string[];
}

/** The cases, by name. */
export declare const CASES: { readonly [name: string]: unknown };
export declare function torture(whose: 'ours' | 'theirs', name: string): Promise<Tortured>;
export declare function outcomeOf(calls: readonly string[]): string;
