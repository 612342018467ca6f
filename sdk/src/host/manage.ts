import { processLedger } from '@mcp-gen/runtime';
import type { RootInput } from '../client/roots.js';
import { clientOptions, type Shared } from './clientOptions.js';
import type { ServerTarget } from './config.js';
import { ContractLock } from './contractLock.js';
import { Credentials } from './credentials.js';
import type { HostEvent } from './events.js';
import { lossListener } from '../losses.js';
import { emitNotifications, reporter } from './listeners.js';
import { ManagedServer } from './managedServer.js';
import type { OfferName } from './hostOffers.js';
import { isNameList, ToolFilter } from './toolFilter.js';

/**
 * Creates a server of a host without starting it, and emits its events.
 *
 * @param roots returns the current roots
 */
export function manage(
  name: string,
  target: ServerTarget,
  shared: Shared,
  roots: () => readonly RootInput[] | undefined,
): ManagedServer {
  const { options, emit } = shared;
  const { reconnect = true, tools = {}, lock, ledger = processLedger() } = options;
  const report = reporter(options, name);
  const selected = Object.hasOwn(tools, name) ? tools[name] : undefined;
  const more = isNameList(selected) ? { include: selected } : selected;
  const credentials = credentialsOf(name, target, shared);
  // Each start of the server has a client of its own.
  const deprecated = new Set<string>();
  const { onLoss: listener, logger } = options;
  const onLoss = lossListener(listener && ((loss, message) => listener(loss, message, name)), logger, name);
  const server: ManagedServer = new ManagedServer({
    name,
    target,
    credentials,
    filter: new ToolFilter(name, [...(target.filters ?? []), ...(more ? [more] : [])], report),
    lock: lock && new ContractLock(name, lock, report),
    reconnect: typeof reconnect === 'object' ? reconnect : reconnect ? {} : undefined,
    quota: ledger.connection('lists'),
    clientOptions: () => clientOptions(name, target, shared, roots(), onLoss, deprecated),
    onClient: (client) => emitNotifications(name, client, emit),
    onState: (state) => emit({ type: 'server', server: state }),
    onOffers: (names) => emitChanges(server, names, emit),
    report,
  });
  return server;
}

function credentialsOf(
  name: string,
  { kind, target }: ServerTarget,
  { options, emit }: Shared,
): Credentials | undefined {
  const { auth } = options;
  if (auth === undefined || kind !== 'url') return undefined;
  const url = new URL(target);
  return Credentials.of(auth, { name, url }, (error) => emit({ type: 'login', server: name, error }));
}

/** Reads tools at once, since their event contains them. Other lists are read on demand. */
function emitChanges(server: ManagedServer, names: readonly OfferName[], emit: (event: HostEvent) => void): void {
  const { name, offers } = server;
  if (names.includes('resources')) emit({ type: 'changed', server: name, list: 'resources' });
  if (names.includes('prompts')) emit({ type: 'changed', server: name, list: 'prompts' });
  if (!names.includes('tools')) return;
  const list = offers?.list('tools') ?? Promise.resolve([]);
  void list.then((tools) => {
    // If they have changed again meanwhile, another event follows.
    const isLatest = server.offers === offers && (offers === undefined || offers.list('tools') === list);
    if (isLatest) emit({ type: 'tools', server: name, tools });
  });
}
