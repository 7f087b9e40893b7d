import { residentMb, serviceProcesses } from '../harness/process-times.ts';

const EVERY_MS = 200;

/** Memory of all processes of a service together; those for analyses start and end in between. */
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
    /** The highest sum, and the memory of each process at that moment. */
    peak: () => ({ peakMb, parts }),
    stop: () => clearInterval(timer),
  };
}
