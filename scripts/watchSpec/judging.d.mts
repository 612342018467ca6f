import type { Stage, Verdict } from '../history/judge.mjs';
import type { Facts } from './pages.mjs';

export function stagesUpTo(
  last: Stage,
  verdict: Pick<Verdict, 'reached' | 'problems'> & Partial<Verdict>,
): NonNullable<Facts['subjects'][number]['stages']>;
export function withoutFolder(text: string): string;
