import { CommandError } from './command-error.ts';
import {
  type ClientOptions,
  checkAddress,
  chooseService,
  clientOf,
  connect,
  localAddress,
} from './connect.ts';
import { isForProgram, note, type OutputOptions, print } from './print.ts';
import {
  checkProfileName,
  chooseProfile,
  DEFAULT_PROFILE,
  profilesPath,
  readProfiles,
  writeProfiles,
} from './profiles.ts';
import { ask, readLine } from './prompt.ts';
import { printList } from './table.ts';

/** Stores an address and a key after the service has accepted the key, and makes them the current profile. */
export async function login(options: ClientOptions, env = process.env): Promise<void> {
  const name = options.profile ?? (env.TRIVIUM_PROFILE || DEFAULT_PROFILE);
  checkProfileName(name);
  const file = readProfiles(env);
  const known = options.url ?? (env.TRIVIUM_URL || file.profiles[name]?.url);
  const url = checkAddress(known ?? (await ask('Address of the service', localAddress(env))));
  const key = options.key ?? (await readKey(url));
  const who = await clientOf(url, key).api.readSession();
  writeProfiles({ current: name, profiles: { ...file.profiles, [name]: { url, key } } }, env);
  const { key_name, organization_name } = who;
  await print(
    options,
    { profile: name, url, ...who },
    `Signed in at ${url} as ${key_name} of ${organization_name}. Profile ${name} is in ${profilesPath(env)}.`,
  );
  const winning = ['TRIVIUM_URL', 'TRIVIUM_API_KEY'].filter((setting) => env[setting]);
  if (winning.length > 0 && !isForProgram(options)) {
    note(
      `${winning.join(' and ')} in the environment still ${winning.length > 1 ? 'override' : 'overrides'} it.`,
    );
  }
}

/** Typed without echo on a terminal, otherwise the first line of standard input. */
async function readKey(url: string): Promise<string> {
  const key = process.stdin.isTTY
    ? await ask(`API key for ${url} (not shown)`, undefined, { isSecret: true })
    : await readLine();
  if (key === '') {
    throw new CommandError('The key is missing: type it, pass --key, or give it on standard input.');
  }
  return key;
}

/** Deletes keys on this machine; they stay valid until they are revoked. */
export async function logout(
  options: OutputOptions & { profile?: string; all?: boolean },
  env = process.env,
): Promise<void> {
  const file = readProfiles(env);
  const chosen = options.all ? Object.keys(file.profiles) : [chooseProfile(options.profile, env)?.name];
  const names = chosen.filter((name) => name !== undefined);
  if (names.length === 0) throw new CommandError('Nobody is signed in here: there is no profile to delete.');
  const profiles = Object.fromEntries(
    Object.entries(file.profiles).filter(([name]) => !names.includes(name)),
  );
  const { current } = file;
  writeProfiles({ ...(current !== undefined && current in profiles && { current }), profiles }, env);
  await print(
    options,
    { forgotten: names },
    `Forgot ${names.join(', ')}. The key itself still works until it is revoked: trivium keys revoke <id>`,
  );
}

/** Asks the service, so that the answer is true for the following commands. */
export async function whoAmI(options: ClientOptions, env = process.env): Promise<void> {
  const trivium = connect(options, env);
  const { profile } = chooseService(options, env);
  const who = await trivium.api.readSession();
  const lines = [
    ['service', trivium.url],
    ['profile', profile ?? 'none: options and the environment are used'],
    ['key', `${who.key_name} (${who.key_id})`],
    ['organization', `${who.organization_name} (${who.organization_id})`],
    ['environment', who.environment],
    ['scopes', who.scopes.join(' ')],
  ];
  await print(
    options,
    { url: trivium.url, profile: profile ?? null, ...who },
    lines.map(([label, value]) => `${label?.padEnd(12)}  ${value}`).join('\n'),
  );
}

export async function listProfiles(options: OutputOptions, env = process.env): Promise<void> {
  const { current, profiles } = readProfiles(env);
  // The keys themselves are not printed.
  const all = Object.entries(profiles).map(([name, { url }]) => ({ name, url, current: name === current }));
  await printList(
    all,
    [
      { header: 'NAME', value: ({ name }) => name },
      { header: 'SERVICE', value: ({ url }) => url, shrinks: true },
      { header: '', value: (one) => (one.current ? 'current' : '') },
    ],
    { ...options, empty: 'There is no profile yet. Make one: trivium login' },
  );
}

export async function chooseCurrent(name: string, options: OutputOptions, env = process.env): Promise<void> {
  const { url } = chooseProfile(name, env) ?? {};
  writeProfiles({ ...readProfiles(env), current: name }, env);
  await print(options, { profile: name, url }, `Commands use ${name} now, which is ${url}.`);
}
