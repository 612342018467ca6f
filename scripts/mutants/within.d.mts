export function within<Test extends { readonly ms: number }>(tests: readonly Test[], budget: number): readonly Test[];
