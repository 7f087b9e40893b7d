/** The arguments that hold this process's Node to its memory: a process of the same kind is held to as much. */
export function memoryArguments(): string[] {
  return process.execArgv.filter((argument) => /^--(max|heap)-/.test(argument));
}
