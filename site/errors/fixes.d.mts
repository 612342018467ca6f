/** Cause and fix of each error class, in Markdown. */
export const CLASS_FIXES: { readonly [name: string]: readonly [cause: string, fix: string] };

/** The codes of JSON-RPC errors, each with its name, cause, and fix, in Markdown. */
export const CODE_FIXES: readonly (readonly [code: number, name: string, cause: string, fix: string])[];
