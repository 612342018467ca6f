/** Prints a summary of a protocol model: its messages by direction, and the number of definitions. */

import { wrap } from '../explain/layout.js';
import type { Page } from '../explain/renderExplanation.js';
import type { MessageModel, ProtocolModel } from '../model/modelFormat.js';
import { printable } from '../printable.js';
import { count } from './phrases.js';

const ERAS = { session: 'session: starts with initialize', stateless: 'stateless: each request carries its metadata' };
const KINDS = { request: 'Requests', notification: 'Notifications' };

type Row = readonly string[];

/** Returns the summary that `mcp-gen model` prints without `--json`. */
export function describeModel(model: ProtocolModel, page: Page): string {
  const { revision, sources, era, batching, dialect, messages, openDecisions } = model;
  const facts: readonly Row[] = [
    ['Read from', sources.join(', ')],
    ['Era', ERAS[era]],
    ['Batches', batching ? 'allowed' : 'not allowed'],
    ['JSON Schema', dialect],
    ['Definitions', describeDeclarations(model)],
    ...(openDecisions.length > 0 ? [['Open', count(openDecisions.length, 'decision')]] : []),
  ];
  // All tables have the column widths of the widest one.
  const widths = widthsOf(messages.map(cellsOf));
  const tables = [...new Set(messages.map(directionOf))].map((direction) => {
    const members = messages.filter((message) => directionOf(message) === direction);
    const rows = members.flatMap((message) => messageLines(message, widths, page.width));
    return [page.bold(`${direction} (${members.length})`), ...rows];
  });
  const head = [page.bold(printable(`Revision ${revision}`)), ...facts.map((row) => line(row, widthsOf(facts)))];
  return [head, ...tables].map((lines) => lines.join('\n')).join('\n\n');
}

function describeDeclarations({ declarations }: ProtocolModel): string {
  const written = declarations.filter(({ source }) => source !== null);
  const of = (kind: string): number => written.filter((each) => each.kind === kind).length;
  const unnamed = declarations.length - written.length;
  return `${of('interface')} interfaces, ${of('alias')} aliases, ${of('constant')} constants; ${unnamed} named by mcp-gen`;
}

function directionOf({ kind, senders, embedded }: MessageModel): string {
  const sides = senders.map((side) => `${side}s`).join(' and ');
  return `${KINDS[kind]} from ${sides}${embedded ? ', inside results' : ''}`;
}

function cellsOf({ method, since, capability }: MessageModel): Row {
  return [method, since === undefined ? '' : `since ${since}`, capability === undefined ? '' : `needs ${capability}`];
}

function messageLines(message: MessageModel, widths: readonly number[], width: number): readonly string[] {
  const { deprecated } = message;
  const note = deprecated === undefined ? [] : wrap(`Deprecated. ${deprecated}`, width - 4);
  return [line(cellsOf(message), widths), ...note.map((text) => `    ${text}`)];
}

function widthsOf(rows: readonly Row[]): readonly number[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
}

function line(row: Row, widths: readonly number[]): string {
  return `  ${printable(row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))}`.trimEnd();
}
