import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';

const checks =
  /\bAutoValidateAntiforgeryToken(?:Attribute)?\b|\bAddAntiforgery\b[^;]*;[\s\S]*\bUseAntiforgery\s*\(/;

/** C# controllers with pages that accept POST requests from any site. Reported once for each. */
export function forgedRequests(views: readonly SourceView[]): FindingDraft[] {
  const own = views.filter((view) => view.file.language === 'C#' && view.exposure === 'external');
  if (own.some((view) => view.has(checks, 'code'))) return [];
  return own.flatMap((view) => {
    // APIs have a token of their own; pages rely on the browser's cookie.
    if (!/\bclass\s+\w+[^{;]{0,200}:\s*(?:[\w.]+\.)?Controller\b/.test(view.code)) return [];
    if (/\[ApiController\b|\[(?:Auto)?ValidateAntiForgeryToken[^\]]*\][^{;]{0,300}\bclass\b/.test(view.code))
      return [];
    for (const match of view.code.matchAll(
      /\[\s*(?:HttpPost|AcceptVerbs\s*\([^)]{0,60}Post)[^\]]{0,120}\](?:\s*\[[^\]]{0,200}\]){0,6}\s*public\b/g,
    )) {
      const before = view.code.slice(Math.max(0, match.index - 200), match.index);
      const attributes = `${/(?:\[[^\]]{0,200}\]\s*){1,6}$/.exec(before)?.[0] ?? ''}${match[0]}`;
      if (/AntiForgery|FromBody/i.test(attributes)) continue;
      const line = view.lineAt(match.index + match[0].length);
      return [
        {
          ruleId: 'access/no-csrf-protection',
          impact: 'weakening',
          exposure: 'external',
          confidence: 0.55,
          cwe: ['CWE-352'],
          file: view.path,
          line,
          snippet: view.lineText(line),
          description:
            'Sessions use a cookie that browsers send automatically, and no attribute requires a token.',
          recommendation:
            'Put [AutoValidateAntiforgeryToken] on all controllers, or [ValidateAntiForgeryToken] on the action.',
          source: 'code',
          symbol: view.symbolAt(line),
        },
      ];
    }
    return [];
  });
}
