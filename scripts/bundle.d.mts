export declare function bundle(name: string, root: string, banner?: string): Promise<readonly string[]>;
