import type { OutRule } from '../../../flow/out-arguments.ts';

const typed: OutRule = { to: 0, source: { kind: 'argument', exposure: 'local' }, onward: true };
const bind: OutRule = { to: 0, source: { kind: 'body', exposure: 'external' } };

/** Calls of Go that give their result through an argument. */
export const goOuts: Readonly<Record<string, OutRule>> = {
  BindJSON: bind,
  ShouldBindJSON: bind,
  ShouldBind: bind,
  BindQuery: bind,
  ShouldBindQuery: bind,
  ShouldBindUri: bind,
  BodyParser: bind,
  QueryParser: bind,
  Bind: bind,
  Decode: { to: 0, from: ['recv'] },
  Unmarshal: { to: 1, from: [0] },
  Fprintf: { to: 0, from: ['rest'] },
  Fprint: { to: 0, from: ['rest'] },
  Fscanf: { to: 2, from: [0] },
  Fscan: { to: 1, from: [0], onward: true },
  Fscanln: { to: 1, from: [0], onward: true },
  Scan: { ...typed, on: /^fmt(?:\s|$)/ },
  Scanln: { ...typed, on: /^fmt(?:\s|$)/ },
  Scanf: { ...typed, to: 1, on: /^fmt(?:\s|$)/ },
  Sscanf: { to: 2, from: [0], onward: true },
  Sscan: { to: 1, from: [0], onward: true },
  StringVar: { to: 0, source: { kind: 'argument', exposure: 'local' }, on: /^flag(?:\s|$)/ },
  ReadJSON: { to: 0, source: { kind: 'message', exposure: 'external' } },
  Read: { to: 0, source: { kind: 'body', exposure: 'external' }, on: /net\.\w*Conn/ },
  ReadFrom: { to: 0, source: { kind: 'body', exposure: 'external' }, on: /net\.\w*Conn/ },
  ReadFull: { to: 1, from: [0] },
  copy: { to: 0, from: [1] },
};
