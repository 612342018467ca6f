import type { Judged, Summary } from './report.mjs';

export function pageOf(
  versions: readonly Judged[],
  summary: Summary,
  newest: { readonly commit: string; readonly date: string },
): string;
