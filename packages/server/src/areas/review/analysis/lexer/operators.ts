/** Operators of several characters, longest first where they share a start. */
export const operators = new Map<number, string[]>();

for (const operator of [
  '===',
  '!==',
  '**=',
  '...',
  '<<=',
  '>>=',
  '&&=',
  '||=',
  '??=',
  '<=>',
  '=>',
  '->',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '?.',
  '::',
  ':=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '|=',
  '&=',
  '^=',
  '.=',
  '++',
  '--',
  '<<',
  '**',
  '<-',
  '|>',
]) {
  const list = operators.get(operator.charCodeAt(0)) ?? [];
  list.push(operator);
  operators.set(operator.charCodeAt(0), list);
}

export const regexBefore = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'new',
  'else',
  'do',
  'instanceof',
  'yield',
  'await',
]);
