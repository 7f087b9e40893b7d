import { plainSemantics, type Semantics } from '../../ir/semantics.ts';

export const javascriptSemantics: Semantics = {
  ...plainSemantics,
  world: 'js',
  modulesAreObjects: true,
  openObjects: true,
  computedMarks: /(?:^|\.)(?:property|cached_property)$/,
  reflectiveFunctions: true,
  pairMethods: ['entries'],
  generatorsGive: true,
  wrapsFunctions: true,
  runsByHint: true,
};

export const typescriptSemantics: Semantics = {
  ...javascriptSemantics,
  declaredResults: true,
  declaredFields: true,
  scopeMarks: /^Injectable\b.*Scope\.REQUEST/,
};
