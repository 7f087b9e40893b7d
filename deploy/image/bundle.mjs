// `node bundle.mjs <bundle> <rootfs> [NAME=value …]`: config.json of an OCI bundle from the image's own settings, with the
// restrictions of Kubernetes' "restricted" profile and a read-only root. Reads <bundle>/image.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [bundle, rootfs, ...env] = process.argv.slice(2);
const image = JSON.parse(readFileSync(join(bundle, 'image.json'), 'utf8'));
const { Env, Entrypoint, Cmd, User, WorkingDir } = image.Docker.config;
const [uid, gid] = User.split(':').map(Number);
const isSet = (line) => env.some((own) => own.split('=')[0] === line.split('=')[0]);
const safe = ['nosuid', 'nodev'];

writeFileSync(
  join(bundle, 'config.json'),
  JSON.stringify({
    ociVersion: '1.0.0',
    process: {
      user: { uid, gid },
      args: [...Entrypoint, ...Cmd],
      env: [...Env.filter((line) => !isSet(line)), ...env],
      cwd: WorkingDir,
      noNewPrivileges: true,
      capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
    },
    root: { path: rootfs, readonly: true },
    hostname: 'trivium',
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      {
        destination: '/dev/shm',
        type: 'tmpfs',
        source: 'shm',
        options: [...safe, 'noexec', 'mode=1777', 'size=64m'],
      },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: [...safe, 'mode=1777', 'size=256m'] },
      { destination: '/data', type: 'bind', source: join(bundle, 'data'), options: ['rbind', 'rw', ...safe] },
      { destination: '/etc/resolv.conf', type: 'bind', source: '/etc/resolv.conf', options: ['bind', 'ro'] },
    ],
    linux: {
      namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list'],
      readonlyPaths: ['/proc/sys', '/proc/irq', '/proc/bus'],
    },
  }),
);
