import { expect, test, vi } from 'vitest';
import { LocalFiles } from './local-files.ts';

function storeOf() {
  const opened: string[] = [];
  const released: string[] = [];
  return {
    opened,
    released,
    async localFile(key: string) {
      if (key === 'missing') throw new Error('no such file');
      opened.push(key);
      return { path: `/copies/${key}`, release: async () => void released.push(key) };
    },
  };
}

test('users of one file share a copy, which is removed when nobody has used it for a while', async () => {
  const store = storeOf();
  const files = new LocalFiles(store, 20);
  const paths = await Promise.all([
    files.with(['archive', 'index'], async (given) => given),
    files.with(['archive'], async (given) => given),
  ]);
  expect(paths).toEqual([['/copies/archive', '/copies/index'], ['/copies/archive']]);
  expect(store.opened).toEqual(['archive', 'index']);
  expect(store.released).toEqual([]);
  await vi.waitFor(() => expect(store.released.toSorted()).toEqual(['archive', 'index']));
  await files.with(['archive'], async () => {});
  expect(store.opened).toEqual(['archive', 'index', 'archive']);
  await files.stop();
  expect(store.released).toHaveLength(3);
});

test('a file that could not be read is requested again by the next user', async () => {
  const files = new LocalFiles(storeOf());
  await expect(files.with(['missing'], async () => {})).rejects.toThrow('no such file');
  await expect(files.with(['missing'], async () => {})).rejects.toThrow('no such file');
  await files.stop();
});
