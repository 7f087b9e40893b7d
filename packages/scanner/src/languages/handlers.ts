import type { LanguageHandlers } from '../flow/language-handlers.ts';
import { comesFromRequest } from './csharp/library/csharp-parameters.ts';
import { checkProcess } from './go/handlers/process-literals.ts';
import { callThen, promised, resolvePromise } from './javascript/handlers/promises.ts';
import { inputSchema, schemaCall, validated, validatorCall } from './javascript/handlers/schema-builtins.ts';
import { filtered, scopeCall } from './kotlin/handlers/lambda-calls.ts';

/** The handlers of all languages, as the machine asks for them. */
export const handlers: LanguageHandlers = {
  promised,
  resolvePromise,
  callThen,
  schemaCall,
  validatorCall,
  inputSchema,
  validated,
  scopeCall,
  filtered,
  checkProcess,
  comesFromRequest,
};
