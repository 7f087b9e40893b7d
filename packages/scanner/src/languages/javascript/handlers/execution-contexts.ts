import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { unknown, type Value } from '../../../flow/value.ts';

/** Guards, interceptors and filters of NestJS get these from an HTTP context. */
const parts: Readonly<Record<string, string>> = { getRequest: '@req', getResponse: '@res' };

/** `context.switchToHttp().getRequest()` is the request; null for any other call. */
export function contextPart(m: Machine, { name, recv, written, args }: CallSite): Value | null {
  const sym = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (sym !== undefined)
    return /switchToHttp\(\)/.test(`${recv?.sym ?? ''} ${written}`) ? { ...unknown, sym } : null;
  // Only the context of a GraphQL resolver has this method. It holds the request.
  return name === 'getContext' && args.length === 0 && m.file.text.includes('GqlExecutionContext')
    ? { ...unknown, sym: '@ctx' }
    : null;
}
