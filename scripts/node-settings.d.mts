export declare const nodeArguments: string[];
export declare const nodeEnvironment: Record<string, string>;
