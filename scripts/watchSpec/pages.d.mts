/** What is coming, as `coming.json` has it. */
export interface Facts {
  readonly release: string;
  readonly subjects: readonly {
    readonly id: string;
    readonly kind: 'draft' | 'release' | 'proposal' | 'extension';
    readonly examples?: readonly Example[];
    readonly before?: true;
    readonly stages?: {
      readonly reached?: string;
      readonly last: string;
      readonly problems: readonly string[];
      readonly messages: readonly { readonly id: string; readonly problem?: string }[];
      readonly notes: readonly string[];
    };
  }[];
}

/** Messages that show a change. */
export interface Example {
  readonly method: string;
  readonly part: 'params' | 'result';
  readonly before?: WholeMessage;
  readonly after?: WholeMessage;
}

export interface WholeMessage {
  readonly params?: unknown;
  readonly result?: unknown;
}

export function filesOf(facts: Facts): readonly { readonly path: string; readonly text: string }[];
