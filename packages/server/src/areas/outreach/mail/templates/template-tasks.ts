import type { SandboxHandlers } from '../../../../kit/sandbox/index.ts';
import type { TemplateVariables } from './plain-template.ts';
import { fillTemplate, parseTemplate, undefinedNameIn } from './template-engine.ts';

/** Template tasks of the sandbox. Lists are indexed by text. */
export interface TemplateTasks {
  /** Maps each text to its error; empty when it is valid. */
  check: { input: string[]; output: string[] };
  render: { input: RenderInput; output: RenderOutput };
}

export type RenderInput = {
  texts: string[];
  /** As JSON, except for long texts. */
  variables: string;
  /** Long texts are passed as they are: encoding them as JSON would cost time on the service's thread. */
  longNames: string[];
  longTexts: string[];
};

export type RenderOutput = {
  /** Unchanged where rendering failed. */
  texts: string[];
  /** Names without a value; empty when there are none. */
  missing: string[];
  /** Other errors; empty when there are none. */
  faults: string[];
  /** Whether the template itself is at fault, whatever its variables. */
  isTemplate: boolean[];
};

export const sandboxHandlers: SandboxHandlers<TemplateTasks> = {
  check: (texts) =>
    texts.map((text) => {
      try {
        parseTemplate(text);
        return '';
      } catch (error) {
        return plain(error);
      }
    }),
  render({ texts, variables, longNames, longTexts }) {
    const long = longNames.map((name, i) => [name, longTexts[i]] as const);
    const values: TemplateVariables = Object.fromEntries([...Object.entries(JSON.parse(variables)), ...long]);
    const output: RenderOutput = { texts: [], missing: [], faults: [], isTemplate: [] };
    for (const text of texts) {
      const { filled = text, missing = '', fault = '', isTemplate = false } = renderOne(text, values);
      output.texts.push(filled);
      output.missing.push(missing);
      output.faults.push(fault);
      output.isTemplate.push(isTemplate);
    }
    return output;
  },
};

interface One {
  filled?: string;
  missing?: string | undefined;
  fault?: string;
  isTemplate?: boolean;
}

function renderOne(text: string, variables: TemplateVariables): One {
  let template: ReturnType<typeof parseTemplate>;
  try {
    template = parseTemplate(text);
  } catch (error) {
    return { fault: plain(error), isTemplate: true };
  }
  try {
    return { filled: fillTemplate(template, variables) };
  } catch (error) {
    const missing = undefinedNameIn(error);
    return missing === undefined ? { fault: plain(error) } : { missing };
  }
}

function plain(error: unknown): string {
  return (error instanceof Error ? error.message : String(error))
    .slice(0, 1_000)
    .replace(/\n.*/s, '')
    .slice(0, 200)
    .replace(/\.$/, '');
}
