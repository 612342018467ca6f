import type * as oidc from 'oidc-provider';

/** @throws {Error} if oidc-provider is not installed. The message says how to install it. */
export async function loadProvider(): Promise<typeof oidc> {
  try {
    return await import('oidc-provider');
  } catch (cause) {
    const code = (cause as { readonly code?: unknown }).code;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Error('delegatedAuthorization needs the package oidc-provider. Install it: npm install oidc-provider@9', {
      cause,
    });
  }
}
