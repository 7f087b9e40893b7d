import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { unknown, type Value } from '../../../flow/value.ts';

/** What guards, interceptors and filters of NestJS ask of a context of HTTP. */
const parts: Readonly<Record<string, string>> = { getRequest: '@req', getResponse: '@res' };

/** `context.switchToHttp().getRequest()` is the request; null for any other call. */
export function contextPart(m: Machine, { name, recv, written, args }: CallSite): Value | null {
  const sym = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (sym !== undefined)
    return /switchToHttp\(\)/.test(`${recv?.sym ?? ''} ${written}`) ? { ...unknown, sym } : null;
  // No other context of theirs has this method: that of a resolver, which holds the request.
  return name === 'getContext' && args.length === 0 && m.file.text.includes('GqlExecutionContext')
    ? { ...unknown, sym: '@ctx' }
    : null;
}
