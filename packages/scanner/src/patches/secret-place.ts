import { closingBracket } from './expression.ts';
import type { FixSite } from './fixer.ts';

/** A string literal with its quotes. Offsets refer to the file. */
export interface Literal {
  start: number;
  end: number;
}

/** The string literal at the finding's column, or the first one after it on the line. */
export function literalAround({ text, start, finding }: FixSite): Literal | undefined {
  const lineEnd = text.indexOf('\n', start);
  const line = text.slice(start, lineEnd < 0 ? text.length : lineEnd);
  const column = finding.column - 1;
  for (const match of line.matchAll(/(["'])(?:\\.|(?!\1)[^\\])*\1/g)) {
    const end = match.index + match[0].length;
    if (end <= column) continue;
    // A signing key comes after the payload, so it takes the first literal that is long enough.
    if (match[0].length < 4 || isName(line, match.index, end)) continue;
    return { start: start + match.index, end: start + end };
  }
  return namedInCall(text, start, line);
}

/** The secret in the options of a call that begins on the line. */
function namedInCall(text: string, start: number, line: string): Literal | undefined {
  const open = /\((?=\s*\{?\s*$)/.exec(line);
  const close = open ? closingBracket(text, start + open.index) : -1;
  if (!open || close < 0) return undefined;
  const from = start + open.index;
  const option =
    /\b(?:secret|secretOrKey|signingKey|cookieSecret)["']?\s*:\s*((["'])(?:\\.|(?!\2)[^\\\n])*\2)/.exec(
      text.slice(from, close),
    );
  if (!option) return undefined;
  const [whole, secret = ''] = option;
  const at = from + option.index + whole.length - secret.length;
  return { start: at, end: at + secret.length };
}

/** A key of an object or a subscript, or the name argument of a getter or setter. */
function isName(line: string, start: number, end: number): boolean {
  const before = line.slice(0, start);
  const after = line.slice(end);
  return (
    (/[\w$)\]]\s*\[\s*$/.test(before) && /^\s*\]/.test(after)) ||
    /^\s*(?::|=>)/.test(after) ||
    (/\b(?:get\w*|set\w*|env|fetch|put|config|define)\s*\(\s*$/i.test(before) && /^\s*,/.test(after))
  );
}

/** The text from the beginning of the statement or member up to a place. */
export function headOf(text: string, at: number): string {
  let depth = 0;
  let from = at;
  for (; from > Math.max(0, at - 3_000); from--) {
    const char = text.charAt(from - 1);
    if (char === ')' || char === ']') depth++;
    else if (char === '(' || char === '[') depth = Math.max(0, depth - 1);
    else if (depth === 0 && (char === ';' || char === '{' || char === '}')) break;
  }
  return text.slice(from, at);
}

/** Whether a value that is read at run time is not allowed there, or would mean something else. */
export function isFixedPlace({ text }: FixSite, language: string, { start, end }: Literal): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const after = text.slice(end, end + 40);
  // One of several adjacent literals that form one string.
  if (/^[^\S\n]*["']/.test(after) || /["'][^\S\n]*$/.test(line)) return true;
  // If the variable is not set, a missing value would be equal to a missing one.
  const isCompared = /[=!]==?\s*$/.test(line) || /^\s*[=!]==?/.test(after);
  if (isCompared && !/^(?:Python|Ruby|Java)$/.test(language)) return true;
  switch (language) {
    case 'Python':
      return /\bdef\s+\w+\s*\([^)]*$/.test(headOf(text, start)) || /[fF][bBrR]?$/.test(line);
    case 'Ruby':
      return text.charAt(start) === '"' && text.slice(start, end).includes('#{');
    case 'PHP':
      return isConstantInPhp(headOf(text, start), text.slice(start, end));
    case 'Java':
    case 'C#':
    case 'Go':
      return isConstant(text, language, { start, end }, line, after);
    default:
      return false;
  }
}

function isConstantInPhp(head: string, literal: string): boolean {
  return (
    /^\s*(?:#\[|(?:(?:public|protected|private|static|readonly|final|var|const|case)\s+)+[?\w|\\ ]*(?:\$\w+\s*)?=)/.test(
      head,
    ) ||
    /\bfunction\b[^{]*\([^)]*$/.test(head) ||
    (literal.startsWith('"') && literal.includes('$'))
  );
}

/** Whether the language requires a constant: in annotations, attributes, cases, defaults and constants. */
function isConstant(
  text: string,
  language: string,
  literal: Literal,
  before: string,
  after: string,
): boolean {
  if (text[literal.start] !== '"' || /^\s*[@[]|\b(?:const|case)\b|"\s*\+|\+\s*$|[$@]$/.test(before))
    return true;
  if (/@\w+\s*\([^()]*$/.test(headOf(text, literal.start)) || /^\s*(?:\+|\.)/.test(after)) return true;
  if (language === 'Go') return !/:=\s*$|\bvar\b[^=]*=\s*$|^\s*\w+:\s*$/.test(before);
  if (language === 'C#') return !/^\s*;/.test(after);
  const constant = /\bfinal\s+String\s+(\w+)\s*=\s*$/.exec(before)?.[1];
  if (constant === undefined) return !/^\s*[;,)]/.test(after);
  return (
    /\bpublic\b|\bprotected\b/.test(before) ||
    new RegExp(`@\\w+\\([^)]*\\b${constant}\\b|\\bcase\\s+${constant}\\b`).test(text)
  );
}

/** The name of the setting for a literal, from the code around it. For a password, the owner's name comes first. */
export function nameOf({ text, finding }: FixSite, { start }: Literal): string {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const named =
    /([A-Za-z_$][\w$]*)["'\]]*\s*(?::\s*[\w<>|[\] ]+)?(?:=>|:=|[:=])\s*[bBrRuU]?$/.exec(before)?.[1] ??
    /\.(?:put|set\w*|add)\s*\(\s*["'](\w+)["']\s*,\s*$/.exec(before)?.[1] ??
    /\b(\w+)\s*===?\s*$/.exec(before)?.[1] ??
    /\.((?:[a-z]\w*)?(?:[pP]assword|[sS]ecret|[tT]oken|[kK]ey))\s*\(\s*$/.exec(before)?.[1] ??
    (/\bcookieParser\s*\(\s*$/.test(before) ? 'cookieSecret' : undefined) ??
    (finding.ruleId === 'access/fixed-signing-key' ? 'TOKEN_SIGNING_KEY' : 'APP_SECRET');
  const name = spelled(named);
  if (name === 'SECRET' && /session\s*\(\s*\{[^{}]*$/i.test(text.slice(Math.max(0, start - 400), start)))
    return 'SESSION_SECRET';
  if (!/^PASS(?:WORD|WD)?$/.test(name)) return name;
  const near = text.slice(Math.max(0, start - 300), start);
  const owner = [
    ...near.matchAll(
      /\b(?:user_?name|login|user|withUser|name|id)["']?\s*(?:=>|===?|[:=(])\s*["']([A-Za-z][\w-]{1,20})["']/gi,
    ),
  ].at(-1);
  // Another record may begin in between.
  const [, person = ''] = owner ?? [];
  return owner && !/[{}]/.test(near.slice(owner.index)) ? `${spelled(person)}_${name}` : name;
}

function spelled(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .replace(/[^A-Za-z0-9_]/g, '')
    .toUpperCase();
}
