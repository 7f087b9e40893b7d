import { readHeritage } from '../../../../../kit/processes/index.ts';
import { endLeftAnvils, type LeftChain, readOwner } from './anvil-process.ts';

/** Ends the chain that a killed service left, unless another service has taken it over by now. */
async function endLeftAnvil({ folder, owner }: LeftChain): Promise<void> {
  if ((await readOwner(folder)) === owner) await endLeftAnvils([folder]);
}

await endLeftAnvil(readHeritage<LeftChain>());
