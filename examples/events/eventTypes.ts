/** The event types of a server. */

import type { AuthInfo } from '@mcp-gen/sdk';
import { z } from 'zod';
import { forbidden, invalidParams, notFound, unsupported } from './errors.ts';
import { EventLog, type LogOptions } from './eventLog.ts';
import type { EventDelivery, EventDescriptor } from './generated/types.ts';

export interface EventType<Arguments extends z.ZodObject = z.ZodObject, Data extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description?: string;
  /** Default: all that the server offers. */
  readonly delivery?: readonly EventDelivery[];
  readonly arguments: Arguments;
  readonly payload: Data;
  /** Returns whether a subscription is about an event. Default: about all of the type. */
  readonly matches?: (data: z.infer<Data>, given: z.infer<Arguments>) => boolean;
  /** Returns whether a caller may subscribe. Asked again while events are delivered. Default: everyone may. */
  readonly allows?: (auth: AuthInfo | undefined, given: z.infer<Arguments>) => boolean;
  /** How many events are kept. */
  readonly log?: LogOptions;
}

/** Infers the types of an event type. */
export function eventType<Arguments extends z.ZodObject, Data extends z.ZodObject>(
  type: EventType<Arguments, Data>,
): EventType {
  return type;
}

/** What a client has subscribed to. */
export interface Interest {
  readonly name: string;
  readonly given: { readonly [key: string]: unknown };
  readonly log: EventLog;
  readonly matches: (data: { readonly [key: string]: unknown }) => boolean;
  /** Whether the caller may still receive events. */
  readonly isAllowed: () => boolean;
}

/** The event types of one server, with their logs. */
export class EventTypes {
  readonly #types: ReadonlyMap<string, { readonly type: EventType; readonly log: EventLog }>;
  readonly #offered: readonly EventDelivery[];

  constructor(types: readonly EventType[], offered: readonly EventDelivery[]) {
    this.#types = new Map(types.map((type) => [type.name, { type, log: new EventLog(type.log) }]));
    this.#offered = offered;
  }

  /** A type of which nothing can be delivered is not listed. */
  descriptors(): EventDescriptor[] {
    return [...this.#types.values()].flatMap(({ type }) => {
      const { name, description, payload, arguments: given } = type;
      const delivery = this.#deliveryOf(type);
      if (delivery.length === 0) return [];
      const schemas = { inputSchema: z.toJSONSchema(given), payloadSchema: z.toJSONSchema(payload) };
      return [{ name, ...(description !== undefined && { description }), delivery, ...schemas }];
    });
  }

  /** @throws if there is no such type, or the payload is invalid. */
  emit(name: string, data: object, eventId?: string): void {
    const found = this.#types.get(name);
    if (found === undefined) throw new TypeError(`There is no event type ${name}`);
    found.log.add(found.type.payload.parse(data), eventId);
  }

  /**
   * Returns what a request subscribes to.
   *
   * @throws {JsonRpcError} if that is not possible.
   */
  find(name: string, given: unknown, delivery: EventDelivery, auth: AuthInfo | undefined): Interest {
    const found = this.#types.get(name);
    if (found === undefined) throw notFound('event');
    const { type, log } = found;
    if (!this.#deliveryOf(type).includes(delivery)) throw unsupported('deliveryMode', delivery);
    const { success, data, error } = type.arguments.safeParse(given ?? {});
    if (!success) throw invalidParams(`Invalid arguments of ${name}: ${z.prettifyError(error)}`);
    const isAllowed = (): boolean => type.allows?.(auth, data) ?? true;
    if (!isAllowed()) throw forbidden();
    return { name, given: data, log, matches: (event) => type.matches?.(event, data) ?? true, isAllowed };
  }

  #deliveryOf({ delivery }: EventType): EventDelivery[] {
    return this.#offered.filter((each) => delivery?.includes(each) ?? true);
  }
}
