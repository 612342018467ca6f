import { isObject } from '../codegen/v1.js';
import { callerName } from '../http/server/caller.js';
import { internalError, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { NotificationMessage, RequestMessage } from '../jsonrpc/messages.js';
import * as Method from '../registry/methods.js';
import type { Definition } from '../session/definition.js';
import type { Prepared } from '../session/prepare.js';
import type { MessageInfo } from '../transports/transport.js';
import type { Profile } from '../peer/profile.js';
import { AskByReplay, reopen, type ReplayParts } from './askByReplay.js';
import { StatelessContext, type Outlet } from './statelessContext.js';
import { unsupportedVersion } from './statelessErrors.js';
import { checkMetadata, namesRevision, revisionOf } from './metadata.js';
import { Runs } from './runs.js';
import { rehearse, type Rehearsal, type SecondRun } from './rehearsal.js';
import { StateSealer, type RequestStateOptions } from './stateSealer.js';

/** Options of handling requests without sessions. */
export interface StatelessOptions {
  /** The state that clients carry between the runs of a request. Default: see each option. */
  readonly requestState?: RequestStateOptions | undefined;
  /** Runs handlers that ask questions twice, to find mistakes in development. Default: off. */
  readonly rehearsal?: Rehearsal | undefined;
}

/** A message without a session. */
type IndependentMessage = RequestMessage | NotificationMessage;

/** Creates the contexts of messages without sessions, for one server. */
export class Stateless {
  readonly #definition: Definition;
  readonly #sealer: StateSealer;
  /** Created for the first run with answers: each session over HTTP has this object, and most have no such runs. */
  #runs: Runs | undefined;
  readonly #rehearsal: Rehearsal | undefined;

  /** @throws the errors of {@link StateSealer}. */
  constructor(definition: Definition, { requestState, rehearsal }: StatelessOptions) {
    this.#definition = definition;
    this.#sealer = new StateSealer(requestState);
    this.#rehearsal = rehearsal;
  }

  /** Returns whether a request on a connection belongs to a revision without sessions. */
  takes({ method, params }: RequestMessage): boolean {
    if (namesRevision(params) || method === Method.serverDiscover) return true;
    return this.#definition.sessionIds.length === 0 && method !== Method.initialize;
  }

  /**
   * Returns the context of a message; a promise only while its revision is being loaded or its state is being opened.
   *
   * @throws {JsonRpcError} or rejects with one, if the request lacks metadata, names an unsupported revision, or has an invalid state.
   */
  contextOf(
    message: IndependentMessage,
    info: MessageInfo | undefined,
    outlet: Outlet,
  ): StatelessContext | Promise<StatelessContext> {
    const version = revisionOf(message.params);
    const { ids, statelessIds } = this.#definition;
    if (!statelessIds.includes(version)) throw unsupportedVersion(version, ids);
    checkMetadata(message.params);
    const prepared = this.#definition.prepared(version);
    return prepared instanceof Promise
      ? prepared.then((loaded) => this.#context(loaded, message, info, outlet))
      : this.#context(prepared, message, info, outlet);
  }

  /** Like `contextOf`, but returns the error to answer with instead of throwing. Internal errors are reported. */
  tryContextOf(
    message: IndependentMessage,
    info: MessageInfo | undefined,
    outlet: Outlet,
  ): StatelessContext | JsonRpcError | Promise<StatelessContext | JsonRpcError> {
    const refusal = (error: unknown): JsonRpcError => {
      if (error instanceof JsonRpcError) return error;
      outlet.report(error);
      return internalError();
    };
    try {
      const made = this.contextOf(message, info, outlet);
      return made instanceof Promise ? made.catch(refusal) : made;
    } catch (error) {
      return refusal(error);
    }
  }

  #context(
    { profile }: Prepared,
    message: IndependentMessage,
    info: MessageInfo | undefined,
    outlet: Outlet,
  ): StatelessContext | Promise<StatelessContext> {
    const { method, params } = message;
    const route = profile.requests.get(method);
    const mayAsk = route?.entry.asks === true;
    const parts: ReplayParts = {
      sealer: this.#sealer,
      binding: { server: this.#definition.name, caller: info?.auth?.id, method, params },
      isNew: (state) => (this.#runs ??= new Runs()).isNew(state, callerName(info?.auth, info?.http, 'anyone')),
      onRefusedState: (reason) => this.#reportRefused(method, reason, outlet),
      mayAsk,
      rehearse:
        route && 'id' in message
          ? this.#rehearsalOf({ message, info, handle: route.handle }, profile, outlet)
          : undefined,
    };
    if (mayAsk && bringsState(params)) {
      const reopened = reopen(parts, params, profile.questions);
      return reopened.then((asking) => new StatelessContext(profile, params, asking, outlet));
    }
    return new StatelessContext(profile, params, new AskByReplay(parts), outlet);
  }

  /** Reports a refused state, each reason once: clients could send any number of them. */
  #reportRefused(method: string, reason: string, { report }: Outlet): void {
    if (this.#definition.reportedRefusals.has(reason)) return;
    this.#definition.reportedRefusals.add(reason);
    report(new Error(`Refused the requestState of ${method}: ${reason}. Reported once`));
  }

  /** Returns the function that runs a handler again, in development. */
  #rehearsalOf(
    run: Pick<SecondRun, 'message' | 'info' | 'handle'>,
    profile: Profile,
    outlet: Outlet,
  ): ReplayParts['rehearse'] {
    const rehearsal = this.#rehearsal;
    return (
      rehearsal &&
      ((first, asked) =>
        rehearse(rehearsal, {
          ...run,
          asked,
          contextOf: (onAsked) =>
            new StatelessContext(profile, run.message.params, first.again(onAsked), silent(outlet)),
        }))
    );
  }
}

/** Returns an outlet that sends nothing. */
function silent({ quota, progressRate, report, onClosing }: Outlet): Outlet {
  return { quota, progressRate, report, onClosing, send: () => undefined };
}

function bringsState(params: unknown): params is { readonly requestState: string } {
  return isObject(params) && typeof params['requestState'] === 'string';
}

/** The only revision of a program, if its bundler defines this constant: then other revisions are left out. */
declare const MCP_GEN_REVISION: string;

/**
 * Returns what serves the revisions of a definition that have no sessions; undefined if there are none. Bundlers can evaluate the condition,
 * and leave out the class.
 */
export function statelessOf(...[definition, options]: ConstructorParameters<typeof Stateless>): Stateless | undefined {
  // Generated from schema/revisions.json by scripts/registry.mjs.
  // oxlint-disable-next-line mcp-gen/protocol-literals -- bundlers evaluate comparisons with literals only.
  return typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2026-07-28'
    ? definition.statelessIds.length > 0
      ? new Stateless(definition, options)
      : undefined
    : undefined;
}
