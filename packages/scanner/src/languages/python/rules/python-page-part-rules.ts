import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { foreignHost, harmless, marked, plain, secretPattern } from '../../shared/rules/page-part-rules.ts';

/** Parts of pages that code concatenates and marks as safe. */
export const pythonPagePartRules: readonly TextRule[] = [
  {
    ...marked,
    languages: ['Python'],
    pattern: /\b(?:mark_safe|Markup|SafeString|SafeText)\s*\(\s*(?=[^)\s])/g,
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0).trim();
      // Code that renders forms and widgets is in libraries. Here, the field of a record is inserted into a text.
      return (
        /^[rfRF]{0,2}["'(]/.test(call) &&
        /<\w/.test(call) &&
        !harmless.test(call) &&
        (/^[rR]?[fF]["'][\s\S]*\{[\w.]*\.\w+\}/.test(call) ||
          /["']\s*%\s*\(?\s*\w+\.\w+/.test(call) ||
          /["']\s*\+\s*(?:str\()?\w+\.\w+/.test(call) ||
          /\.format\s*\([^)]*\b\w+\.\w+/.test(call) ||
          /\brequest\b/.test(call))
      );
    },
  },
  {
    id: 'access/foreign-record',
    languages: ['Python'],
    pattern:
      /^class\s+\w+\s*\(\s*[\w., ]*(?:ModelViewSet|RetrieveUpdateDestroyAPIView|RetrieveUpdateAPIView|RetrieveDestroyAPIView|UpdateAPIView|DestroyAPIView)\s*\)\s*:/gm,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-639', 'CWE-862'],
    description:
      'The view selects the record by its id from all records, and checks only that somebody is signed in.',
    recommendation: 'Filter by the user in get_queryset, or add a permission that checks the object.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const rest = view.code.slice(at + match[0].length, at + 4_000);
      const body = rest.split(/^\S/m)[0] ?? '';
      if (!/permission_classes\s*=\s*[[(]\s*(?:permissions\.)?IsAuthenticated\s*,?\s*[\])]/.test(body))
        return false;
      const all =
        /^[ \t]*queryset\s*=\s*\w+\.objects\.(?:all\(\)|select_related|prefetch_related|order_by)/m.exec(
          body,
        );
      if (
        !all ||
        /def\s+(?:get_queryset|get_object|check_object_permissions|filter_queryset|get_permissions)\b|filter_backends/.test(
          body,
        )
      )
        return false;
      const line = view.lineAt(at + match[0].length + all.index + all[0].search(/\S/));
      return { line, severity: 'medium', snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/mass-assignment',
    languages: ['Python'],
    pattern: /\bclass\s+Meta\b[^\n]*:\s*\n(?:[ \t]+[^\n]*\n){0,6}?[ \t]+fields\s*=\s*["']__all__["']/g,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-915'],
    description: 'Fields that are added to the record later, such as a role or an owner, can be set as well.',
    recommendation: 'List the fields.',
    refine: (match, view) => {
      if (/read_only_fields|read_only/.test(match[0])) return false;
      const before = view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 600), match.index);
      const owner = [...before.matchAll(/^class\s+\w+\s*\(([^)]*)\)/gm)].at(-1)?.[1] ?? '';
      if (!/Serializer|ModelForm/.test(owner)) return false;
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];

/** Secrets sent without encryption. */
export const pythonPlainTransportRules: readonly TextRule[] = [
  {
    ...plain,
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`\b(?:requests|httpx|session|client)\.(?:post|get|put|request)\s*\(\s*f?["']${foreignHost}`,
      'g',
    ),
    refine: (match, view) => secretPattern.test(callText(view, match.index ?? 0)),
  },
];
