export { ExpressionError } from './expression-error.ts';
export { type Evaluate, parseExpression } from './parse-expression.ts';
export { NOT_PLAIN, type PlainExpression, parsePlainExpression } from './plain-expression.ts';
