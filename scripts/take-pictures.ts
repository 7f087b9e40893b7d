// `npm run pictures -- [names]`: fills the service of TRIVIUM_URL and TRIVIUM_API_KEY and takes new pictures for
// docs/contributing/console, 1200 by 800, all or by name. Use a new service, after `npm run tour`, started with
// WEBHOOK_RETRY_DELAYS=0,2,5, so that its dead letters exist when the pictures are taken.
import { join } from 'node:path';
import { chooseService, clientOf } from '../packages/server/src/cli/client/connect.ts';
import { openBrowser } from '../packages/server/test/browser/open-browser.ts';
import { fillForPictures, type Pictured } from './pictures/fill-for-pictures.ts';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>;

const folder = join(import.meta.dirname, '../docs/contributing/console');
const SIZE = { width: 1200, height: 800 };

/** The page of each picture, by the name of its file. */
const pictures: Record<string, (ids: Pictured) => string> = {
  home: () => '',
  event: ({ event }) => `events/${event}`,
  subscription: ({ failing }) => `webhooks/${failing}`,
  workflow: ({ workflow }) => `workflows/${workflow}/edit`,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in pictures));
if (unknown.length > 0)
  throw new Error(
    `There is no picture ${unknown.join(', ')}. There are ${Object.keys(pictures).join(', ')}.`,
  );
const { url, key } = chooseService({});
if (key === undefined) throw new Error('Set TRIVIUM_API_KEY to a key with all scopes.');

const ids = await fillForPictures(clientOf(url, key));
const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce' });
  await page.goto(url);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  for (const [name, pathOf] of Object.entries(pictures)) {
    if (wanted.length === 0 || wanted.includes(name)) await take(page, name, pathOf(ids));
  }
} finally {
  await browser.close();
}

async function take(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${url}/#/${path}`);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Waits until everything is loaded and drawn, so that the picture shows the finished page.
  const waiting = page.getByRole('status', { name: 'Loading' }).or(page.locator('.editor-wait'));
  await page.waitForTimeout(1_500);
  for (const one of await waiting.all()) await one.waitFor({ state: 'detached' });
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 72 });
  process.stdout.write(`${name}.jpg\n`);
}
