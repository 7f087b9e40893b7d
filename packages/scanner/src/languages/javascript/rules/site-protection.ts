import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';

const forgeryProtection =
  /\b\w*(?:csurf|csrf|xsrf|lusca)\w*\s*[(.]|["'](?:csurf|lusca|[\w@/-]*csrf[\w/-]*)["']\s*\)|from\s+["'][\w@/-]*csrf|["']x?-?[cx]srf-token["']|sameSite\s*:\s*['"]?(?:strict|lax|true)/i;
const sessionLibrary = /\b(?:express-session|cookie-session|client-sessions)\b/;
const sessionUse = /\b(?:app|router|server)\.use\s*\(\s*(?:\w*[sS]ession\w*)\s*\(/g;
const postRoute = /\.post\s*\(/;

/** Cookie sessions and forms without protection against CSRF. Reported once, where the session is set up. */
export function missingCsrf(views: readonly SourceView[]): FindingDraft[] {
  const own = views.filter(
    (view) =>
      view.exposure === 'external' && (jsLanguages as readonly string[]).includes(view.file.language ?? ''),
  );
  if (own.some((view) => view.has(forgeryProtection, 'withoutComments'))) return [];
  for (const view of own) {
    const [use] = view.matchesOf(sessionUse, 'code');
    if (!use || !view.has(sessionLibrary, 'withoutComments')) continue;
    if (!own.some((one) => one.has(postRoute, 'code'))) continue;
    const line = view.lineAt(use.index);
    return [
      {
        ruleId: 'access/no-csrf-protection',
        impact: 'weakening',
        exposure: 'external',
        confidence: 0.6,
        cwe: ['CWE-352'],
        file: view.path,
        line,
        snippet: view.lineText(line),
        description:
          'Sessions use a cookie that browsers send automatically, and no route checks where a request comes from.',
        recommendation: 'Set sameSite on the session cookie and check a token on requests that change data.',
        source: 'code',
        symbol: view.symbolAt(line),
      },
    ];
  }
  return [];
}

const protectiveHeaders = /helmet|lusca|Content-Security-Policy|X-Frame-Options/i;
const expressApplication = /=\s*express\s*\(\s*\)/g;
const servesPages = /\.render\s*\(|view engine|sendFile|express\.static/;

/** An Express site without security headers in its responses. Reported once. */
export function missingHeaders(views: readonly SourceView[]): FindingDraft[] {
  const own = views.filter(
    (view) =>
      view.exposure === 'external' && (jsLanguages as readonly string[]).includes(view.file.language ?? ''),
  );
  if (own.some((view) => view.has(protectiveHeaders, 'withoutComments'))) return [];
  for (const view of own) {
    const [match] = view.matchesOf(expressApplication, 'code');
    // An API has no pages to protect.
    if (!match || !own.some((one) => one.has(servesPages, 'withoutComments'))) continue;
    const line = view.lineAt(match.index);
    return [
      {
        ruleId: 'access/no-security-headers',
        impact: 'hygiene',
        exposure: 'external',
        confidence: 0.7,
        cwe: ['CWE-693', 'CWE-1021'],
        file: view.path,
        line,
        snippet: view.lineText(line),
        description:
          'Other sites can frame the pages, browsers guess the type of files, and injected scripts run without limits.',
        recommendation:
          'Use helmet, or set Content-Security-Policy, X-Frame-Options and X-Content-Type-Options.',
        source: 'code',
        symbol: view.symbolAt(line),
      },
    ];
  }
  return [];
}
