import { isLastOwner, readHeritage } from '../../../../../kit/processes/index.ts';
import { endLeftAnvils } from './anvil-process.ts';

// Stops the chain of a killed service, unless another service has taken it over by now.
const left = readHeritage();
if (await isLastOwner(left)) await endLeftAnvils([left.folder]);
