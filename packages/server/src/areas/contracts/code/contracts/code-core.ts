import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { NetworkDirectory } from '../../chains/networks/network-directory.ts';
import type { SourceCompiler } from '../compiler/source-compiler.ts';

/** What the use cases on contracts and their versions work with. */
export interface CodeCore {
  db: AnyDatabase;
  clock: Clock;
  unitOfWork: UnitOfWork;
  networks: NetworkDirectory;
  compiler: SourceCompiler;
}
