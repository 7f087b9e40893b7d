import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { type PatternLiteral, patternLiterals } from '../../../rules/pattern-literals.ts';
import type { SourceView } from '../../../rules/source-view.ts';

interface PatternCheck {
  id: string;
  cwe: readonly string[];
  confidence: number;
  description: string;
  recommendation: string;
  /** False for patterns that only search for something: they do not accept or refuse a text. */
  decides: boolean;
  isWeak: (pattern: PatternLiteral, language: string) => boolean;
}

const topDomain = String.raw`\\?\.(?:com|org|net|edu|gov|uk|io|dev|app|de|internal)(?![\w-])`;
const label = String.raw`(?:[-\w]+|\((?:\?:)?[-\w|]+\))`;

/** A dot that matches any character, after a label or a group of labels and before the rest of a host name. */
const openDot = new RegExp(
  String.raw`(?:[\w\]}+*-]|(?<!\()\)\??)\.(?![*+?{])${label}(?:\\?\.${label})*${topDomain}|\.[*+]\.${label}(?:\\?\.${label})*${topDomain}`,
);
const bareHost = new RegExp(
  String.raw`^(?:\(\?:|\()?(?:https?\??:(?:\\?\/){2}|https?:\/\/|www\\\.)(?:${label}(?:\\\.|\.))*${label}?(?:\\\.|\.)?(?:com|org|net|edu|gov|io)(?![\w-])`,
);

/** Mistakes in regular expressions that accept or refuse texts. */
const checks: readonly PatternCheck[] = [
  {
    id: 'access/unescaped-dot',
    cwe: ['CWE-625', 'CWE-20', 'CWE-185'],
    confidence: 0.6,
    decides: true,
    description:
      'The dot matches any character: wwwXexample.com, which anybody may register, matches as well.',
    recommendation: 'Write \\. for a dot.',
    isWeak: ({ source }) => openDot.test(source.replaceAll('\\/', '/')),
  },
  {
    id: 'access/unanchored-pattern',
    cwe: ['CWE-625', 'CWE-20', 'CWE-777'],
    confidence: 0.5,
    decides: true,
    description:
      'The pattern matches anywhere in a text, so an address of somebody else with this name in its path or query passes.',
    recommendation:
      'Begin with ^ and match to the end of the host, or parse the address and compare its host.',
    isWeak: ({ source }) => bareHost.test(source) && !/[$^]|\\[AzZb]|\(\?<?[=!]/.test(source),
  },
  {
    id: 'access/unanchored-pattern',
    cwe: ['CWE-625', 'CWE-20', 'CWE-777'],
    confidence: 0.5,
    decides: true,
    description: 'The anchor applies to one alternative only; the others match anywhere in the text.',
    recommendation: 'Put the alternatives in parentheses: ^(?:a|b)$.',
    isWeak: ({ source }) => isHalfAnchored(source),
  },
  {
    id: 'access/wide-range',
    cwe: ['CWE-625', 'CWE-20', 'CWE-185'],
    confidence: 0.55,
    decides: false,
    description:
      'The range contains more than intended: [A-z] the characters [ \\ ] ^ _ `, [+-<] all digits and more, [.-_] most characters.',
    recommendation: 'Write each range of letters and digits separately, and put the hyphen last.',
    isWeak: ({ source }) => hasWideRange(source),
  },
  {
    id: 'access/pattern-escape',
    cwe: ['CWE-625', 'CWE-185', 'CWE-20'],
    confidence: 0.6,
    decides: false,
    description:
      'In a quoted string \\b is a backspace and \\a a bell: the pattern looks for that character, and does not match what was meant.',
    recommendation: 'Write the pattern as a raw string, or double the backslash.',
    isWeak: ({ hasControlSign }) => hasControlSign === true,
  },
  {
    id: 'access/tag-filter',
    cwe: ['CWE-116', 'CWE-79', 'CWE-185', 'CWE-184'],
    confidence: 0.5,
    decides: false,
    description:
      'Browsers accept more as a script than the pattern matches: other case, line breaks, `</script foo>` and other ends.',
    recommendation: 'Escape the text, or use a sanitizer that parses.',
    isWeak: isLooseScript,
  },
];

const rewriting =
  /\b(?:replace(?:All|First)?|g?sub!?|split|scan|preg_replace(?:_callback)?|preg_split|re\.(?:subn?|split|findall|finditer)|index|slice|partition|matchAll|match_all)\s*\(?\s*$/;

export function patternChecks(view: SourceView): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const told = new Set<string>();
  for (const pattern of patternLiterals(view)) {
    const before = view.withoutComments.slice(Math.max(0, pattern.offset - 40), pattern.offset);
    const call = /\b(?:preg_\w+|re\.\w+)\b/.exec(
      view.withoutComments.slice(pattern.offset, pattern.offset + 24),
    );
    const rewrites = rewriting.test(call === null ? before : `${call[0]}(`);
    for (const check of checks) {
      const line = view.lineAt(pattern.offset);
      if ((check.decides && rewrites) || told.has(`${check.id} ${line}`)) continue;
      if (!check.isWeak(pattern, view.file.language ?? '')) continue;
      told.add(`${check.id} ${line}`);
      drafts.push({
        ruleId: check.id,
        impact: 'hygiene',
        exposure: view.exposure,
        confidence: check.confidence,
        cwe: [...check.cwe],
        file: view.path,
        line,
        column: view.columnAt(pattern.offset),
        snippet: view.lineText(line),
        description: check.description,
        recommendation: check.recommendation,
        source: 'code',
        symbol: view.symbolAt(line),
      });
    }
  }
  return drafts;
}

/** `^a|b`, `a|b$`, `^a|b|c$`: plain words, some of which are not anchored. `^\s+|\s+$` is intended. */
function isHalfAnchored(source: string): boolean {
  if (!/^\^|\$$/.test(source) || source.length > 300) return false;
  const branches = source.split('|');
  if (branches.length < 2 || !branches.every((one) => /^\^?\(?(?:[\w/:@-]|\\+[./-]|\.)+\)?\$?$/.test(one)))
    return false;
  if (!branches.every((one) => /[a-z]/i.test(one.replace(/\\./g, '')))) return false;
  const starts = branches.map((one) => one.startsWith('^'));
  const ends = branches.map((one) => one.endsWith('$'));
  const isOnly = (flags: readonly boolean[], at: number): boolean =>
    flags[at] === true && flags.filter(Boolean).length === 1;
  const last = branches.length - 1;
  if (isOnly(starts, 0) && !ends.includes(true)) return true;
  if (isOnly(ends, last) && !starts.includes(true)) return true;
  return branches.length > 2 && isOnly(starts, 0) && isOnly(ends, last);
}

/** Whether a range has ends of two kinds, or two symbols with letters or digits between them. */
function hasWideRange(source: string): boolean {
  for (const [, members = ''] of source.matchAll(/\[\^?((?:\\.|[^\]\\])+)\]/g))
    for (const [, from = '', to = ''] of members.matchAll(/(\\.|[^\\])-(\\.|[^\\])/g)) {
      const low = unitOf(from);
      const high = unitOf(to);
      if (low !== null && high !== null && isWide(low, high)) return true;
    }
  return false;
}

