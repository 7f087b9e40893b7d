import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** npm's record of the installed packages. */
const LISTED = '.package-lock.json';
/** The files of a checkout that npm needs. */
const described = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Adds everything that tests and checks need to an installation for running, without removing files that a running
 * service uses. `installIn` installs all packages into a folder; what is missing here is then moved over, even single
 * files of packages.
 */
export async function addPackages(root, installIn) {
  const modules = join(root, 'node_modules');
  const staging = join(modules, '.adding');
  rmSync(staging, { recursive: true, force: true });
  try {
    for (const name of [...described, ...workspacesOf(root)]) {
      if (!existsSync(join(root, name))) continue;
      mkdirSync(dirname(join(staging, name)), { recursive: true });
      cpSync(join(root, name), join(staging, name));
    }
    await installIn(staging);
    moveMissing(join(staging, 'node_modules'), modules);
    const listed = join(staging, 'node_modules', LISTED);
    if (existsSync(listed)) renameSync(listed, join(modules, LISTED));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Workspaces of this checkout, which npm links to. */
function workspacesOf(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const folders = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));
  return folders.map((folder) => join(folder, 'package.json'));
}

function moveMissing(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    const there = lstatSync(target, { throwIfNoEntry: false });
    if (there === undefined) renameSync(source, target);
    else if (entry.isDirectory() && there.isDirectory()) moveMissing(source, target);
  }
}
