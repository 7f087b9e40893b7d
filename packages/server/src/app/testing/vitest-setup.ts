import { enableCompileCache } from 'node:module';

// As the service itself does: what TypeScript was stripped to is kept from run to run, and the threads and processes
// that a test opens find it too.
enableCompileCache();
