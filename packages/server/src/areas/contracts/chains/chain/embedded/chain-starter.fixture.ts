import { systemClock } from '../../../../../kit/clock.ts';
import { required } from '../../../../../kit/required.ts';
import { EmbeddedChain } from './embedded-chain.ts';
import { findAnvil } from './find-anvil.ts';

// Runs only a chain, for tests that kill its owner: `node chain-starter.fixture.ts <folder>`.
const chain = new EmbeddedChain({
  network: 'devnet',
  chainId: 31_337,
  binary: required(findAnvil(), 'anvil'),
  folder: required(process.argv[2], 'process.argv[2]'),
  blockTimeSeconds: 0.1,
  clock: systemClock,
  replay: async () => {},
  onError: () => {},
});
await chain.open();
process.stdout.write(`${chain.pid}\n`);
setInterval(() => {}, 60_000);
