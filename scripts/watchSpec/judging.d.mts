export function withoutFolder(text: string): string;
