/** Ways to keep a list current: options of the server and the client. */
export const KINDS = {
  'plain lists': {},
  'ttlMs, 60 s': { ttlMs: 60_000 },
  'condition only': { server: { changes: false }, client: { calls: false } },
  'condition and changes': { server: {}, client: { calls: false } },
  'and digests of tools': { server: { digests: true }, client: { calls: false } },
};
