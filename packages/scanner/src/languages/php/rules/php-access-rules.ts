import type { TextRule } from '../../../rules/text-rule.ts';
import { debugText, massText } from '../../shared/rules/access-rules.ts';

/** Missing or disabled guards: debug modes, mass assignment, details in error answers. */
export const phpAccessRules: readonly TextRule[] = [
  {
    ...debugText,
    id: 'access/debug-mode',
    languages: ['PHP'],
    pattern:
      /ini_set\s*\(\s*['"]display_errors['"]\s*,\s*['"]?(?:1|on|true)|(?<!\w)phpinfo\s*\(\s*\)|define\s*\(\s*['"]WP_DEBUG['"]\s*,\s*true|->addErrorMiddleware\s*\(\s*true\b|\bnew\s+(?:\\?\w+\\)*ErrorMiddleware\s*\([^;]{0,120},\s*true\s*,/gi,
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['PHP'],
    pattern:
      /(?:::create|->update|->fill|->forceFill)\s*\(\s*\$request->all\(\)|(?<!\w)extract\s*\(\s*\$_(?:GET|POST|REQUEST|COOKIE)/g,
  },
  {
    id: 'access/no-nonce',
    languages: ['PHP'],
    pattern:
      /\badd_action\s*\(\s*['"](?:wp_ajax_(?:nopriv_)?|admin_post_(?:nopriv_)?)[\w-]+['"]\s*,\s*(?:['"](\w+)['"]|(?:array\s*\(|\[)\s*[^,]{1,60},\s*['"](\w+)['"])/g,
    impact: 'weakening',
    confidence: 0.7,
    source: 'code',
    cwe: ['CWE-352', 'CWE-862'],
    description:
      'Another site can make the browser of a signed-in user send the request, and nothing checks the permission of the user.',
    recommendation: 'Call check_ajax_referer or check_admin_referer first, and check current_user_can.',
    refine: (match, view) => {
      const name = match[1] ?? match[2] ?? '';
      const start = view.code.search(new RegExp(`\\bfunction\\s+${name}\\s*\\(`));
      const around = start < 0 ? undefined : view.functionAt(view.lineAt(start));
      if (!around) return false;
      const body = view.linesOf(around, 'code');
      const write =
        /\$wpdb\s*->\s*(?:query|insert|update|delete|replace)\s*\(|\b(?:update|add|delete)_(?:option|user_meta|post_meta|site_option|user)\s*\(|\bwp_(?:insert|update|delete|trash)_\w+\s*\(/.exec(
          body,
        );
      if (!write || /check_ajax_referer|check_admin_referer|wp_verify_nonce/.test(body)) return false;
      const line = view.lineAt(view.offsetOf(around.line) + write.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];
