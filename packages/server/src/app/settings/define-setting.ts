import type { Setting } from '../../kit/config/index.ts';

/** Keeps the exact type of a setting's default, which tells whether the value may be missing. */
export const define = <T, const D extends string | undefined>(setting: Setting<T> & { default: D }) =>
  setting;
