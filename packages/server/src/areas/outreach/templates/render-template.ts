import { Liquid, type Template, UndefinedVariableError } from 'liquidjs';
import { AppError } from '../../../kit/errors/index.ts';

/** What a template may name: the lead's fields, the sender's, links, and the caller's own variables. */
export type TemplateVariables = Record<string, unknown>;

const engine = new Liquid({
  strictVariables: true,
  strictFilters: true,
  // `default` and `if` may ask for what is not there.
  lenientIf: true,
  ownPropertyOnly: true,
  cache: false,
  // Templates come from users: what one may cost is bounded.
  parseLimit: 200_000,
  renderLimit: 20,
  memoryLimit: 2_000_000,
  // Nothing can be included from anywhere.
  templates: {},
  relativeReference: false,
});

// What could only take texts from elsewhere is no part of the language here.
for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag];

const parsed = new Map<string, Template[]>();
const MAX_PARSED = 500;
const MOST_TRIES = 4;

/** Throws `invalid_request` for the field when the text is no template. */
export function checkTemplate(text: string, field: string): void {
  try {
    parse(text);
  } catch (error) {
    throw new AppError('invalid_request', {
      field,
      message: `\`${field}\` is not a template that can be read: ${plain(error)}.`,
    });
  }
}

/** A template of a subject. Throws as `checkTemplate` does, and for one of several lines. */
export function checkSubject(text: string, field: string): void {
  if (/[\r\n]/.test(text)) {
    throw new AppError('invalid_request', { field, message: `\`${field}\` must be one line.` });
  }
  checkTemplate(text, field);
}

export interface Rendered {
  text: string;
  /** Names that the template uses and nothing stands for; the text is then left as it was. */
  unresolved: string[];
  /** Why the text could not be filled in, where that was let pass. */
  fault?: string;
}

/** As `renderTemplate`, for texts that were taken before: what cannot be filled in is told, for the guard to block. */
export function renderStored(text: string, variables: TemplateVariables): Rendered {
  try {
    return renderTemplate(text, variables);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text, unresolved: [], fault: error.message };
  }
}

/** Fills in a text. What has no value is told, never left out in silence. */
export function renderTemplate(text: string, variables: TemplateVariables): Rendered {
  if (!text.includes('{{') && !text.includes('{%')) return { text, unresolved: [] };
  try {
    return { text: renderInTime(parse(text), variables), unresolved: [] };
  } catch (error) {
    const undefinedVariable = findUndefined(error);
    if (undefinedVariable !== undefined) return { text, unresolved: [undefinedVariable] };
    throw new AppError('invalid_request', {
      field: 'body',
      message: `The template could not be filled in: ${plain(error)}.`,
    });
  }
}

/**
 * The limit on time goes by the wall clock, and a busy machine may stand still in between: what was late is tried
 * again, and is late again if it is at fault itself.
 */
function renderInTime(templates: Template[], variables: TemplateVariables): string {
  for (let tries = 1; ; tries++) {
    try {
      return String(engine.renderSync(templates, variables));
    } catch (error) {
      if (tries === MOST_TRIES || !/render limit exceeded/.test((error as Error).message)) throw error;
    }
  }
}

function parse(text: string): Template[] {
  let template = parsed.get(text);
  if (template === undefined) {
    template = engine.parse(text);
    if (parsed.size >= MAX_PARSED) parsed.delete(parsed.keys().next().value!);
    parsed.set(text, template);
  }
  return template;
}

function findUndefined(error: unknown): string | undefined {
  for (
    let inner = error;
    inner instanceof Error;
    inner = (inner as { originalError?: unknown }).originalError
  ) {
    if (inner instanceof UndefinedVariableError || inner.name === 'UndefinedVariableError') {
      return /undefined variable: (\S+?),?(?:\s|$)/.exec(inner.message)?.[1] ?? 'a variable';
    }
  }
  return undefined;
}

function plain(error: unknown): string {
  return (error instanceof Error ? error.message : String(error))
    .split('\n')[0]!
    .slice(0, 200)
    .replace(/\.$/, '');
}
