import { plainSemantics, type Semantics } from '../../ir/semantics.ts';

export const pythonSemantics: Semantics = {
  ...plainSemantics,
  textTypes: /^str$/,
  world: 'python',
  moduleProperties: true,
  classVariable: 'cls',
  declaredResults: true,
  declaredFields: true,
  choices: 'base',
  computedMarks: /(?:^|\.)(?:property|cached_property)$/,
  callMethod: '__call__',
  constructsByCall: true,
  formatOperator: true,
  pathOperator: true,
  mapIteration: 'keys',
  pairMethods: ['items'],
  lookupMethod: 'get',
  replacesFirst: false,
  unknownEntries: true,
  mappingCalls: /^(?:map|imap|imap_unordered|starmap|map_async)$/,
};
