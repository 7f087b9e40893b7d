import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = [...jsLanguages];
const modeText = {
  impact: 'weakening',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-732', 'CWE-276'],
  description: 'Any account on the machine can change the file.',
  recommendation: 'Give permissions to the owner only (0600 for files, 0700 for folders).',
} as const;

/** Files: permissions, temporary names, uploads, archives. */
export const fileRules: readonly TextRule[] = [
  {
    ...modeText,
    id: 'access/open-permissions',
    languages: ['Python', 'Go', ...js, 'Ruby', 'PHP', 'C', 'C++', 'Java'],
    pattern:
      /\bchmod(?:Sync)?\s*\(\s*[^,()]{1,300},\s*(?:0o?)?(?:777|776|766|666|667|757|o?0777)\b|\b(?:MkdirAll|Mkdir|WriteFile|OpenFile)\s*\([^()\n]{0,300}0o?777\b|\b(?:File|FileUtils)\.chmod(?:_R)?\s*\(?\s*0?o?(?:777|776|766|666|667|757)\b|\bumask\s*\(\s*0+\s*\)|\bS_IRWXO\b|\bS_IWOTH\b|set(?:Writable|Readable|Executable)\s*\(\s*true\s*,\s*false|["']rwxrwxrwx["']/gi,
    // The permissions that the umask removes are not granted.
    refine: (match, view) =>
      !/^[^\n]{0,12}&\s*~\s*\w*umask/i.test(view.code.slice((match.index ?? 0) + match[0].length)),
  },
  {
    id: 'access/unsafe-temporary-file',
    languages: ['Python', 'C', 'C++', 'Perl'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-377', 'CWE-379'],
    over: 'code',
    pattern:
      /\btempfile\.mktemp\s*\(|\bos\.(?:tempnam|tmpnam)\s*\(|(?<![\w.])(?:mktemp|tmpnam|tempnam)\s*\(/g,
    description: 'Between choosing the name and opening the file somebody else can create a link there.',
    recommendation: 'Use mkstemp or NamedTemporaryFile, which also open the file.',
  },
  {
    id: 'access/archive-extraction',
    languages: ['Go', 'C#', 'Kotlin', 'Ruby', 'Rust'],
    pattern:
      /\b(?:filepath|path)\.Join\s*\([^()\n]{1,120},\s*\w+\.Name\s*\)|\bPath\.Combine\s*\([^()\n]{1,120},\s*\w+\.(?:FullName|Key)\s*\)|\bFile\s*\(\s*\w+,\s*(?:entry|ze|zipEntry|it)\.name\s*\)|\bFile\.join\s*\([^()\n]{1,120},\s*\w+\.(?:name|full_name)\s*\)/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    source: 'code',
    cwe: ['CWE-22'],
    description: 'Entries with `..` or links in an archive are written outside the target folder.',
    recommendation: 'Check each entry against the target folder before you write it.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      if (!around) return false;
      const body = view.linesOf(around, 'withoutComments');
      return (
        /\bzip\.(?:OpenReader|NewReader|Reader)|\btar\.(?:NewReader|Reader)|\bZipArchive(?:Entry)?\b|\bZipFile\b|\bZipInputStream\b|\bTarReader\b|\bZip::|TarReader/.test(
          body,
        ) &&
        !/HasPrefix|IsLocal|"\.\."|'\.\.'|\bRel\(|securejoin|StartsWith|startsWith|start_with\?|starts_with|canonicalPath|expand_path/i.test(
          body,
        )
      );
    },
  },
];

export function bodyAt(view: Parameters<NonNullable<TextRule['refine']>>[1], offset: number): string {
  const around = view.functionAt(view.lineAt(offset));
  return around ? view.linesOf(around, 'text') : view.text.slice(Math.max(0, offset - 1_500), offset + 500);
}
