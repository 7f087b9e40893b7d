import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { unknown, type Value } from '../../../flow/value.ts';

/** The result of a known library function; null if the function is unknown. */
export function knownResult(m: Machine, site: CallSite): Value | null {
  const own = m.model.hooks.knownResult?.(m, site) ?? null;
  if (own !== null) return own;
  const [first] = site.args;
  if (isEscapedRender(site)) return unknown;
  // The values in a template are escaped; the template itself is not.
  if (site.name === 'render_template_string') return { ...unknown, taints: first?.taints ?? [] };
  return site.name === 'promisify' && first !== undefined ? first : null;
}

/** Input that is converted to a number, a boolean or a UUID. */
export function isPlainInput({ args, named }: CallSite): boolean {
  return (
    /(?:^|\.)(?:int|float|bool|UUID)$/.test(named.get('type')?.sym ?? '') ||
    args.some(({ sym }) => /^FILTER_(?:VALIDATE_(?:INT|FLOAT|BOOL)|SANITIZE_NUMBER)/.test(sym ?? ''))
  );
}

/** A fixed template of an engine that escapes, without a tag that disables escaping. */
function isEscapedRender({ name, recv, args }: CallSite): boolean {
  const template = args[0]?.k;
  return (
    name === 'render' &&
    /^(?:mustache|ejs|nunjucks|eta)$/i.test(recv?.sym ?? '') &&
    typeof template === 'string' &&
    !/\{\{[{&]|<%-|!\{|\|\s*safe/.test(template)
  );
}
