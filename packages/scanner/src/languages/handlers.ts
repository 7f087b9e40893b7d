import type { LanguageHandlers } from '../flow/language-handlers.ts';
import { checkProcess } from './go/handlers/process-literals.ts';
import { callThen, promised, resolvePromise } from './javascript/handlers/promises.ts';
import { inputSchema, validated, validatorCall } from './javascript/handlers/schema-builtins.ts';
import { filtered, scopeCall } from './kotlin/handlers/lambda-calls.ts';
import { isAnswer } from './shared/handlers/answers.ts';
import { madeLater } from './shared/handlers/carried-calls.ts';
import { constructBuiltin, constructedByCall } from './shared/handlers/construct-builtins.ts';
import { checkCookie } from './shared/handlers/cookies.ts';
import { globalCall } from './shared/handlers/global-calls.ts';
import { isHarmlessCall } from './shared/handlers/harmless-calls.ts';
import { checkHeaderCall, checkHeaderWrite } from './shared/handlers/header-writes.ts';
import { addressBehindHost, holdsHost } from './shared/handlers/host-parts.ts';
import { isPlainInput, knownResult } from './shared/handlers/known-results.ts';
import { libraryCall } from './shared/handlers/library-calls.ts';
import { refineByLibrary } from './shared/handlers/library-checks.ts';
import { numberCall } from './shared/handlers/number-calls.ts';
import { printedBy } from './shared/handlers/printed-text.ts';
import { endsProgram } from './shared/handlers/program-ends.ts';
import { checkProgram } from './shared/handlers/programs.ts';
import { checkProperty } from './shared/handlers/property-settings.ts';
import { placeOfRequest } from './shared/handlers/request-places.ts';
import { operatorTaints } from './shared/handlers/sink-conditions.ts';
import { isHarmlessIn, weighSink } from './shared/handlers/sink-weights.ts';
import { checkMatch, checkMatchOperator } from './shared/handlers/slow-matches.ts';
import { describeReceiver, isOfMachine } from './shared/handlers/source-conditions.ts';
import { boundLength, withLength } from './shared/handlers/text-lengths.ts';
import { buildingSteps } from './shared/library/building-steps.ts';
import { callNames } from './shared/library/call-words.ts';
import { guessClean } from './shared/library/guessed-sanitizers.ts';
import { openedFiles, plainTypes } from './shared/library/known-types.ts';
import { filledFields } from './shared/library/marks.ts';
import { aliasOf } from './shared/library/wrapped-requests.ts';

/** The handlers of all languages. */
export const handlers: LanguageHandlers = {
  resolvePromise,
  callThen,
  validatorCall,
  inputSchema,
  validated,
  scopeCall,
  filtered,
  checkLiteral: checkProcess,
  globalCall,
  libraryCall,
  constructed(m, site) {
    if (site.name === 'Promise') return promised(m, site);
    return site.name === 'Lazy' ? madeLater(m, site) : constructBuiltin(m, site.name, site.args);
  },
  knownResult,
  numberCall,
  isPlainInput,
  endsProgram,
  isBuildingStep: (name) => buildingSteps.test(name),
  opensFile: (name) => openedFiles.test(name),
  isFilledField: (mark) => filledFields.test(mark),
  addressBehindHost,
  holdsHost,
  isPlainType: (type) => plainTypes.test(type),
  constructedByCall,
  refineByLibrary,
  aliasOf,
  placeOfRequest,
  checkCookie,
  checkProperty,
  checkHeaderCall,
  checkHeaderWrite,
  checkMatch,
  checkMatchOperator,
  boundLength,
  withLength,
  isHarmlessCall,
  printedBy,
  checkProgram,
  isAnswer,
  describeReceiver,
  isOfMachine,
  weighSink,
  isHarmlessIn,
  operatorTaints,
  guessClean,
  words: callNames,
};
