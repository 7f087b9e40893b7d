import { Liquid, type Template, UndefinedVariableError } from 'liquidjs';
import { dropOldest } from '../../../../kit/drop-oldest.ts';
import type { TemplateVariables } from './plain-template.ts';

const engine = new Liquid({
  strictVariables: true,
  strictFilters: true,
  // `default` and `if` may ask for what is not there.
  lenientIf: true,
  ownPropertyOnly: true,
  cache: false,
  // Where the language itself can tell that too much is asked, its word for it is better than an end by force.
  parseLimit: 200_000,
  memoryLimit: 2_000_000,
  // Nothing can be included from anywhere.
  templates: {},
  relativeReference: false,
});

// What could only take texts from elsewhere is no part of the language here.
for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag];

const parsed = new Map<string, Template[]>();
const MAX_PARSED = 200;

/** Throws for a text that is no template. Of unbounded cost: for the sandbox. */
export function parseTemplate(text: string): Template[] {
  let template = parsed.get(text);
  if (template === undefined) {
    template = engine.parse(text);
    if (parsed.size >= MAX_PARSED) dropOldest(parsed);
    parsed.set(text, template);
  }
  return template;
}

/** Throws for what cannot be filled in. Of unbounded cost: for the sandbox. */
export function fillTemplate(template: Template[], variables: TemplateVariables): string {
  return String(engine.renderSync(template, variables));
}

/** The name that nothing stands for, where that is why a template could not be filled in. */
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
