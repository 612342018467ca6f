/** What is compared over each transport: the columns of its rows. */

import { interleave } from './statistics.mjs';

/** How the tool's author states its input. */
export const SCHEMAS = { json: 'JSON Schema', zod: 'zod' };

const any = () => undefined;
const zodOnly = (schema) => (schema === 'zod' ? undefined : 'takes no plain JSON Schema');

/**
 * The servers: the one tool, `echo`, on different libraries.
 *
 * - `command(schema, transport)` returns program and arguments;
 * - `lacks(schema)` returns why it cannot take such a schema, or undefined.
 *
 * The floor is the least program that could do the work; it and the runtime's handlers check their input by hand.
 */
const SERVERS = {
  floor: {
    lacks: any,
    command: (_, transport) => (transport === 'stdio' ? ['floor/stdio.mjs'] : ['floor/http.mjs', transport]),
  },
  runtime: {
    lacks: any,
    command: (_, transport) => (transport === 'stdio' ? ['servers/ours.mjs'] : ['servers/ours-http.mjs', transport]),
  },
  sdk: { lacks: any, command: (...args) => ['servers/ours-sdk.mjs', ...args] },
  'SDK v1': { lacks: zodOnly, command: (...args) => ['servers/sdk-v1.mjs', ...args] },
  'SDK v2': { lacks: any, command: (...args) => ['servers/sdk-v2.mjs', ...args] },
  FastMCP: { lacks: zodOnly, command: (...args) => ['servers/fastmcp.mjs', ...args] },
};

/** The columns, in order. */
export const COLUMNS = Object.keys(SERVERS);

/** Returns the commands of the servers over a transport, by column, without those that cannot take the schema. */
export function commands(schema, transport) {
  const able = Object.entries(SERVERS).filter(([, { lacks }]) => lacks(schema) === undefined);
  return Object.fromEntries(able.map(([name, { command }]) => [name, command(schema, transport)]));
}

/** Returns why columns are empty, by column. */
export function lacking(schema) {
  const reasons = Object.entries(SERVERS).map(([name, { lacks }]) => [name, lacks(schema)]);
  return Object.fromEntries(reasons.filter(([, reason]) => reason !== undefined));
}

/**
 * Opens contenders, measures them in turn, and closes them. One that cannot be opened ends the run, since a row without it says nothing.
 *
 * @param {Record<string, () => Promise<{ measure(): Promise<number>, close(): unknown }>>} contenders name -> what opens it
 * @returns {Promise<Record<string, number>>} name -> median
 */
export async function measureOpened(contenders, rounds) {
  const opened = {};
  try {
    for (const [name, open] of Object.entries(contenders)) {
      opened[name] = await open();
      await opened[name].measure(); // warm up
    }
    return await interleave(
      mapValues(opened, ({ measure }) => measure),
      rounds,
    );
  } finally {
    await Promise.all(Object.values(opened).map(({ close }) => close()));
  }
}

export function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

/**
 * Makes the rows of one measurement: one row for each way to state the input.
 *
 * @param {object} row what the rows have in common; a target that `compares` with a column is dropped where that is empty, and `lacking`
 *   says why columns are empty with every schema
 * @param {(schema: string) => Promise<Record<string, number>>} measure
 */
export function rowsOf({ row, unit, better, target, lacking: always }, measure) {
  return Object.entries(SCHEMAS).map(([schema, title]) => {
    const empty = { ...lacking(schema), ...always };
    return {
      row: `${row}, ${title}`,
      unit,
      better,
      target: empty[target?.compares] === undefined ? target : undefined,
      columns: COLUMNS,
      lacking: empty,
      measure: () => measure(schema),
    };
  });
}
