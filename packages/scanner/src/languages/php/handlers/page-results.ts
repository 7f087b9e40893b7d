import { checkValue } from '../../../flow/check-value.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr, FunctionIr } from '../../../ir/ir.ts';

/** The result of an action, or of a part of a page, is shown. */
export function checkPageResult(m: Machine, value: Value, e: Expr): void {
  const { fn } = m.frame;
  if (
    value.text?.includes('<') &&
    ((/Controller$/.test(fn.cls?.name ?? '') && fn.isExported) || isPagePart(fn))
  )
    checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, value, e, 'return');
}

/** WordPress inserts the results of these functions into the page: shortcodes and content filters. */
function isPagePart({ file, pos, name }: FunctionIr): boolean {
  const { text } = file;
  if (!/add_shortcode|add_filter/.test(text)) return false;
  const before = text.slice(Math.max(0, pos - 120), pos);
  return (
    /add_(?:shortcode\s*\(\s*['"][^'"]+['"]|filter\s*\(\s*['"](?:the_(?:content|title|excerpt)|widget_text|comment_text)['"])\s*,\s*(?:static\s+)?$/.test(
      before,
    ) ||
    (/^\w+$/.test(name) &&
      new RegExp(
        String.raw`add_(?:shortcode\s*\(\s*['"][^'"]+['"]|filter\s*\(\s*['"](?:the_(?:content|title|excerpt)|widget_text|comment_text)['"])\s*,\s*(?:(?:array\s*\(|\[)[^,]{1,60},\s*)?['"]${name}['"]`,
      ).test(text))
  );
}
