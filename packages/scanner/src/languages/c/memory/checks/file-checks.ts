import { calleeOf, pathOf, some, withoutCasts } from '../../frontend/paths.ts';
import type { Call, Reading } from './check.ts';

/** Permissions of files, chroot, secrets that stay in memory. */
export function checkFiles(reading: Reading): void {
  const isMoved = reading.calls.some((e) => /^(?:f?chdir|_chdir)$/.test(calleeOf(e)));
  for (const e of reading.calls) {
    if (e.callee.kind !== 'name') continue;
    const { name } = e.callee;
    if (/^open(?:64)?$/.test(name) && e.args.length === 2) checkMode(reading, e, 1);
    else if (/^openat(?:64)?$/.test(name) && e.args.length === 3) checkMode(reading, e, 2);
    else if (name === 'chroot' && !isMoved) reportChroot(reading, e);
    else if (/^(?:memset|bzero)$/.test(name)) checkErased(reading, e);
  }
}

function checkMode(reading: Reading, e: Call, at: number): void {
  const flags = e.args[at];
  if (
    flags === undefined ||
    !some(flags, (one) => one.kind === 'name' && /^O_(?:CREAT|TMPFILE)$/.test(one.name))
  )
    return;
  reading.tell(
    {
      ruleId: 'access/missing-mode',
      impact: 'weakening',
      confidence: 0.85,
      cwe: ['CWE-732', 'CWE-685'],
      description: 'Without a mode the file gets whatever permissions happen to be on the stack.',
      recommendation: 'Pass the mode as the last argument, such as 0600.',
    },
    e.at,
  );
}

function reportChroot(reading: Reading, e: Call): void {
  reading.tell(
    {
      ruleId: 'access/chroot-without-chdir',
      impact: 'weakening',
      confidence: 0.6,
      cwe: ['CWE-243', 'CWE-252'],
      description: 'The working directory stays outside the new root, so the process can still get out.',
      recommendation: 'Change into the folder, then call chroot, then chdir("/").',
    },
    e.at,
  );
}

const secretName = /passw|passphrase|secret|\bkey\b|_key\b|\bkey_|privkey|\bpin\b|credential|master/i;

/** Nothing reads the memory afterwards, so compilers remove the call. */
function checkErased(reading: Reading, e: Call): void {
  const [place, value] = e.args;
  const plain = place === undefined ? undefined : withoutCasts(place);
  const path =
    plain === undefined ? '' : pathOf(plain.kind === 'unary' && plain.op === '&' ? plain.of : plain);
  if (calleeOf(e) === 'memset' && !(value?.kind === 'number' && value.value === 0)) return;
  const { facts, fn, body } = reading;
  const local = facts.locals.get(path);
  if (local === undefined || local.isStatic || !secretName.test(path)) return;
  if (local.type.pointers > 0 && local.type.dimensions.length === 0) return;
  const rest = fn.view.code.slice(fn.view.code.indexOf(';', e.at), fn.end);
  if (body.length === 0 || new RegExp(String.raw`\b${path}\b`).test(rest)) return;
  reading.tell(
    {
      ruleId: 'crypto/erased-secret',
      subject: path,
      impact: 'hygiene',
      confidence: 0.6,
      cwe: ['CWE-14', 'CWE-226'],
      description:
        'Nothing reads the memory afterwards, so compilers remove the call and the secret stays on the stack.',
      recommendation: 'Use explicit_bzero, memset_s or OPENSSL_cleanse.',
    },
    e.at,
  );
}
