import { createRequire } from 'node:module';

/** The version of this package. The built modules lie beside each other, in a folder beside its manifest. */
export const VERSION = (createRequire(import.meta.url)('../package.json') as { readonly version: string }).version;
