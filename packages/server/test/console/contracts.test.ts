import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { compileSubject } from '../../src/areas/contracts/transactions/executions/testing/test-contract.ts';
import { required } from '../../src/kit/required.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openConsole, openHome, openPage, useConsole } from './open-console.ts';

let service: TestService;
let trivium: Trivium;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService({});
  trivium = new Trivium({ url: service.address, key: service.key });
});
afterAll(async () => {
  await service?.stop();
});
const opened = useConsole(shared, () => service);

/** Compiling and starting a chain are slow on a busy machine. */
const SLOW = { timeout: 60_000 };
const heading = () => opened.page.getByRole('heading', { level: 1 }).textContent();
const main = () => opened.page.textContent('main');

async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function chooseAddress(page: Page, label: string, address: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.fill(address);
  await field.press('Escape');
}

/** Deploys the contract that these tests use, on the devnet. */
async function deploySubject(name: string): Promise<string> {
  const { abi, bytecode } = await compileSubject();
  const { id } = await trivium.api.createContract({ body: { name, abi, bytecode } });
  const { status } = await trivium.contracts.deploy(id, { constructor_args: ['3'] });
  expect(status).toBe('active');
  return id;
}

test('a token is registered from a template, deployed after its cost is shown, read and written, and a refusal shows its reason', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'contracts');
  await page.getByText('There is no contract yet.').waitFor(SLOW);
  await page.getByRole('link', { name: 'Register a contract' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Points');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect.poll(heading, SLOW).toBe('Deploy Points');
  const { address } = await trivium.api.getWallet({});
  const [contract] = (await trivium.api.listContracts({})).contracts;
  const { id } = required(contract, 'the registered contract');
  const params = { id };

  await page.getByLabel('name_', { exact: true }).fill('Points');
  await page.getByLabel('symbol_', { exact: true }).fill('PTS');
  await page.getByLabel('initialSupply', { exact: true }).fill('1000000');
  await page.getByRole('combobox', { name: 'owner_' }).click();
  await page.getByRole('option', { name: address }).click();
  await page.getByRole('button', { name: 'Estimate the cost' }).click();
  const cost = page.getByRole('region', { name: 'Estimated cost' });
  await expect
    .poll(() => cost.textContent(), SLOW)
    .toMatch(/About 0\.0\d+ ETH.*Nothing is signed yet.*At most/s);
  expect((await trivium.api.listContractTransactions({ params })).total).toBe(0);
  await page.getByRole('button', { name: 'Sign and deploy to Devnet' }).click();
  await expect.poll(heading, SLOW).toBe('Deployment of Points');
  await page.getByText('It is active, and can be read and written.').waitFor(SLOW);
  await page.getByRole('link', { name: 'Read and write' }).click();

  const functions = page.getByRole('navigation', { name: 'Functions' });
  await functions.getByRole('link', { name: 'totalSupply' }).click();
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect.poll(() => answer.textContent(), SLOW).toContain('1,000,000');
  // The list of functions and the form are side by side: they must not have the border of a traced call.
  const around = 'getComputedStyle(document.querySelector(".functions").parentElement)';
  expect(await page.evaluate(`[${around}.borderTopWidth, ${around}.display]`)).toEqual(['0px', 'grid']);
  await functions.getByRole('link', { name: 'balanceOf' }).click();
  await chooseAddress(page, 'account', address);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect.poll(() => answer.textContent(), SLOW).toContain('1,000,000');

  await functions.getByRole('link', { name: 'mint' }).click();
  await chooseAddress(page, 'to', address);
  await page.getByLabel('amount', { exact: true }).fill('500');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('button', { name: 'Sign and send on Devnet' }).click(SLOW);
  await expect.poll(heading, SLOW).toBe('mint of Points');
  await page.getByText('Transfer(address,address,uint256)').waitFor(SLOW);
  await expect
    .poll(main, SLOW)
    .toMatch(/Arguments.*amount.*500.*Events.*Transfer.*Signed once for nonce 1\./s);

  await openPage(page, service, `contracts/${id}/call?function=transfer(address,uint256)`);
  await chooseAddress(page, 'to', '0x000000000000000000000000000000000000dEaD');
  await page.getByLabel('value', { exact: true }).fill('99000000');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByText('It would fail, so nothing was sent.').waitFor(SLOW);
  await expect.poll(main).toContain('ERC20InsufficientBalance');
  await page.getByRole('button', { name: 'Send anyway' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send anyway' }).click();
  await expect.poll(heading, SLOW).toBe('transfer of Points');
  await expect
    .poll(main, SLOW)
    .toMatch(/The contract refused it: ERC20InsufficientBalance.*balance.*1,000,500.*needed.*99,000,000/s);
  await page.getByRole('button', { name: 'Trace the calls' }).click();
  const calls = page.getByRole('region', { name: 'Calls' });
  await expect
    .poll(() => calls.textContent(), SLOW)
    .toMatch(/calls Points\.transfer.*ERC20InsufficientBalance/s);

  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Transactions' })
    .click();
  await choose(page, /Status$/, 'Failed');
  const rows = page.getByRole('table', { name: 'Transactions' });
  await expect.poll(() => rows.getByRole('link').allTextContents(), SLOW).toEqual(['transfer']);
  await expect.poll(() => rows.textContent()).toContain('ERC20InsufficientBalance');
  await page.reload();
  await expect.poll(() => rows.getByRole('link').allTextContents(), SLOW).toEqual(['transfer']);
  expect(problems).toEqual([]);
}, 180_000);

test('structs, lists, overloads and payments have their own fields, and answers are decoded', async () => {
  const { page, problems } = opened;
  const id = await deploySubject('Subject');
  await openPage(page, service, `contracts/${id}/call?function=total()`);
  const functions = page.getByRole('navigation', { name: 'Functions' });
  await functions.getByRole('link', { name: 'echo' }).click();
  await page.getByLabel('x', { exact: true }).fill('-5');
  await page.getByLabel('y 1', { exact: true }).fill('6');
  await page.getByLabel('y 2', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Add to names' }).click();
  await page.getByRole('button', { name: 'Add to names' }).click();
  await page.getByLabel('names 1', { exact: true }).fill('first');
  await page.getByLabel('names 2', { exact: true }).fill('second');
  await page.getByRole('button', { name: 'Remove names 1' }).click();
  await page.getByLabel('tag', { exact: true }).fill('0x010203');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect
    .poll(() => answer.textContent(), SLOW)
    .toMatch(/Point.*"x": "-5".*"6",\s+"7".*second.*0x010203/s);

  await page.getByRole('searchbox', { name: 'Find a function' }).fill('set');
  await functions.getByRole('link', { name: 'set(uint256,uint256)' }).click();
  await page.getByLabel('a', { exact: true }).fill('40');
  await page.getByLabel('b', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'As API calls' }).click();
  await expect
    .poll(() => page.getByRole('region', { name: 'Send set, the call' }).textContent())
    .toMatch(/"function": "set\(uint256,uint256\)".*"40",\s+"2"/s);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('button', { name: 'Sign and send on Devnet' }).click(SLOW);
  await expect.poll(heading, SLOW).toBe('set of Subject');
  await page.locator('.page-name').getByText('Confirmed').waitFor(SLOW);

  await openPage(page, service, `contracts/${id}/call?function=pay()`);
  await page.getByLabel('Payment, in ETH').fill('0.25');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('button', { name: 'Sign and send on Devnet' }).click(SLOW);
  await expect.poll(heading, SLOW).toBe('pay of Subject');
  await page.locator('.page-name').getByText('Confirmed').waitFor(SLOW);
  await expect.poll(main).toContain('0.25 ETH');
  expect((await trivium.contracts.call(id, { function: 'total' })).result).toBe(
    String(42n + 25n * 10n ** 16n),
  );
  expect(problems).toEqual([]);
}, 120_000);

test('a call can be repeated with its values, and a function read as of an earlier block', async () => {
  const { page, problems } = opened;
  const id = await deploySubject('Again');
  const set = (a: string) =>
    trivium.contracts.execute(id, { function: 'set(uint256,uint256)', args: [a, '2'] });
  const { execution_id: first } = await set('40');
  await openPage(page, service, `executions/${first}`);
  await page.getByRole('link', { name: 'Call it again' }).click();
  await expect.poll(() => page.getByLabel('a', { exact: true }).inputValue(), SLOW).toBe('40');
  expect(await page.getByLabel('b', { exact: true }).inputValue()).toBe('2');

  await openPage(page, service, `contracts/${id}/call?function=total()`);
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect.poll(() => answer.textContent(), SLOW).toMatch(/42/);
  await page.getByText('An earlier block, or another caller').click();
  // The embedded chain only keeps the states of its newest blocks.
  const { block_number: block } = await set('98');
  await set('198');
  await page.getByRole('button', { name: /^Read/ }).click();
  await expect.poll(() => answer.textContent(), SLOW).toMatch(/200/);
  await page.getByLabel('As of block').fill(String(block));
  await page.getByRole('button', { name: /^Read/ }).click();
  await expect.poll(() => answer.textContent(), SLOW).toMatch(/100/);
  await page.getByLabel('As of block').fill('soon');
  await page.getByRole('button', { name: /^Read/ }).click();
  await page.getByText('The number of a block, latest or pending.').waitFor(SLOW);
  // Browsers report each refused request in the console.
  expect(problems.filter((text) => !text.includes('400'))).toEqual([]);
}, 120_000);

test('an invalid argument is reported at its field, and the input stays', async () => {
  const { page } = opened;
  const id = await deploySubject('Strict');
  await openPage(page, service, `contracts/${id}/call?function=keys(bytes32)`);
  const field = page.getByLabel('Argument 1');
  await field.fill('0x01');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect.poll(() => field.getAttribute('aria-invalid'), SLOW).toBe('true');
  await expect.poll(main).toContain('32 bytes of hex, not 1');
  expect(await field.inputValue()).toBe('0x01');
}, 60_000);

test('a trial cannot be signed once the form has changed, even if the answer comes late', async () => {
  const { page, problems } = opened;
  const id = await deploySubject('Late');
  await openPage(page, service, `contracts/${id}/call?function=set(uint256)`);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/estimate', async (route) => {
    await held;
    await route.continue();
  });
  const answered = page.waitForResponse(/\/estimate$/);
  await page.getByLabel('a', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByLabel('a', { exact: true }).fill('1000');
  release();
  await (await answered).finished();
  const sign = page.getByRole('button', { name: /^Sign and send/ });
  const tryOut = page.getByRole('button', { name: /^Simulate/ });
  await expect.poll(() => tryOut.getAttribute('class'), SLOW).not.toContain('busy');
  expect(await sign.count()).toBe(0);
  // A new trial uses the current state.
  await tryOut.click();
  await sign.click(SLOW);
  await expect.poll(heading, SLOW).toBe('set of Late');
  await page.locator('.page-name').getByText('Confirmed').waitFor(SLOW);
  expect((await trivium.contracts.call(id, { function: 'total' })).result).toBe('1000');
  expect(problems).toEqual([]);
}, 60_000);

test('alert rules are made, changed and deleted, and described in words', async () => {
  const { page, problems } = opened;
  const { id } = await trivium.api.createContract({ body: { name: 'Watched', abi: [] } });
  const rules = async () => (await trivium.api.listContractAlerts({ params: { id } })).alerts;
  await openPage(page, service, `contracts/${id}/alerts`);
  await page.getByText('There is no alert rule yet.').waitFor(SLOW);
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Payments fail');
  await page.getByLabel('Threshold, percent').fill('12.5');
  await page.getByRole('button', { name: 'Create the rule' }).click();
  const list = page.getByRole('list', { name: 'Alert rules' });
  await expect
    .poll(() => list.textContent(), SLOW)
    .toContain('When the share of executions that fail over the last hour is above 12.5 %');
  expect(await rules()).toMatchObject([{ condition: { threshold: 0.125, window_minutes: 60 } }]);
  const [{ rule_id: made } = {}] = await rules();

  await page.getByRole('button', { name: 'Actions of Payments fail' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect.poll(() => page.getByLabel('Threshold, percent').inputValue()).toBe('12.5');
  await page.getByLabel('Threshold, percent').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => list.textContent(), SLOW).toContain('is above 20 %');
  expect(await rules()).toMatchObject([
    { rule_id: made, rule_name: 'Payments fail', condition: { threshold: 0.2 } },
  ]);

  await page.getByRole('button', { name: 'Actions of Payments fail' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByLabel(/Type “Payments fail”/).fill('Payments fail');
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await page.getByText('There is no alert rule yet.').waitFor(SLOW);
  expect(problems).toEqual([]);
}, 60_000);

test('a backup is made and restored into another environment, confirmed by its name', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'contracts/backups');
  await page.getByRole('button', { name: 'Back up now' }).first().click();
  await page.getByRole('button', { name: 'Back up', exact: true }).click();
  await page.getByRole('button', { name: /^Restore the backup/ }).click(SLOW);
  const confirm = page.getByRole('button', { name: 'Replace what staging holds' });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await page.getByLabel(/Type “staging”/).fill('staging');
  await confirm.click();
  await expect.poll(heading, SLOW).toBe('Restore into staging');
  await page.getByText('It is restored. Read it with a key of the environment staging.').waitFor(SLOW);
  await openPage(page, service, 'contracts/backups');
  await page.getByRole('table', { name: 'Restores' }).getByRole('link').first().click(SLOW);
  await expect.poll(heading, SLOW).toBe('Restore into staging');
  expect(problems).toEqual([]);
}, 60_000);

test('a read-only key is offered no change, and one without the scope is told which one it lacks', async () => {
  const { context, page } = await openConsole(shared.browser);
  const id = await deploySubject('Readable');
  const { rule_id: rule } = await trivium.api.createContractAlert({
    params: { id },
    body: { rule_name: 'Any', condition: { metric: 'gas_used', operator: '>', threshold: 1 }, actions: [] },
  });
  expect(rule).toMatch(/^rul_/);
  await openHome(page, service, await service.addKey('default', ['contracts:read']));
  await openPage(page, service, 'contracts');
  await page.getByRole('link', { name: 'Readable' }).waitFor(SLOW);
  expect(await page.getByRole('link', { name: 'Register a contract' }).count()).toBe(0);
  await openPage(page, service, `contracts/${id}/alerts`);
  await page.getByText('the gas of one execution').waitFor(SLOW);
  expect(await page.getByRole('button', { name: 'New rule' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: /^Deploy/ }).count()).toBe(0);
  await openPage(page, service, `contracts/${id}/call?function=pay()`);
  await page.getByRole('button', { name: 'Simulate' }).click(SLOW);
  await page.getByRole('region', { name: 'Estimated cost' }).waitFor(SLOW);
  expect(await page.getByRole('button', { name: /^Sign and send/ }).count()).toBe(0);

  await context.close();
  const other = await openConsole(shared.browser);
  await openHome(other.page, service, await service.addKey('default', ['events:read']));
  await openPage(other.page, service, 'contracts');
  const alert = other.page.getByRole('alert').first();
  await expect.poll(() => alert.textContent(), SLOW).toContain('contracts:read');
  await other.context.close();
}, 90_000);
