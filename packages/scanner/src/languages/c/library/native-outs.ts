import type { OutRule } from '../../../flow/out-arguments.ts';

/** Calls in C that return their result through an argument. */
export const cOuts: Readonly<Record<string, OutRule>> = {
  fgetws: { to: 0, source: { kind: 'argument', exposure: 'local' } },
  fgets: { to: 0, source: { kind: 'argument', exposure: 'local' } },
  gets: { to: 0, source: { kind: 'argument', exposure: 'local' } },
  scanf: { to: 1, source: { kind: 'argument', exposure: 'local' } },
  fscanf: { to: 2, source: { kind: 'argument', exposure: 'local' } },
  recv: { to: 1, source: { kind: 'body', exposure: 'external' } },
  recvfrom: { to: 1, source: { kind: 'body', exposure: 'external' } },
  read: { to: 1, source: { kind: 'body', exposure: 'local' } },
  sscanf: { to: 2, from: [0], onward: true },
  strcpy: { to: 0, from: [1] },
  strncpy: { to: 0, from: [1] },
  wcscpy: { to: 0, from: [1] },
  wcsncpy: { to: 0, from: [1] },
  memcpy: { to: 0, from: [1] },
  memmove: { to: 0, from: [1] },
  strcat: { to: 0, from: [0, 1] },
  strncat: { to: 0, from: [0, 1] },
  wcscat: { to: 0, from: [0, 1] },
  wcsncat: { to: 0, from: [0, 1] },
  sprintf: { to: 0, from: ['rest'] },
  snprintf: { to: 0, from: ['rest'] },
  swprintf: { to: 0, from: ['rest'] },
};

export const cppOuts: Readonly<Record<string, OutRule>> = {
  ...cOuts,
  getline: { to: 1, source: { kind: 'argument', exposure: 'local' } },
};
