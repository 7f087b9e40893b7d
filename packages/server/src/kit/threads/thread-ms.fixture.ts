/** Milliseconds that this thread has worked. Tests judge by them what work costs: the clock also counts what others do. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
