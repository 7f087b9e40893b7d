import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';

/** Whether the code after the call does not run. */
export function endsProgram(m: Machine, { name, recv, written }: CallSite): boolean {
  if (name === m.model.hooks.raisingCall && recv?.taints.length === 0) return true;
  // `ctx.throw(400)` belongs to Koa. The `redirect` of Next always throws, whatever its target.
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
