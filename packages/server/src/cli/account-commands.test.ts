import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useCommandLine } from './testing/command-line.ts';

const { service, folder, run } = useCommandLine();

/** An environment with nothing but what `login` stored. */
const signedIn = (name: string, env: NodeJS.ProcessEnv = {}) => ({
  TRIVIUM_URL: '',
  TRIVIUM_API_KEY: '',
  XDG_CONFIG_HOME: join(folder(), name),
  ...env,
});

/** Signs in like a user who has the key in a file. */
function login(name: string, args: string[] = []) {
  const { address, key } = service();
  return run(['login', '--url', `${address}/`, ...args], { env: signedIn(name), input: `${key}\n` });
}

describe('login', () => {
  test('stores address and key only for this user, and other commands use them', async () => {
    const { address, key } = service();
    expect(await login('kept')).toMatchObject({ code: 0, stdout: expect.stringContaining(address) });
    const file = join(folder(), 'kept/trivium/profiles.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      current: 'default',
      profiles: { default: { url: address, key } },
    });
    const who = await run(['whoami', '--json'], { env: signedIn('kept') });
    expect(JSON.parse(who.stdout)).toMatchObject({ url: address, profile: 'default', key_name: 'bootstrap' });
    expect(who.stdout).not.toContain(key);
    expect((await run(['profiles', 'list'], { env: signedIn('kept') })).stdout).toBe(
      `default\t${address}\tcurrent\n`,
    );
    // Read from the service, because its database cannot be reached from here.
    expect((await run(['keys', 'list'], { env: signedIn('kept') })).stdout).toContain('bootstrap');
  });

  test('stores nothing if the service refuses the key', async () => {
    const { code, stderr } = await run(['login', '--url', service().address], {
      env: signedIn('refused'),
      input: 'trv_wrong\n',
    });
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('code unauthorized') });
    await expect(stat(join(folder(), 'refused/trivium/profiles.json'))).rejects.toThrow('ENOENT');
  });

  test('has profiles, chosen by an option, TRIVIUM_PROFILE or `profiles use`; logout deletes one', async () => {
    await login('several', ['--profile', 'staging']);
    await login('several', ['--profile', 'live']);
    const profileOf = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
      const ended = await run(['whoami', '--select', 'profile', ...args], { env: signedIn('several', env) });
      return ended.stdout.trim();
    };
    expect(await profileOf([])).toBe('live');
    expect(await profileOf([], { TRIVIUM_PROFILE: 'staging' })).toBe('staging');
    expect(await profileOf(['--profile', 'live'], { TRIVIUM_PROFILE: 'staging' })).toBe('live');
    await run(['profiles', 'use', 'staging'], { env: signedIn('several') });
    expect(await profileOf([])).toBe('staging');
    await run(['logout'], { env: signedIn('several') });
    expect((await run(['whoami'], { env: signedIn('several') })).code).toBe(4);
    expect(await profileOf(['--profile', 'live'])).toBe('live');
  });
});

describe('a value from the environment', () => {
  test('overrides the current profile, and an option overrides both', async () => {
    await login('weaker');
    const away = { TRIVIUM_URL: 'http://127.0.0.1:9', TRIVIUM_API_KEY: 'trv_other' };
    expect((await run(['whoami'], { env: signedIn('weaker', away) })).code).toBe(3);
    const asked = await run(['whoami', '--profile', 'default'], { env: signedIn('weaker', away) });
    expect(asked.code).toBe(0);
    const wrong = await run(['whoami'], { env: signedIn('weaker', { TRIVIUM_API_KEY: 'trv_other' }) });
    expect(wrong).toMatchObject({ code: 4, stderr: expect.stringContaining('unauthorized') });
  });

  test('never sends the key of a profile to another address', async () => {
    await login('loyal');
    const { code, stderr } = await run(['whoami', '--url', 'http://127.0.0.1:9'], { env: signedIn('loyal') });
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining('An API key is needed for http://127.0.0.1:9'),
    });
  });
});

test('a file of profiles that others may read, or that is invalid, is refused with what to do', async () => {
  const path = join(folder(), 'open/trivium/profiles.json');
  await mkdir(join(folder(), 'open/trivium'), { recursive: true });
  await writeFile(path, '{"profiles":{}}', { mode: 0o644 });
  expect(await run(['whoami'], { env: signedIn('open') })).toMatchObject({
    code: 2,
    stderr: `Others may read ${path}, which holds API keys. Run: chmod 600 ${path}\n`,
  });
  await mkdir(join(folder(), 'broken/trivium'), { recursive: true });
  await writeFile(join(folder(), 'broken/trivium/profiles.json'), '{', { mode: 0o600 });
  const broken = await run(['whoami'], { env: signedIn('broken') });
  expect(broken.stderr).toContain('is not a file of profiles. Remove it');
});
