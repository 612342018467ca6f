/**
 * Servers over HTTP whose sessions several processes serve: what an implementation of `SessionRouter` needs, and one in memory.
 *
 * @module
 */

export {
  MemorySessionRouter,
  requestRelay,
  type RouterRelay,
  type RouterMember,
  type RouterNode,
  type SessionPlace,
  type SessionRouter,
} from '@mcp-gen/runtime/cluster';
