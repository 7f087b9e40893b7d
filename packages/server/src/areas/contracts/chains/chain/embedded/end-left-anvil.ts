import { isLastOwner, readHeritage } from '../../../../../kit/processes/index.ts';
import { endLeftAnvils } from './anvil-process.ts';

// Ends the chain that a killed service left, unless another service has taken it over by now.
const left = readHeritage();
if (await isLastOwner(left)) await endLeftAnvils([left.folder]);
