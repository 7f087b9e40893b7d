import type { LanguageHooks } from '../flow/language-handlers.ts';
import { putInto, readInto } from './c/handlers/stream-operators.ts';
import { cOuts, cppOuts } from './c/library/native-outs.ts';
import { markEndpoints } from './csharp/handlers/endpoints.ts';
import { heldPart } from './csharp/handlers/held-parts.ts';
import { taskCall } from './csharp/handlers/task-calls.ts';
import { mayExpandEntities as csharpEntities } from './csharp/handlers/xml-entities.ts';
import { parsedAddress } from './dart/handlers/addresses.ts';
import { appendCall, cleanedPath } from './go/handlers/builtin-functions.ts';
import { goOuts } from './go/library/go-outs.ts';
import { callSetters } from './java/handlers/bean-setters.ts';
import { checkMappedResult } from './java/handlers/mapped-results.ts';
import { markRoutes } from './java/handlers/small-servers.ts';
import { mayExpandEntities as javaEntities } from './java/handlers/xml-entities.ts';
import { contextPart } from './javascript/handlers/execution-contexts.ts';
import { checkHandlerResult } from './javascript/handlers/handler-results.ts';
import { assignResolvers, assignRoles } from './javascript/handlers/routes.ts';
import { schemaCall } from './javascript/handlers/schema-builtins.ts';
import { mayExpandEntities as scriptEntities } from './javascript/handlers/xml-entities.ts';
import { checkedMarks } from './javascript/library/validator-marks.ts';
import { makeByFunction } from './kotlin/handlers/global-functions.ts';
import { markupOf, pairOf } from './kotlin/handlers/operators.ts';
import { lastPart } from './kotlin/handlers/path-parts.ts';
import { arrayFunction } from './php/handlers/global-functions.ts';
import { calledByText } from './php/handlers/named-calls.ts';
import { isMisplaced } from './php/handlers/page-context.ts';
import { checkPageResult as checkPhpResult } from './php/handlers/page-results.ts';
import { bindPlaceholders } from './php/handlers/placeholders.ts';
import { isSetByFramework } from './php/handlers/request-attributes.ts';
import { readServerElement } from './php/handlers/server-elements.ts';
import { rendersFile } from './php/handlers/templates.ts';
import { mayExpandEntities as phpEntities } from './php/handlers/xml-entities.ts';
import { phpOuts } from './php/library/php-outs.ts';
import { isData } from './python/handlers/data-classes.ts';
import { knownResult } from './python/handlers/known-results.ts';
import { joinBinary } from './python/handlers/operators.ts';
import { ownElement } from './python/handlers/own-elements.ts';
import { makeRecord, recordCall } from './python/handlers/records.ts';
import { markRouted } from './python/handlers/routed-functions.ts';
import { checkViewResult } from './python/handlers/view-results.ts';
import { mayExpandEntities as pythonEntities } from './python/handlers/xml-entities.ts';
import { runFilters } from './ruby/handlers/action-filters.ts';
import { bareName } from './ruby/handlers/bare-names.ts';
import { checkDatasetElement } from './ruby/handlers/dataset-elements.ts';
import { hashCall } from './ruby/handlers/hash-calls.ts';
import { keepMatch } from './ruby/handlers/last-match.ts';
import { checkPageResult as checkRubyResult, isRecordId } from './ruby/handlers/page-results.ts';
import { keepsHost, routeHelper, statementOf } from './ruby/handlers/statements.ts';
import { mayExpandEntities as rubyEntities } from './ruby/handlers/xml-entities.ts';
import { startCommand } from './rust/handlers/command-builders.ts';
import { joined, makeCollection, readApplied } from './scala/handlers/collections.ts';
import { servletCall, servletMember } from './scala/handlers/servlet-members.ts';
import { laterCall } from './shared/handlers/later-calls.ts';
import { managedOuts } from './shared/library/managed-outs.ts';
import { contractMarkers } from './shared/library/marks.ts';
import { convert, decoded, joined as joinedSwift } from './swift/handlers/conversions.ts';
import { enumCase } from './swift/handlers/enum-cases.ts';
import { lastPart as lastSwiftPart } from './swift/handlers/path-parts.ts';

