import { statfs } from 'node:fs/promises';
import type { FigureSource } from '../../kit/observability/index.ts';

export function diskGauges(dataDir: string): FigureSource {
  return {
    part: 'disk',
    figures: [
      {
        name: 'trivium_data_disk_free_bytes',
        help: 'What this process may still write to the disk of DATA_DIR.',
      },
      {
        name: 'trivium_data_disk_size_bytes',
        help: 'Size of the disk of DATA_DIR, without what is reserved for others.',
      },
    ],
    async read() {
      const { bavail, bfree, blocks, bsize } = await statfs(dataDir);
      return [
        { name: 'trivium_data_disk_free_bytes', value: bavail * bsize },
        { name: 'trivium_data_disk_size_bytes', value: (blocks - bfree + bavail) * bsize },
      ];
    },
  };
}
