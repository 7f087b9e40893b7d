import { residentMb, serviceProcesses } from '../harness/process-times.ts';

const EVERY_MS = 200;

/** What all processes of a service hold together; those that analyse come and go. */
export function watchMemory(pid: number) {
  let parts: number[] = [];
  let peakMb = 0;
  const timer = setInterval(() => {
    const now = serviceProcesses(pid).map(residentMb);
    const sum = now.reduce((total, mb) => total + mb, 0);
    if (sum <= peakMb) return;
    peakMb = sum;
    parts = now;
  }, EVERY_MS);
  return {
    /** The sum at its highest, and what each process held then. */
    peak: () => ({ peakMb, parts }),
    stop: () => clearInterval(timer),
  };
}