const tsx: LanguageHooks = {
  assignRoles,
  assignResolvers,
  checkResult: checkHandlerResult,
  knownResult: contextPart,
  schemaCall,
};
/** The name of a field, not a secret. */
const plainSettings = /^(?:text|string|password|secret|passwd)$/;
const typescript: LanguageHooks = { ...tsx, checkedMarks, mayExpandEntities: scriptEntities };
const javascript: LanguageHooks = {
  ...tsx,
  mayExpandEntities: scriptEntities,
  plainSettings,
};

const kotlin: LanguageHooks = {
  binary: pairOf,
  unary: markupOf,
  functionCall: makeByFunction,
  readProperty: lastPart,
  checkResult: checkMappedResult,
  contractWords: contractMarkers,
  prepareObject: callSetters,
  mayExpandEntities: javaEntities,
};

/** The special cases of each language. */
const rows: Record<string, LanguageHooks> = {
  C: { outs: cOuts },
  'C++': { outs: cppOuts, readInto, binary: putInto },
  'C#': {
    assignRoles: markEndpoints,
    contractWords: contractMarkers,
    readPart: heldPart,
    methodCall: taskCall,
    outs: managedOuts,
    mayExpandEntities: csharpEntities,
  },
  Go: {
    functionCall: appendCall,
    methodCall: cleanedPath,
    isAlwaysText: ({ kind, file, pos, end }) =>
      kind === 'http_parameter' || /\bparams\b/.test(file.text.slice(pos, end)),
    outs: goOuts,
    printers: { Fprintf: 1 },
    // Browsers guess the content type by the beginning: only a tag there makes it a page.
    weighPlainText: (around) => (/text\/html/.test(around) ? 0.7 : 0.5),
  },
  Java: {
    assignRoles: markRoutes,
    checkResult: checkMappedResult,
    contractWords: contractMarkers,
    prepareObject: callSetters,
    methodCall: laterCall,
    outs: managedOuts,
    job: { starts: /^(?:start|fork)$/, method: 'run', on: 'object' },
    mayExpandEntities: javaEntities,
  },
  JavaScript: javascript,
  TypeScript: typescript,
  TSX: tsx,
  Kotlin: kotlin,
  PHP: {
    assignRoles: bindPlaceholders,
    calledByText,
    functionCall: arrayFunction,
    rendersFile,
    printers: { printf: 0 },
    printsPages: true,
    checkResult: checkPhpResult,
    isFrameworksOwn: isSetByFramework,
    isMisplaced,
    readElement: readServerElement,
    outs: phpOuts,
    job: { starts: /^dispatch(?:Sync|Now|If|Unless|AfterResponse)?$/, method: 'handle', on: 'made' },
    mayExpandEntities: phpEntities,
  },
  Python: {
    assignRoles: markRouted,
    binary: joinBinary,
    callObject: makeRecord,
    knownResult,
    shellIsFlag: true,
    checkResult: checkViewResult,
    isAlwaysText: ({ file, pos, end }) => /\.(?:GET|POST|args|form|values)\b/.test(file.text.slice(pos, end)),
    isData,
    readElement: ownElement,
    recordCall,
    mayExpandEntities: pythonEntities,
  },
  Ruby: {
    bareName,
    binary: keepMatch,
    checkElement: checkDatasetElement,
    checkResult: checkRubyResult,
    isOwnId: isRecordId,
    keepsHost,
    statementOf,
    routeHelper,
    raisingCall: 'raise',
    formatsByName: true,
    cookieOptionsAt: 1,
    methodCall: hashCall,
    prepareObject: runFilters,
    job: { starts: /^perform_(?:now|later|async|in|at|bulk)$/, method: 'perform', on: 'class' },
    mayExpandEntities: rubyEntities,
  },
  Rust: { methodCall: startCommand },
  Scala: {
    plainSettings,
    functionCall: (m, site) => servletCall(m, site) ?? makeCollection(m, site),
    bareName: servletMember,
    callObject: readApplied,
    methodCall: joined,
    outs: managedOuts,
    mayExpandEntities: javaEntities,
    prepareObject: callSetters,
  },
  Swift: {
    plainSettings,
    functionCall: convert,
    methodCall: (m, site) => joinedSwift(m, site) ?? decoded(m, site) ?? enumCase(m, site),
    readProperty: lastSwiftPart,
  },
  Dart: { plainSettings, methodCall: parsedAddress },
};
const none: LanguageHooks = {};

export function hooksOf(language: string): LanguageHooks {
  return rows[language] ?? none;
}
