import {
  checkOptions,
  listOf,
  NON_EMPTY,
  repeating,
  required,
  URL_TEXT,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { DOCUMENT_URL } from '../net/urlKinds.js';
import { applicationType } from './registration.js';

/** Options of {@link clientMetadataDocument}. */
export interface ClientMetadataDocumentOptions {
  /** The https URL that the document is published at, with a path: the option `clientMetadataUrl` of the client. */
  readonly url: string;
  /** The name that users see. */
  readonly name: string;
  /**
   * Redirect URIs of logins. Default: `http://127.0.0.1/callback`, where `login` listens: authorization servers accept any port of a
   * loopback address (RFC 8252, section 7.3).
   */
  readonly redirectUris?: readonly string[] | undefined;
}

/** {@link ClientMetadataDocumentOptions}. */
export const METADATA_DOCUMENT_OPTIONS: OptionTable<ClientMetadataDocumentOptions> = {
  url: required(DOCUMENT_URL),
  name: required(NON_EMPTY),
  redirectUris: repeating(listOf('URLs', URL_TEXT, 1)),
};

/** A client ID metadata document: the metadata of RFC 7591, with the URL of the document as the client id. */
export interface ClientIdMetadataDocument {
  /** The URL of the document. */
  readonly client_id: string;
  /** The name that users see. */
  readonly client_name: string;
  /** Redirect URIs of logins. */
  readonly redirect_uris: readonly string[];
  /** Grants that the client uses. */
  readonly grant_types: readonly string[];
  /** Response types that the client uses. */
  readonly response_types: readonly string[];
  /** How the client authenticates: not at all, because the document is public. */
  readonly token_endpoint_auth_method: 'none';
  /** `native`: a program on a user's computer. `web`: a page. */
  readonly application_type: 'native' | 'web';
}

/**
 * Returns the client ID metadata document of a client, to be published as JSON at its URL (specification 2025-11-25: Authorization, Client
 * ID Metadata Documents).
 *
 * @example
 * ```ts
 * import { clientMetadataDocument } from '@mcp-gen/auth/client';
 *
 * const url = 'https://app.example.com/oauth/client.json';
 * console.log(JSON.stringify(clientMetadataDocument({ url, name: 'Explorer' })));
 * ```
 * @throws {TypeError} if the URL is not an https URL with a path, or has a fragment, a user name, or dot segments; if the name is empty; if
 *   a redirect URI is missing or is not a URL.
 */
export function clientMetadataDocument(options: ClientMetadataDocumentOptions): ClientIdMetadataDocument {
  checkOptions('clientMetadataDocument', options, METADATA_DOCUMENT_OPTIONS);
  const { url, name, redirectUris: uris = ['http://127.0.0.1/callback'] } = options;
  return {
    client_id: url,
    client_name: name,
    redirect_uris: [...uris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: applicationType(uris[0] ?? ''),
  };
}
