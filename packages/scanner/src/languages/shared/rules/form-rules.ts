import type { TextRule } from '../../../rules/text-rule.ts';

const password = '(?:password|passwd|passwort|pwd)';

/** Forms that ask for passwords, in pages and in the strings that code writes pages with. */
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
      'The password stands in the address: in histories, logs of servers and proxies, and what other sites are told.',
    recommendation: 'Send the form by POST.',
    refine: (match, view) => {
      const form = view.withoutComments.slice(match.index, (match.index ?? 0) + 3_000);
      const end = form.search(/<\/form\b/i);
      return /<input\b[^<>]{0,300}\btype\s*=\s*\\?["']?password/i.test(end < 0 ? form : form.slice(0, end));
    },
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
    description:
      'Whoever looks over the shoulder or at a shared screen reads it, and browsers keep it among their suggestions.',
    recommendation: 'Use a field of the type password.',
  },
];
