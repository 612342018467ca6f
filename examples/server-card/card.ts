/** The documents of the draft SEP-2127: server cards, and the catalogs that list them. */

import { z } from 'zod';

export const CARD_TYPE = 'application/mcp-server-card+json';
export const CATALOG_TYPE = 'application/ai-catalog+json';
export const CATALOG_PATH = '/.well-known/ai-catalog.json';
export const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

/** A value that the user, or the card itself, fills in. */
const Input = z.looseObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  value: z.string().optional(),
  choices: z.array(z.string()).optional(),
});

const Inputs = z.record(z.string(), Input);

const Remote = z.looseObject({
  type: z.enum(['streamable-http', 'sse']),
  url: z.string().regex(/^(https?:\/\/|\{)\S+$/),
  headers: z.array(Input.extend({ name: z.string(), variables: Inputs.optional() })).optional(),
  variables: Inputs.optional(),
  supportedProtocolVersions: z.array(z.string()).optional(),
});

/** What a client can know of a server before it connects. It is untrusted, and not a base for decisions about access. */
export const Card = z.looseObject({
  $schema: z.literal(CARD_SCHEMA),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  // A version, not a range of versions.
  version: z
    .string()
    .max(255)
    .regex(/^[^^~<>=*]*$/),
  description: z.string().min(1).max(100),
  title: z.string().min(1).max(100).optional(),
  websiteUrl: z.url().optional(),
  repository: z
    .looseObject({
      url: z.url(),
      source: z.string(),
      subfolder: z.string().optional(),
      id: z.string().optional(),
    })
    .optional(),
  icons: z
    .array(
      z.looseObject({
        src: z.string(),
        mimeType: z.string().optional(),
        sizes: z.array(z.string()).optional(),
        theme: z.enum(['light', 'dark']).optional(),
      }),
    )
    .optional(),
  remotes: z.array(Remote).optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});

export type Card = z.infer<typeof Card>;
export type Remote = z.infer<typeof Remote>;

/** A catalog of a site. Entries of other types are about other things than servers. */
export const Catalog = z.looseObject({
  specVersion: z.string(),
  entries: z.array(
    z.looseObject({
      identifier: z.string(),
      type: z.string(),
      url: z.string().optional(),
      data: z.unknown().optional(),
    }),
  ),
});
