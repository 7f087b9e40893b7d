import type { OutRule } from '../../../flow/out-arguments.ts';

/** PHP functions that return their result through an argument. */
export const phpOuts: Readonly<Record<string, OutRule>> = {
  preg_match: { to: 2, from: [1], when: /\.[*+?]|\[\^|\\S/ },
  parse_str: { to: 1, from: [0] },
  mb_parse_str: { to: 1, from: [0] },
  settype: { to: 0, clears: true },
};
