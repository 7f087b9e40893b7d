import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';

const guard = String.raw`\w{0,40}(?:auth|logged_?in|login_?required|guard|permission|is_?admin|require_?(?:role|user|login|admin)|csrf|protect_from_forgery|deny_?all|check_?access|authori[sz]e|helmet)\w{0,40}`;

interface GuardForm {
  languages: RegExp;
  /** Matches a comment that would be a check if it were code. */
  pattern: RegExp;
}

/** Statements only: prose mentions a check, but does not call it as code does. */
const forms: readonly GuardForm[] = [
  {
    languages: /^(?:JavaScript|TypeScript|TSX|JSX)$/,
    pattern: new RegExp(
      String.raw`^\s*(?:\/\/|\*(?!\/)|\/\*)?\s*\w+\.(?:get|post|put|patch|delete|all|use)\s*\((?:\s*["'\x60][^"'\x60\n]*["'\x60]\s*,)?[^;\n]*\b${guard}\b[^;\n]*\)\s*;?\s*(?:\/\/.*|\*\/\s*)?$`,
      'i',
    ),
  },
  {
    languages: /^Python$/,
    // A decorator, an entry in a list of middleware, or a dependency of a FastAPI handler.
    pattern: new RegExp(
      String.raw`^\s*#\s*(?:@${guard}(?:\(.*\))?|["']?[\w.]*(?:csrf|auth)\w*middleware\w*["']?\s*,|\w+\s*(?::[^=\n]{1,80})?=\s*\[?\s*(?:Depends|Security)\s*\(\s*[\w.]*${guard}.*\)\]?\s*,?)\s*$`,
      'i',
    ),
  },
  {
    languages: /^(?:Java|Kotlin)$/,
    pattern:
      /^\s*(?:\/\/|\/\*)\s*(?:@(?:PreAuthorize|Secured|RolesAllowed|DenyAll)\b.*|\.\w*(?:authenticated|hasRole|hasAuthority|denyAll)\s*\(.*)$/,
  },
  { languages: /^C#$/, pattern: /^\s*(?:\/\/|\/\*)\s*\[(?:Authorize|ValidateAntiForgeryToken)\b.*\]\s*$/ },
  {
    languages: /^Ruby$/,
    pattern:
      /^\s*#\s*(?:before_action|before_filter|protect_from_forgery|authorize!?|authenticate_\w+!?)\b(?:\s+[:\w(,].*)?$/,
  },
  {
    languages: /^PHP$/,
    pattern:
      /^\s*(?:\/\/|#|\/\*)\s*(?:\$this->(?:middleware|authorize)\(.*|if\s*\(!?\s*(?:Auth::check|is_?logged_?in|isAdmin|checkToken|check_token)\w*\(.*)/i,
  },
  {
    languages: /^Go$/,
    pattern: new RegExp(
      String.raw`^\s*\/\/\s*\w+\.(?:Use|Handle|HandleFunc|GET|POST|PUT|DELETE)\(.*${guard}.*\)\s*$`,
      'i',
    ),
  },
];

const MAX_PER_FILE = 20;

/** Checks that were commented out. */
export function commentedGuards(view: SourceView): FindingDraft[] {
  if (view.exposure !== 'external') return [];
  const own = forms.filter(
    (form) => form.languages.test(view.file.language ?? '') && view.sketch.mayMatch(form.pattern),
  );
  if (own.length === 0) return [];
  if (!/auth|login|guard|permission|admin|csrf|deny|protect_|Secured|RolesAllowed|helmet/i.test(view.text))
    return [];
  const lines = view.text.split('\n');
  const drafts: FindingDraft[] = [];
  let offset = 0;
  for (const [at, line] of lines.entries()) {
    const start = offset;
    offset += line.length + 1;
    if (line.length > 300 || drafts.length >= MAX_PER_FILE) continue;
    if (!own.some((form) => form.pattern.test(line))) continue;
    // The line is a comment if only its layout remains without comments.
    if (view.withoutComments.slice(start, start + line.length).trim() !== '') continue;
    // An example in a doc comment is not a check that was commented out.
    if (isInDescription(lines, at)) continue;
    const draft = draftAt(view, at + 1, line);
    const before = drafts.at(-1);
    // Adjacent lines are one check that was commented out.
    if (before && before.cwe[0] === draft.cwe[0] && draft.line - (before.endLine ?? before.line) <= 10)
      before.endLine = draft.line;
    else drafts.push(draft);
  }
  return drafts;
}

function isInDescription(lines: readonly string[], at: number): boolean {
  for (let above = at; above >= Math.max(0, at - 60); above--) {
    const text = lines[above] ?? '';
    if (/\/\*\*/.test(text) || /^\s*(?:\*|\/\/+)\s*(?:@example|Example|Usage)|```/i.test(text)) return true;
    if (above < at && /\*\//.test(text)) return false;
    if (/\/\*/.test(text) && above !== at) return false;
  }
  return false;
}

function draftAt(view: SourceView, line: number, text: string): FindingDraft {
  return {
    ruleId: 'access/commented-guard',
    impact: 'disclosure',
    exposure: view.exposure,
    severity: /helmet/i.test(text) ? 'low' : 'medium',
    confidence: 0.6,
    cwe: /csrf|forgery/i.test(text)
      ? ['CWE-352']
      : /helmet/i.test(text)
        ? ['CWE-693', 'CWE-1021']
        : ['CWE-862', 'CWE-285', 'CWE-306'],
    file: view.path,
    line,
    snippet: text,
    description: 'What it protected, or was meant to protect, is open to everybody.',
    recommendation: 'Uncomment the check, or remove the line if there is another check.',
    source: 'code',
    symbol: view.symbolAt(line),
    sinkTokens: text
      .replace(/^\s*(?:\/\/|#|\/?\*)\s*/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  };
}
