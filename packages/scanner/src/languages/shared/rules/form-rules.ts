import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const password = '(?:password|passwd|passwort|pwd)';

/** Whether the form at the match has a password field. */
function asksPassword(match: RegExpMatchArray, view: SourceView): boolean {
  const form = view.withoutComments.slice(match.index, (match.index ?? 0) + 3_000);
  const end = form.search(/<\/form\b/i);
  return /<input\b[^<>]{0,300}\btype\s*=\s*\\?["']?password/i.test(end < 0 ? form : form.slice(0, end));
}

/** Forms with password fields, in pages and in strings that code writes pages with. */
export const formRules: readonly TextRule[] = [
  {
    id: 'access/password-by-get',
    pattern: /<form\b[^<>]{0,300}\bmethod\s*=\s*\\?["']?get\b/gi,
    needs: /type\s*=\s*\\?["']?password/i,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-598'],
    source: 'code',
    description:
      'The password becomes part of the address: it ends up in histories, in logs of servers and proxies, and in what other sites receive.',
    recommendation: 'Send the form with POST.',
    refine: asksPassword,
  },
  {
    id: 'transport/plain-sign-in',
    pattern:
      /<form\b[^<>]{0,300}\baction\s*=\s*\\?["']?http:\/\/(?!localhost|127\.0\.0\.1|\[::1\]|[^/"'\s]{0,80}\.(?:test|local|localhost)\b)/gi,
    needs: /type\s*=\s*\\?["']?password/i,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-523', 'CWE-319'],
    source: 'code',
    description: 'Anybody on the network path can read the password.',
    recommendation: 'Send the form to an https address, or to a path of the same site.',
    refine: asksPassword,
  },
  {
    id: 'access/secret-in-comment',
    pattern: new RegExp(
      String.raw`<!--[^<>]{0,200}\b(?:\w+[ _-])?${password}\s{0,3}(?:=|:|is\b)\s{0,3}(?!["']?\s*(?:--|\$|<|\{|required|reset|field|change))["']?[^\s"'<>-][^<>\n]{0,80}-->`,
      'gi',
    ),
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-615', 'CWE-200'],
    source: 'code',
    description: 'Comments of a page are sent to everybody who requests it.',
    recommendation: 'Remove it, and change the password.',
  },
  {
    id: 'access/shown-password',
    pattern: new RegExp(
      String.raw`<input\b(?=[^<>]{0,300}\bname\s*=\s*\\?["']?${password}\b)(?=[^<>]{0,300}\btype\s*=\s*\\?["']?text\b)`,
      'gi',
    ),
    impact: 'hygiene',
    confidence: 0.75,
    cwe: ['CWE-549'],
    source: 'code',
    description: 'Anybody who sees the screen can read it, and browsers save it among their suggestions.',
    recommendation: 'Use a field of type password.',
  },
];
