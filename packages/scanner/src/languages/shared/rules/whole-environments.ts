import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { openEnvironment } from './application-habits.ts';

const base = { ...openEnvironment, id: 'access/open-environment', source: 'code', over: 'code' } as const;

/** Answers with all environment variables. */
export const wholeEnvironments: readonly TextRule[] = [
  {
    ...base,
    languages: ['Ruby'],
    pattern: /\bENV\.(?:to_h|to_hash|inspect|to_json)\b(?!\s*\.(?:slice|fetch|dig|select|merge|except|key))/g,
    refine: (match, view) =>
      /^[^\S\n]*(?:get|post|put|delete)[^\S\n]+\S|<\s*(?:ApplicationController|ActionController|Sinatra::)/m.test(
        view.withoutComments,
      ) && !/\b(?:system|spawn|exec|popen\w*|Open3|capture\w*|Bundler|fork)\b/.test(around(match, view)),
  },
  {
    ...base,
    languages: ['Rust'],
    pattern: /\b(?:std::)?env::vars(?:_os)?\s*\(\s*\)/g,
    refine: (match, view) => {
      const body = around(match, view);
      return (
        /\bHttpResponse\b|\bResponder\b|\bIntoResponse\b|\bJson\s*[<(]|\.json\s*\(/.test(body) &&
        !/\bCommand\b|\.filter\s*\(|\.find\s*\(/.test(body)
      );
    },
  },
  {
    ...base,
    languages: ['Go'],
    pattern: /\bos\.Environ\s*\(\s*\)/g,
    refine: (match, view) => {
      const body = around(match, view);
      return (
        /\bhttp\.ResponseWriter\b|\b(?:gin|echo|fiber)\.(?:Context|Ctx)\b/.test(body) &&
        !/\bexec\.|\.Env\b|HasPrefix|Split/.test(body)
      );
    },
  },
  {
    ...base,
    languages: ['Java', 'Kotlin'],
    pattern: /\bSystem\.getenv\s*\(\s*\)(?!\s*(?:\.(?:get|contains|filter|entrySet|keySet)|\[))/g,
    refine: (match, view) =>
      /@(?:Rest)?Controller\b|\bHttpServlet\b|@(?:Get|Request)Mapping\b|\brouting\s*\{/.test(view.code) &&
      !/ProcessBuilder|\benvironment\s*\(\)/.test(around(match, view)),
  },
  {
    ...base,
    languages: ['PHP'],
    pattern:
      /\b(?:json_encode|print_r|var_dump|var_export)\s*\(\s*(?:\$_ENV|\$_SERVER|getenv\s*\(\s*\))\s*[,)]/g,
    // Variables that are only stored or logged are not shown to anybody.
    refine: (match, view) =>
      /\becho\b|\bprint\b|print_r|var_dump|\breturn\b/.test(view.lineText(view.lineAt(match.index ?? 0))) &&
      !/\blog|error_log|file_put/i.test(view.lineText(view.lineAt(match.index ?? 0))),
  },
  {
    ...base,
    languages: ['C#'],
    pattern: /\bEnvironment\.GetEnvironmentVariables\s*\(\s*\)(?!\s*[.[])/g,
    refine: (match, view) =>
      /:\s*Controller(?:Base)?\b|\bMapGet\s*\(/.test(view.code) &&
      !/\bProcessStartInfo\b|\bforeach\b/.test(around(match, view)),
  },
];

/** The function around a match; if there is none, the text near it. */
function around(match: RegExpMatchArray, view: SourceView): string {
  const at = match.index ?? 0;
  const found = view.functionAt(view.lineAt(at));
  return found ? view.linesOf(found, 'code') : view.code.slice(Math.max(0, at - 400), at + 400);
}
