import type { Setting } from '../../kit/config/index.ts';

/** Keeps the exact type of the default, from which TypeScript knows whether the value can be undefined. */
export const define = <T, const D extends string | undefined>(setting: Setting<T> & { default: D }) =>
  setting;
