import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';

/** What comes after it does not run. */
export function endsProgram(m: Machine, { name, recv, written }: CallSite): boolean {
  if (name === m.model.hooks.raisingCall && recv?.taints.length === 0) return true;
  // `ctx.throw(400)` of Koa, `request.throw` of nobody else.
  // Next's throws, wherever it leads to.
  if (/^(?:redirect|permanentRedirect)$/.test(name)) return recv?.sym === 'next/navigation';
  if (name === 'throw') return /^@ctx$/.test(recv?.sym ?? '');
  if (!ending.test(name)) return false;
  return (
    recv === null ||
    (recv.sym ?? '') === '' ||
    /^(?:process|sys|os|log|flask|System|next\/navigation)\b/.test(recv.sym ?? written)
  );
}

const ending =
  /^(?:exit|die|abort|halt|panic|Exit|Fatal|Fatalf|_exit|wp_die|wp_send_json(?:_error|_success)?|error!|notFound|unauthorized|forbidden)$/;
