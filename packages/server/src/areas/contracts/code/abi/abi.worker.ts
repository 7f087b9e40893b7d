// Arguments and results with many values take too long for the thread that serves requests.
import { serveTasks } from '../../../../kit/threads/index.ts';
import { decodeValues } from './abi-codec.ts';
import type { AbiTasks } from './abi-threads.ts';
import { encodeArguments } from './encode-arguments.ts';
import { parseJsonText } from './read-argument.ts';

serveTasks<AbiTasks>({
  encode: ({ inputs, args, field, what }) =>
    encodeArguments(inputs, parseJsonText(args) as unknown[], field, what),
  decode: ({ outputs, data }) => decodeValues(outputs, data),
});
