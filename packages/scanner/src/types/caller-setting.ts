/**
 * When arguments of exported functions count as untrusted: `auto`, if the code is a package that other programs call;
 * `on`, always; `off`, never.
 */
export const callerSettings = ['off', 'auto', 'on'] as const;
export type CallerSetting = (typeof callerSettings)[number];
