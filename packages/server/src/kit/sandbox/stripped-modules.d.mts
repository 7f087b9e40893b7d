export declare const missed: string[];
export declare function nameOfStripped(text: Uint8Array): string;
