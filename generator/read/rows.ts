/** Reads tables in JSON: arrays of objects whose properties are checked. */

import { readFile } from 'node:fs/promises';
import { ProblemList } from '../problems.js';

export type Json = { readonly [key: string]: unknown };

/** The check of each property of a row, and what it expects. A question mark after the name makes the property optional. */
export type RowShape = { readonly [property: string]: readonly [test: (value: unknown) => boolean, what: string] };

/** Adds a problem to a file. It is shown at the first line, because parsed JSON has no line numbers. */
export type ReportRow = (message: string, remedy: string) => void;

/** Runs a check of a table file. @throws {SchemaProblems} with all reported problems */
export function checkFile<Result>(file: string, check: (report: ReportRow) => Result): Result {
  const problems = new ProblemList();
  const result = check((message, remedy) => {
    problems.add({ file, line: 1, column: 1 }, message, remedy);
  });
  problems.throwIfAny();
  return result;
}

/** Parses a table file. @throws {SchemaProblems} if it is not JSON */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  return checkFile(file, (report): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      report(`Invalid JSON: ${(error as SyntaxError).message}`, 'Fix the JSON syntax.');
      return undefined;
    }
  });
}

/**
 * Checks that a value is an array of rows.
 *
 * @param table the name of the table, if its file has several
 * @returns the rows; none if one of them is not an object
 */
export function checkRows(value: unknown, shape: RowShape, report: ReportRow, table?: string): readonly Json[] {
  if (!Array.isArray(value) || !value.every(isObject)) {
    const where = table === undefined ? '' : ` in the table "${table}"`;
    report(`Expected an array of objects${where}`, 'Write an array with one object for each row.');
    return [];
  }
  const of = table === undefined ? '' : ` of "${table}"`;
  for (const [index, row] of value.entries()) checkRow(row, `row ${index + 1}${of}`, shape, report);
  return value;
}

/** Checks the properties of a row. @param place the row, for messages */
export function checkRow(row: unknown, place: string, shape: RowShape, report: ReportRow): void {
  if (!isObject(row)) {
    report(`Expected an object for ${place}`, 'Correct the row.');
    return;
  }
  const known = Object.keys(shape).map((name) => name.replace('?', ''));
  for (const [property, [test, what]] of Object.entries(shape)) {
    const name = property.replace('?', '');
    if ((property !== name && row[name] === undefined) || test(row[name])) continue;
    report(`"${name}" of ${place} is not ${what}`, 'Correct the row.');
  }
  for (const name of Object.keys(row)) {
    if (known.includes(name)) continue;
    report(`Unknown property "${name}" of ${place}`, `Valid properties: ${known.join(', ')}.`);
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every(isString);
}
