import type { TextRule } from '../../../rules/text-rule.ts';

/** Records that are read, checked and written without a lock, or filled with a whole request. */
export const phpRecordRules: readonly TextRule[] = [
  {
    id: 'access/variable-variables',
    languages: ['PHP'],
    pattern: /(?<![\w>$:])extract\s*\(\s*\$(\w+)\s*\)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-621', 'CWE-915', 'CWE-914'],
    source: 'code',
    description: 'Fields of the request overwrite variables that were set before, such as a role.',
    recommendation: 'Read the fields that are needed one by one.',
    refine: (match, view) => {
      const [, name = ''] = match;
      if (
        new RegExp(
          String.raw`\$${name}\s*=\s*(?:array_merge\([^;\n]*)?\$_(?:GET|POST|REQUEST|COOKIE)\b`,
        ).test(view.code)
      )
        return true;
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      return (
        around !== undefined &&
        new RegExp(
          String.raw`\b${around.name.replace(/^.*\W/, '')}\s*\([^;\n]{0,80}\$_(?:GET|POST|REQUEST|COOKIE)\s*[,)]`,
        ).test(view.code)
      );
    },
  },
];
