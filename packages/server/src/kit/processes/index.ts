export { forkedHandle, passedOn } from './forked-process.ts';
export { type Heritage, isLastOwner, type LastWill, leaveLastWill, readHeritage } from './last-will.ts';
export { memoryArguments } from './memory-arguments.ts';
export { openFilesLimit } from './open-files-limit.ts';
export { findProcesses, readCommandLine, sendSignal, waitUntil } from './process-table.ts';
export { type Account, bareEnvironment, runAs, runProgram } from './run-program.ts';
