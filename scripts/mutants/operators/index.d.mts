export const GROUPS: { readonly semantic: readonly string[]; readonly syntactic: readonly string[] };

export function namesOfKinds(kinds: string): readonly string[];
