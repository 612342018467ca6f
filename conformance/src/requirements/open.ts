/** Why requirements are open: what has to be built before a test can cover them. */

export const APPLICATION =
  'It lies with the application: its user, its data, its policy. The sdk hands it what it needs to see to that.';
export const OTHER_TRANSPORTS =
  'The library has stdio and HTTP. A transport of an application keeps to the practice of its own protocol.';
export const NOT_OFFERED = 'References out of a schema are refused, and nothing turns that off.';
export const KEPT =
  'The library has it for peers and revisions that have it. Whether to use it is for the application to decide.';
export const INTERMEDIARY =
  'It is for what passes on HTTP messages. The bridge does not: it is a server for one side and a client for the other, each with headers of its own.';
