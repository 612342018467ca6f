export function endProcessesOf(folder: string): void;
export function endGroup(pid: number): void;
