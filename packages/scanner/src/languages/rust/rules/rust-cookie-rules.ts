import { plain, wholeBody } from '../../../rules/body-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { cookie } from '../../shared/rules/framework-rules.ts';

const rust = { ...cookie, languages: ['Rust'], over: 'code' } as const;
const MAX_STATEMENT_LENGTH = 500;

/** Cookies of crates that also send them over plain HTTP by default. */
export const rustCookieRules: readonly TextRule[] = [
  {
    ...rust,
    confidence: 0.65,
    pattern: /\b(\w*Cookie(?:Builder)?)::(?:build|new)\s*\(/g,
    refine: (match, view) => {
      const statement = statementFrom(match.index ?? 0, view);
      if (!/\.(?:build|finish)\s*\(\s*\)/.test(statement) || isSafeByDefault(match[1] ?? '', view))
        return false;
      // A cookie that deletes another has nothing to hide.
      return !/\.(?:secure|partitioned|removal|make_removal)\s*\(/.test(statement);
    },
  },
  {
    ...rust,
    confidence: 0.6,
    pattern: /\.(?:add|add_original|insert|cookie)\s*\(\s*&?(\w+)(?:\.clone\(\))?\s*\)/g,
    needs: /[cC]ookie/,
    refine: (match, view) => {
      const body = wholeBody(match, view);
      const name = plain(match[1] ?? '');
      const made = new RegExp(
        String.raw`\blet\s+(?:mut\s+)?${name}\s*(?::[^=;]*)?=\s*(?:\w+::)*(\w*Cookie)::(?:new|named|from)\s*\(`,
      ).exec(body);
      if (made === null || isSafeByDefault(made[1] ?? '', view)) return false;
      const before = body.slice(made.index, body.length - restOf(match, view).length);
      return !new RegExp(String.raw`\b${name}\s*\.\s*(?:set_secure|set_partitioned|make_removal)\s*\(`).test(
        before,
      );
    },
  },
];

function statementFrom(offset: number, view: SourceView): string {
  const text = view.code.slice(offset, offset + MAX_STATEMENT_LENGTH);
  const end = text.indexOf(';');
  return end < 0 ? text : text.slice(0, end);
}

/** The enclosing function after the match. */
function restOf(match: RegExpMatchArray, view: SourceView): string {
  const end = (match.index ?? 0) + match[0].length;
  const around = view.functionAt(view.lineAt(end));
  return around ? view.code.slice(end, view.offsetOf(around.endLine + 1)) : '';
}

/** A type of the program itself, or of a crate that requires the flag. */
function isSafeByDefault(type: string, view: SourceView): boolean {
  if (
    !/\b(?:cookie|actix_web|axum_extra|rocket|http_types|biscotti|tower_cookies|tide|warp_sessions)\b/.test(
      view.code,
    )
  )
    return true;
  return new RegExp(String.raw`\b(?:struct|enum)\s+${type}\b|\bpoem\s*::[^;]*\b${type}\b`).test(view.code);
}
