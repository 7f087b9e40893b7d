import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { unknown, type Value } from '../../../flow/value.ts';

/** What guards, interceptors and filters of NestJS ask of a context, whatever it is of. */
const parts: readonly [from: RegExp, name: string, sym: string][] = [
  [/switchToHttp\(\)/, 'getRequest', '@req'],
  [/switchToHttp\(\)/, 'getResponse', '@res'],
  // The context of a resolver holds the request.
  [/GqlExecutionContext\.create\(\)/, 'getContext', '@ctx'],
];

/** `context.switchToHttp().getRequest()` is the request; null for any other call. */
export function contextPart(_: Machine, { name, recv, written }: CallSite): Value | null {
  if (!/^get(?:Request|Response|Context)$/.test(name)) return null;
  const from = `${recv?.sym ?? ''} ${written}`;
  const found = parts.find(([on, asked]) => asked === name && on.test(from));
  return found === undefined ? null : { ...unknown, sym: found[2] };
}
