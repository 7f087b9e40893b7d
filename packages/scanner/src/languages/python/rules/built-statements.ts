import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { aroundOf, isBuilt, lastAssigned } from './request-values.ts';

/**
 * Parts that programs insert into statements because no parameter is allowed there, and calls that make a part safe.
 */
const harmless =
  /table|column|\bcols?\b|schema|field|placeholder|order|limit|offset|clause|where|sql|query|prefix|quote|escape|ident|literal|mogrify|\bint\(|\blen\(|\bjoin\(/i;

/** Statements with a value in their text that are passed to a cursor, if the origin of the value is unknown. */
export const builtStatementRules: readonly TextRule[] = [
  {
    id: 'injection/sql',
    languages: ['Python'],
    pattern:
      /\.(?:execute|executemany|executescript)\s*\(\s*(?=[rfRF]{0,2}["'(]|[a-z_]\w*\s*[,)%.]|(?:\w+\.)?text\s*\()/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-89'],
    source: 'code',
    description: 'A value with a quotation mark in it becomes part of what the database runs.',
    recommendation: 'Pass the value as a parameter.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const { before } = aroundOf(view, at);
      const given = firstArgument(callText(view, at)).trim();
      // SQLAlchemy runs a text as a statement if it is marked as one.
      const first = /^(?:\w+\.)?text\s*\(([\s\S]*)\)$/.exec(given)?.[1]?.trim() ?? given;
      const statement = /^[a-z_]\w*$/i.test(first) ? (lastAssigned(first, before) ?? '') : first;
      if (!isBuilt(statement) || harmless.test(partsOf(statement).join(' '))) return false;
      if (!/["']\s*\(?(?:select|insert\s+into|update|delete\s+from|replace\s+into)\s/i.test(statement))
        return false;
      return partsOf(statement).some(
        (name) => isParameter(name, before) || isUnknown(name, view.withoutComments),
      );
    },
  },
];

function firstArgument(call: string): string {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < call.length; at++) {
    const sign = call.charAt(at);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (/[([{]/.test(sign)) depth++;
    else if (/[)\]}]/.test(sign)) depth--;
    else if (sign === ',' && depth === 0) return call.slice(0, at);
  }
  return call;
}

/** The values in a concatenated text: in the fields of an f-string, after % and +, in format. */
function partsOf(statement: string): string[] {
  const holes = /^\s*\(?\s*[rR]?[fF]/.test(statement)
    ? [...statement.matchAll(/(?<!\{)\{([^{}]{1,80})\}/g)].map(([, hole = '']) => hole)
    : [statement.replace(/(["'])(?:(?!\1)[^\n])*\1/g, ' ')];
  return holes
    .flatMap((hole) => hole.match(/(?<![\w.])[a-z_]\w*(?:\s*\()?/g) ?? [])
    .filter((name) => !/^format\b/.test(name));
}

/** Whether the name is an unchanged parameter of the enclosing function, and not a number by its type. */
function isParameter(name: string, before: string): boolean {
  const header = /^\s*(?:async\s+)?def\s+\w+\s*\(([^)]*)\)/.exec(before)?.[1] ?? '';
  return (
    /^[a-z_]\w*$/.test(name) &&
    !/^(?:self|cls)$/.test(name) &&
    new RegExp(String.raw`(?:^|,)\s*${name}\s*(?:,|$|=|:\s*(?!int\b|float\b|bool\b|UUID\b))`).test(header) &&
    lastAssigned(name, before) === undefined
  );
}

/** Whether nothing in the file assigns the name: it is a parameter, or comes from elsewhere. */
function isUnknown(name: string, text: string): boolean {
  return (
    /^[a-z_]\w*$/.test(name) &&
    !/^(?:self|cls|str|f)$/.test(name) &&
    lastAssigned(name, text) === undefined &&
    !new RegExp(String.raw`\b(?:for|as|import)\b[^\n]{0,60}\b${name}\b`).test(text)
  );
}
