import { jsonLanguage } from '@codemirror/lang-json';
import jsonata from 'jsonata';
import type { EditorLanguage } from '../code-editor.tsx';

/** An error, with its position in the text. */
export interface Problem {
  from: number;
  to: number;
  message: string;
}

/** Errors that can be found without values; an empty text has none. */
export function problemsIn(text: string, language: EditorLanguage): Problem[] {
  if (text.trim() === '' || language === 'yaml') return [];
  if (language === 'jsonata') return mistakeIn(text, 0);
  const wrong = notJson(text);
  if (wrong !== undefined) return [wrong];
  return language === 'template' ? expressionsOf(text).flatMap(judge) : [];
}

/** The first JSON syntax error. */
function notJson(text: string): Problem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const from = firstErrorOf(text);
    const line = text.slice(0, from).split('\n').length;
    const reason = (error as Error).message
      .replace(/( in JSON)? at position .*$/s, '')
      .replace(/, "[\s\S]*$/, '');
    return {
      from,
      to: Math.min(from + 1, text.length),
      message: `This is not JSON, line ${line}: ${reason}.`,
    };
  }
}

function firstErrorOf(text: string): number {
  let found = text.length;
  jsonLanguage.parser.parse(text).iterate({
    enter: (node) => {
      if (node.type.isError) found = Math.min(found, node.from);
    },
  });
  return found;
}

interface TemplateText {
  from: number;
  to: number;
  value: string;
}

/** Strings containing `{{`. */
function expressionsOf(text: string): TemplateText[] {
  const found: TemplateText[] = [];
  jsonLanguage.parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'String') return;
      const value = JSON.parse(text.slice(from, to)) as string;
      if (value.includes('{{')) found.push({ from, to, value });
    },
  });
  return found;
}

const WHOLE = /^\s*\{\{([\s\S]*)\}\}\s*$/;

function judge({ from, to, value }: TemplateText): Problem[] {
  const inner = WHOLE.exec(value)?.[1];
  if (inner === undefined) {
    const message =
      'An expression must be the whole text; join texts inside it: {{ "Order " & event.data.id }}.';
    return [{ from, to, message }];
  }
  return mistakeIn(inner, 0).map(({ message }) => ({ from, to, message }));
}

function mistakeIn(expression: string, offset: number): Problem[] {
  try {
    jsonata(expression);
    return [];
  } catch (error) {
    const { position, message } = error as { position?: number; message?: string };
    const to = offset + Math.min(position ?? expression.length, expression.length);
    return [
      { from: Math.max(to - 1, offset), to, message: `This does not compile: ${message ?? String(error)}.` },
    ];
  }
}
