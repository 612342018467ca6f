/** A correction, with what asks for it. */
interface Correction {
  readonly date: string;
  readonly commit: string;
  readonly revision: string;
  readonly subject: string;
  readonly changed: readonly string[];
  readonly asked: readonly { readonly rule: string; readonly at: string }[];
  readonly problem?: string;
}

export function describe(corrections: readonly Correction[]): string;
export function tableOf(corrections: readonly Correction[]): string;
