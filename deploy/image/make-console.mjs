// Makes the pages of the console where an image or a package brings them.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

process.argv[2] = join(import.meta.dirname, '../../packages/console/built');
rmSync(process.argv[2], { recursive: true, force: true });
await import('../../packages/console/scripts/build.ts');
