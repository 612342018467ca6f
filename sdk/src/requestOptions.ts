import { methods, type OptionKind } from '@mcp-gen/runtime/options';

/** The authorization of requests of a client over HTTP. */
export const AUTH: OptionKind = methods('wrapFetch');
