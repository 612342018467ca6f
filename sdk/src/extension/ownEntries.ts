import type { MethodTable } from '@mcp-gen/runtime/codegen/v1';
import type { Extension, RegisteredExtension } from './declaration.js';

const NO_ENTRIES: MethodTable = { requests: {}, notifications: {} };

/** Returns the messages that one side receives. */
export function tableOf({ declaration: { messages } }: Extension, side: 'server' | 'client'): MethodTable {
  return messages?.[side] ?? NO_ENTRIES;
}

/** Returns the name of the handler of a message of an extension: no message of a revision has it. */
export function handlerName(method: string): string {
  return `extension ${method}`;
}

/** Returns the path of the capability of an extension. */
export function capabilityOf({ id }: { readonly id: string }): string {
  return `extensions.${id}`;
}

/** Returns whether the server of an extension has something to offer with it. */
export function isEnabled({ server }: RegisteredExtension): boolean {
  return server?.enabled !== false;
}
