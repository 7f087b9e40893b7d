import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = [...jsLanguages];
const modeText = {
  impact: 'weakening',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-732', 'CWE-276'],
  title: 'File that everybody may write',
  description: 'Any account on the machine can change the file.',
  recommendation: 'Give rights to the owner alone (0600 for files, 0700 for folders).',
} as const;

/** Files: rights, temporary names, uploads, archives. */
export const fileRules: readonly TextRule[] = [
  {
    ...modeText,
    id: 'access/open-permissions',
    languages: ['Python', 'Go', ...js, 'Ruby', 'PHP', 'C', 'C++', 'Java'],
    pattern:
      /\bchmod(?:Sync)?\s*\(\s*[^,()]{1,300},\s*(?:0o?)?(?:777|776|766|666|667|757|o?0777)\b|\b(?:MkdirAll|Mkdir|WriteFile|OpenFile)\s*\([^()\n]{0,300}0o?777\b|\b(?:File|FileUtils)\.chmod(?:_R)?\s*\(?\s*0?o?(?:777|776|766|666|667|757)\b|\bumask\s*\(\s*0+\s*\)|\bS_IRWXO\b|\bS_IWOTH\b|set(?:Writable|Readable|Executable)\s*\(\s*true\s*,\s*false|["']rwxrwxrwx["']/gi,
    // What the system's mask takes away is not given.
    refine: (match, view) =>
      !/^[^\n]{0,12}&\s*~\s*\w*umask/i.test(view.code.slice((match.index ?? 0) + match[0].length)),
  },
  {
    id: 'access/unsafe-temporary-file',
    title: 'Temporary file with a name that others can take',
    languages: ['Python', 'C', 'C++', 'Perl'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-377', 'CWE-379'],
    over: 'code',
    pattern:
      /\btempfile\.mktemp\s*\(|\bos\.(?:tempnam|tmpnam)\s*\(|(?<![\w.])(?:mktemp|tmpnam|tempnam)\s*\(/g,
    description:
      'Between the choice of the name and the opening of the file somebody else can put a link there.',
    recommendation: 'Use mkstemp or NamedTemporaryFile, which open the file at once.',
  },
  {
    id: 'access/unchecked-upload',
    title: 'Uploaded file kept under its own name',
    languages: ['Python'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-434', 'CWE-22'],
    pattern:
      /\.save\s*\(\s*(?:os\.path\.join\s*\([^)]{0,300}\.filename|[^)\n]{0,300}\+\s*\w+\.filename|\w+\.filename)/g,
    refine: (match, view) =>
      !/secure_filename\s*\(|allowed_file|ALLOWED_EXTENSIONS|splitext/.test(bodyAt(view, match.index ?? 0)),
    description: 'The name decides where the file goes and what the server makes of it.',
    recommendation: 'Choose a name of your own, and check kind and size.',
  },
  {
    id: 'access/unchecked-upload',
    title: 'Uploaded file kept under its own name',
    languages: ['PHP'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.65,
    cwe: ['CWE-434'],
    pattern: /\bmove_uploaded_file\s*\(/g,
    refine: (match, view) =>
      !/pathinfo|in_array|finfo|getimagesize|exif_imagetype|mime_content_type|preg_match/.test(
        bodyAt(view, match.index ?? 0),
      ) &&
      // What a library is told to move, it moves under the name that it was told.
      !/^\s*\(\s*\$this->/.test(view.code.slice((match.index ?? 0) + 'move_uploaded_file'.length)),
    description: "A file with a script's ending is run by the server when it is asked for.",
    recommendation:
      'Choose a name of your own with an ending from a fixed list, and keep uploads outside the served folder.',
  },
  {
    id: 'access/archive-extraction',
    title: 'Archive unpacked without a look at its paths',
    languages: ['Python'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-22'],
    over: 'code',
    pattern: /\b(\w+)\.extractall\s*\(([^)]{0,300})\)|\bshutil\.unpack_archive\s*\(/g,
    refine: (match, view) =>
      !/filter\s*=|members\s*=/.test(match[2] ?? '') && /tarfile|unpack_archive/.test(view.text),
    description: 'Members with `..` or links in a tar file are written outside the target folder.',
    recommendation: "Pass filter='data'.",
  },
  {
    id: 'access/archive-extraction',
    title: 'Archive unpacked without a look at its paths',
    languages: ['Go', 'C#', 'Kotlin', 'Ruby', 'Rust'],
    pattern:
      /\b(?:filepath|path)\.Join\s*\([^()\n]{1,120},\s*\w+\.Name\s*\)|\bPath\.Combine\s*\([^()\n]{1,120},\s*\w+\.(?:FullName|Key)\s*\)|\bFile\s*\(\s*\w+,\s*(?:entry|ze|zipEntry|it)\.name\s*\)|\bFile\.join\s*\([^()\n]{1,120},\s*\w+\.(?:name|full_name)\s*\)/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    source: 'code',
    cwe: ['CWE-22'],
    description: 'Members with `..` or links in an archive are written outside the target folder.',
    recommendation: 'Check each member against the target folder before it is written.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      if (!around) return false;
      const body = view.withoutComments.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1));
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

function bodyAt(view: Parameters<NonNullable<TextRule['refine']>>[1], offset: number): string {
  const around = view.functionAt(view.lineAt(offset));
  return around
    ? view.text.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1))
    : view.text.slice(Math.max(0, offset - 1_500), offset + 500);
}
