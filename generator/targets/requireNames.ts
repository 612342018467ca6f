import type { Protocol } from '../model/protocol.js';
import { ProblemList } from '../problems.js';
import type { Target } from './target.js';

/** @throws {SchemaProblems} with every name of a protocol that a target cannot generate */
export function requireNames({ checkNames }: Target, protocol: Protocol): void {
  const problems = new ProblemList();
  for (const problem of checkNames?.(protocol) ?? []) problems.add(problem, problem.message, problem.remedy);
  problems.throwIfAny();
}
