import type { TextRule } from '../../../rules/text-rule.ts';
import { bodyAt } from '../../shared/rules/file-rules.ts';

/** Files: rights, temporary names, uploads, archives. */
export const phpFileRules: readonly TextRule[] = [
  {
    id: 'access/unchecked-upload',
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
];
