/**
 * Whether arguments that callers give to exported functions count as data of others: `auto`, where the code is a package
 * that other programs call; `on`, everywhere; `off`, nowhere.
 */
export const callerSettings = ['off', 'auto', 'on'] as const;
export type CallerSetting = (typeof callerSettings)[number];
