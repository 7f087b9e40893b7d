import { isLastOwner, readHeritage } from '../../../../../kit/processes/index.ts';
import { endLeftAnvils } from './anvil-process.ts';

// Ends the chain of a killed service, unless another service has taken it over.
const left = readHeritage();
if (await isLastOwner(left)) await endLeftAnvils([left.folder]);
