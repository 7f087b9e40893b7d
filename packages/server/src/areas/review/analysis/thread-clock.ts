/** Milliseconds that this thread has worked, so that what a file is granted does not follow from how busy the machine is. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
