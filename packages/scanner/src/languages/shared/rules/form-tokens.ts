import { isProductCode, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const MAX_FORM = 6000;

/** Forms of frameworks that refuse what is sent without a token: one without it is for a route that lets everything in. */
export const formTokens: readonly TextRule[] = [
  {
    id: 'access/form-without-token',
    pattern: /<form\b[^<>]{0,400}\bmethod\s*=\s*["']?\s*post\b[^<>]{0,400}>/gi,
    needs: /\{%|@(?:extends|section|csrf|if|foreach|include)\b|\{\{/,
    over: 'withoutComments',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-352'],
    source: 'code',
    description: 'Other sites can send this form in the name of whoever is signed in.',
    recommendation:
      'Put the token of the framework into the form ({% csrf_token %}, @csrf), and leave the check of the route on.',
    refine: (match, view) => {
      const [tag] = match;
      // To another site it would give the token away; without an address of its own a script sends it.
      if (/\baction\s*=\s*["']?\s*https?:/i.test(tag) || !isProductCode({ ...view.file, kind: 'code' })) return false;
      const start = (match.index ?? 0) + tag.length;
      const rest = view.text.slice(start, start + MAX_FORM);
      const end = rest.search(/<\/form\s*>/i);
      const form = `${tag}${end < 0 ? rest : rest.slice(0, end)}`;
      if (/csrf|token|hidden_tag|xsrf|nonce/i.test(form)) return false;
      return isBlade(view) || isDjango(view);
    },
  },
];

function isBlade({ path }: SourceView): boolean {
  return path.endsWith('.blade.php');
}

/** Jinja has the same signs, but no token of its own; these are Django's alone. */
function isDjango({ text }: SourceView): boolean {
  return /\{%\s*(?:load\s+\w|url\s+["'][\w:-]+["']|static\s+["']|csrf_token|comment\s*%|blocktrans|trans\s)/.test(text);
}
