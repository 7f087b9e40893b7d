import { Liquid, type Template, UndefinedVariableError } from 'liquidjs';
import { dropOldest } from '../../../../kit/drop-oldest.ts';
import type { TemplateVariables } from './plain-template.ts';

const engine = new Liquid({
  strictVariables: true,
  strictFilters: true,
  // `default` and `if` may refer to missing names.
  lenientIf: true,
  ownPropertyOnly: true,
  cache: false,
  // Where the language can detect overuse itself, its error is better than a forced stop.
  parseLimit: 200_000,
  memoryLimit: 2_000_000,
  // Nothing can be included from anywhere.
  templates: {},
  relativeReference: false,
});

// Removes the tags that only serve to load other texts.
for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag];

const parsed = new Map<string, Template[]>();
const MAX_PARSED = 200;

/** Throws for an invalid template. Cost is unbounded: run it in the sandbox. */
export function parseTemplate(text: string): Template[] {
  let template = parsed.get(text);
  if (template === undefined) {
    template = engine.parse(text);
    if (parsed.size >= MAX_PARSED) dropOldest(parsed);
    parsed.set(text, template);
  }
  return template;
}

/** Throws when rendering fails. Cost is unbounded: run it in the sandbox. */
export function fillTemplate(template: Template[], variables: TemplateVariables): string {
  return String(engine.renderSync(template, variables));
}

/** The name without a value, if that is why a template could not be rendered. */
export function undefinedNameIn(error: unknown): string | undefined {
  for (
    let inner = error;
    inner instanceof Error;
    inner = (inner as { originalError?: unknown }).originalError
  ) {
    if (inner instanceof UndefinedVariableError || inner.name === 'UndefinedVariableError') {
      return (
        /undefined variable: (\S{1,200}?),?(?:\s|$)/.exec(inner.message.slice(0, 1_000))?.[1] ?? 'a variable'
      );
    }
  }
  return undefined;
}
