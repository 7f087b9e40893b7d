import type { TextRule } from '../../../rules/text-rule.ts';
import { bodyAt } from '../../shared/rules/file-rules.ts';

/** Files: permissions, temporary names, uploads, archives. */
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
      !asksForEnding(bodyAt(view, match.index ?? 0)) &&
      // A library moves a file under the name that it is given.
      !/^\s*\(\s*\$this->/.test(view.code.slice((match.index ?? 0) + 'move_uploaded_file'.length)),
    description: 'The server runs a file with the extension of a script when it is requested.',
    recommendation:
      'Choose the name yourself with an extension from a fixed list, and keep uploads outside the served folder.',
  },
];

const refusal = String.raw`\{?[^{}]{0,200}?\b(?:die|exit|return|throw|continue|\w*[eE]rr(?:or|s)?\w*)\b`;
/** A deny list of file extensions: those that are not on it pass. */
const denied = new RegExp(
  String.raw`\bif\s*\(\s*(?:in_array|array_search|preg_match)\s*\([^;{]{0,200}\)\s*\)\s*${refusal}`,
);
/** `preg_match('/\.(jpg|png)/', $name)`: the extension may be anywhere in the name. */
const anywhere = /\bpreg_match\s*\(\s*(["'])[/#~]\\?\.?\((?:\?:)?[\w|]{2,80}\)(?![^"']{0,20}\$)[^"']{0,10}\1/;

/** Whether the function only accepts certain file extensions or content types. */
function asksForEnding(body: string): boolean {
  if (/finfo|getimagesize|exif_imagetype|mime_content_type/.test(body)) return true;
  const asked = body.replace(anywhere, '');
  if (!/in_array|preg_match|array_search|===?|switch|match\s*\(/.test(asked)) return false;
  if (!/pathinfo|in_array|preg_match/.test(asked)) return false;
  return !denied.test(asked) || /!\s*in_array|!\s*preg_match/.test(asked);
}