/** The code unit of a character. Null if it is a class or is not printable. */
function unitOf(sign: string): number | null {
  if (sign.length === 2 && /[\w\s]/.test(sign.charAt(1))) return null;
  const unit = sign.charCodeAt(sign.length - 1);
  return unit >= 32 && unit < 127 ? unit : null;
}

function isWide(low: number, high: number): boolean {
  const [from, to] = [kindOf(low), kindOf(high)];
  if (low >= high) return false;
  if (from !== 'sign' && to !== 'sign') return from !== to;
  // Ranges of all printable characters, or of all from here on, are intended.
  if (high >= 123 || low <= 35 || from !== to) return false;
  return low < 48 ? high > 48 : low < 65 ? high > 65 : low < 97 && high > 97;
}

function kindOf(unit: number): 'digit' | 'upper' | 'lower' | 'sign' {
  if (unit >= 48 && unit <= 57) return 'digit';
  if (unit >= 65 && unit <= 90) return 'upper';
  return unit >= 97 && unit <= 122 ? 'lower' : 'sign';
}

/** A pattern for a whole script element that does not match every spelling. */
function isLooseScript({ source, flags }: PatternLiteral, language: string): boolean {
  if (!/<(?:\(\?:|\()?script/i.test(source)) return false;
  const end = /<(?:\\?\/|\[\/\\?\]|\\x2f)(?:\(\?:|\()?script\b[^>]*>?/i.exec(source)?.[0];
  if (end === undefined) return false;
  const seesLines = flags.includes('s') || (language === 'Ruby' && flags.includes('m'));
  const ignoresCase = flags.includes('i') || /\[sS\]/.test(source) || /^\(\?[a-z]*i/.test(source);
  return (
    !ignoresCase ||
    (!seesLines && /\.[*+]/.test(source)) ||
    !/script(?:\)|\|SCRIPT\))?(?:\\b)?(?:\[\^|\.\*|\[\\s\\S\]|\[\\w\\W\])/i.test(end)
  );
}
