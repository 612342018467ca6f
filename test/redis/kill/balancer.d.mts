/** Sends each request to the next server. One that cannot be connected to is left out. */
export function startBalancer(ports: readonly number[]): Promise<{ readonly port: number; close(): void }>;

/** Stands in front of a port, and passes nothing on while it is cut. */
export function startCutter(port: number): Promise<{ readonly port: number; cut(): void; heal(): void; close(): void }>;
