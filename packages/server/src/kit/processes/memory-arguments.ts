/** The memory limits in this process's Node arguments, to pass on to a process of the same kind. */
export function memoryArguments(): string[] {
  return process.execArgv.filter((argument) => /^--(max|heap)-/.test(argument));
}
