/** Returns an SVG without data that nothing reads, with short numbers, and with ids that begin with `id`. */
export function withPlainTags(svg: string, id: string): string;
