import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { NetworkDirectory } from '../../chains/networks/network-directory.ts';
import type { SourceCompiler } from '../compiler/source-compiler.ts';

/** The dependencies of the use cases on contracts and versions. */
export interface CodeCore {
  db: AnyDatabase;
  clock: Clock;
  unitOfWork: UnitOfWork;
  networks: NetworkDirectory;
  compiler: SourceCompiler;
}
