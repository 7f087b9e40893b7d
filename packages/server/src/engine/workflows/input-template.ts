import { ExpressionError } from '../../kit/expressions/index.ts';

/** What expressions can refer to. */
export interface TemplateInput {
  event: object;
  /** By the ids of earlier actions; only of those that succeeded. */
  results: Record<string, unknown>;
}

/** Produces the value for one text of the template, or for all of it. */
export type Part = (input: TemplateInput) => unknown;

const WHOLE = /^\s*\{\{([\s\S]*)\}\}\s*$/;
const MAX_DEPTH = 20;
const MAX_VALUES = 1_000;

/**
 * Compiles an object in which texts of the form `{{ expression }}` are replaced by what the expression
 * selects. Throws ExpressionError, whose message begins with the path of the mistake.
 */
export function compileTemplate(
  template: Record<string, unknown>,
  compileExpression: (text: string) => Part,
): (input: TemplateInput) => Promise<Record<string, unknown>> {
  const part = compilePart(template, '', { values: 0, compileExpression }, 0);
  return async (input) => (await part(input)) as Record<string, unknown>;
}

interface Compilation {
  values: number;
  compileExpression(text: string): Part;
}

function compilePart(value: unknown, path: string, seen: Compilation, depth: number): Part {
  if (++seen.values > MAX_VALUES)
    throw new ExpressionError(`the template has more than ${MAX_VALUES} values`);
  if (depth > MAX_DEPTH)
    throw new ExpressionError(`the template is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value === 'string') return compileText(value, path, seen);
  if (Array.isArray(value)) {
    const items = value.map((item, i) => compilePart(item, join(path, String(i)), seen, depth + 1));
    return async (input) => {
      const rendered: unknown[] = [];
      for (const item of items) rendered.push(await item(input));
      return rendered;
    };
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, inner]) => [name, compilePart(inner, join(path, name), seen, depth + 1)] as const,
    );
    return async (input) => {
      const entries: [string, unknown][] = [];
      for (const [name, inner] of fields) {
        const rendered = await inner(input);
        // An expression that selects nothing omits the field, as in JSONata.
        if (rendered !== undefined) entries.push([name, rendered]);
      }
      return Object.fromEntries(entries);
    };
  }
  return () => value;
}

function compileText(text: string, path: string, seen: Compilation): Part {
  const inner = WHOLE.exec(text)?.[1];
  if (inner === undefined) {
    if (text.includes('{{')) {
      throw new ExpressionError(
        `${path}: an expression must be the whole text; join texts inside it, as in {{ "Order " & event.data.id }}`,
      );
    }
    return () => text;
  }
  try {
    return seen.compileExpression(inner);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const at = error.position === undefined ? '' : ` at character ${error.position}`;
    throw new ExpressionError(`${path}: ${error.message}${at}`, { position: error.position });
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** As defined by JSONata's $boolean: empty values are false. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTruthy);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
