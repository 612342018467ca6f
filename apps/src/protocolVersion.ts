/** The version of the protocol between views and hosts that this package speaks. */
export const PROTOCOL_VERSION = '2026-01-26';
