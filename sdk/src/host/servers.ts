import { NotOfferedError } from './hostErrors.js';
import type { ManagedServer, ServerState } from './managedServer.js';
import type { OfferName, Offers, ServerOffers } from './hostOffers.js';

/** The servers of one host, by their names in its configuration, with combined lists. */
export class Servers {
  readonly #servers: ReadonlyMap<string, ManagedServer>;

  constructor(servers: readonly ManagedServer[]) {
    this.#servers = new Map(servers.map((server) => [server.name, server]));
  }

  /** The states of the servers, in the order of the configuration. */
  get states(): readonly ServerState[] {
    return this.all.map(({ state }) => state);
  }

  get all(): readonly ManagedServer[] {
    return [...this.#servers.values()];
  }

  /** @throws {TypeError} if the server is unknown. The message lists the servers. */
  get(name: string): ManagedServer {
    const server = this.#servers.get(name);
    if (server !== undefined) return server;
    throw new TypeError(
      `Unknown server ${JSON.stringify(name)}. Servers: ${this.#servers.size > 0 ? [...this.#servers.keys()].join(', ') : 'none'}`,
    );
  }

  /** Returns one list of all running servers. */
  async offered<Name extends OfferName>(list: Name): Promise<Offers[Name][]> {
    const lists = await Promise.all(this.all.map(async ({ offers }) => (await offers?.list(list)) ?? []));
    return lists.flat();
  }

  /**
   * Finds an entry. Reads the lists of all servers in parallel, and resolves as soon as one has it.
   *
   * @param read reads the list of one server. Default: what it offers
   * @throws {NotOfferedError} with the servers that are not running, and their states.
   */
  async find<Name extends OfferName>(
    list: Name,
    name: string,
    read: (offers: ServerOffers) => Promise<readonly Offers[Name][]> = (offers) => offers.list(list),
  ): Promise<Offers[Name]> {
    const found = await Promise.any(
      this.all.map(async ({ offers }) => {
        const item = (offers && (await read(offers)))?.find((offered) => offered.name === name);
        if (item === undefined) throw new NotOfferedError(name);
        return item;
      }),
    ).catch(() => undefined);
    if (found !== undefined) return found;
    const down = this.states.filter(({ status }) => status !== 'running');
    const named = down.map(({ name: server, status }) => `${server} (${status})`);
    const because = down.length === 0 ? '' : `. These servers are not running: ${named.join(', ')}`;
    const remedy = down.some(({ status }) => status === 'starting')
      ? '. Raise startTimeout of the host to wait longer for their start'
      : '';
    throw new NotOfferedError(
      `No server has ${name} among its ${list}: use a name from host.${list}()${because}${remedy}`,
    );
  }
}
