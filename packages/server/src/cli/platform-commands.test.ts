import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useCommandLine } from './testing/command-line.ts';

const { folder, run, json, records } = useCommandLine({ DEVNET_BLOCK_TIME: '0.2' });

describe('trivium contracts', () => {
  test('call reads a function, and so does execute, without paying', async () => {
    const source =
      'pragma solidity ^0.8.20; contract Counter { uint256 public n; function add(uint256 by) external { n += by; } function pair(uint256 a) external view returns (uint256 twice, string memory text) { return (a * 2 + n, "so"); } }';
    await writeFile(join(folder(), 'Counter.sol'), `// SPDX-License-Identifier: MIT\n${source}\n`);
    const { body } = await json(['contracts', 'deploy', 'Counter.sol']);
    const id = body.contract_id;
    await json(['contracts', 'execute', id, 'add', '--args', '["37"]']);
    expect((await run(['contracts', 'call', id, 'n'])).stdout).toBe('37\n');
    const pair = ['pair(uint256)', '--args', '["4"]'];
    expect((await run(['contracts', 'call', id, ...pair])).stdout).toBe(
      'twice (uint256): 45\ntext (string): so\n',
    );
    const read = await run(['contracts', 'execute', id, ...pair]);
    expect(read).toEqual({
      code: 0,
      stdout: 'twice (uint256): 45\ntext (string): so\n',
      stderr: 'Called, not executed: pair(uint256) changes nothing, so it costs nothing.\n',
    });
    const transactions = await records(['api', 'listContractTransactions', '-f', `id=${id}`, '--all']);
    expect(transactions.map((one) => one.function)).not.toContain('pair(uint256)');
    const { stdout } = await run(['contracts', 'list', '--network', 'devnet']);
    expect(stdout).toMatch(new RegExp(`^${id}\tCounter\t1\\.0\\.0\tdevnet\tdeployed\t0x\\w{40}\t`, 'm'));
  });
});

describe('trivium campaigns and leads', () => {
  test('leads are tagged by import and by filter, and listed by a tag', async () => {
    await writeFile(join(folder(), 'fair.csv'), 'email,country\nann@fair.example,DE\nbob@fair.example,FR\n');
    await json(['leads', 'import', 'fair.csv', '--tags', 'Trade fair,2026']);
    const tagged = await run(['leads', 'tag', 'VIP', '--tag', 'trade fair', '--country', 'de']);
    expect(tagged.stdout).toBe('1 lead: 1 tag given.\n');
    expect((await run(['leads', 'list', '--tag', 'vip'])).stdout).toMatch(
      /^led_\w+\tann@fair\.example\t\t\t2026, trade fair, vip\t.*\n$/,
    );
    const taken = await run(['leads', 'tag', '2026', '--tag', '2026', '--remove']);
    expect(taken.stdout).toBe('2 leads: 2 tags removed.\n');
    const unsaid = await run(['leads', 'tag', 'vip']);
    expect([unsaid.code, unsaid.stderr]).toEqual([2, expect.stringContaining('Choose the leads')]);
  });

  test('show, launch, pause and resume a campaign, and find its leads', async () => {
    const campaign = {
      name: 'spring',
      description: 'of the test',
      channels: ['email'],
      icp: {},
      messaging_strategy: { subject: 'Hello {{ first_name }}', body: 'Would a call suit you?' },
    };
    await writeFile(join(folder(), 'campaign.json'), JSON.stringify(campaign));
    const made = await json(['api', 'createCampaign', '--input', 'campaign.json']);
    const { id } = made.body;
    await writeFile(join(folder(), 'spring.csv'), 'email,name,company\ncara@delta.example,Cara,Delta\n');
    await json(['leads', 'import', 'spring.csv', '--campaign', id]);
    expect((await run(['leads', 'list', 'delta', '--campaign', id])).stdout).toMatch(
      /^led_\w+\tcara@delta\.example\tCara\tDelta\t\t/,
    );
    const launched = await run([
      'campaigns',
      'launch',
      id,
      '--budget',
      '7.50',
      // So far ahead that it does not end during the test, at any hour.
      '--start-at',
      new Date(Date.now() + 86_400_000).toISOString(),
    ]);
    expect(launched).toMatchObject({ code: 0, stdout: expect.stringMatching(/1 mail to 1 lead .*about \$/) });
    await expect
      .poll(async () => (await run(['campaigns', 'list', '--select', 'status'])).stdout, { timeout: 30_000 })
      .toBe('active\n');
    expect((await run(['campaigns', 'pause', id])).stdout).toBe(`spring (${id}) is paused now.\n`);
    const { stdout } = await run(['campaigns', 'show', id]);
    expect(stdout).toMatch(/^spring \(cmp_\w+\)\npaused, launched /);
    expect(stdout).toMatch(/leads +1\n[\s\S]*spent +\$[\d.]+ of \$7\.50\n$/);
    expect((await run(['campaigns', 'resume', id])).stdout).toContain('is active now');
    expect(await run(['campaigns', 'launch', id, '--budget', 'much'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('amount in USD'),
    });
  });
});

describe('trivium reviews', () => {
  test('review --patches prints each patch; reviews show prints the reasons, and exits by severity', async () => {
    await mkdir(join(folder(), 'shop/src'), { recursive: true });
    const code =
      "import { createHash } from 'node:crypto';\nexport function hash(request, response) {\n  response.end(createHash('md5').update(eval(request.query.pw)).digest('hex'));\n}\n// Three lines on is the end of what a patch shows, and it is blank.\n\nexport const name = 'shop';\n";
    await writeFile(join(folder(), 'shop/src/index.js'), code);
    const reviewed = await run(['review', 'shop', '--categories', 'security', '--patches']);
    expect(reviewed.code).toBe(1);
    expect(reviewed.stdout).toMatch(/^-.*createHash\('md5'\).*\n\+.*createHash\('sha256'\)/m);
    // If the output is stored, it contains no control characters.
    expect(reviewed.stdout + reviewed.stderr).not.toContain('\u001b');
    // Git can apply a printed patch, even with the text around it. Two patches of the same line exclude each other.
    const untilSecond = reviewed.stdout
      .split(/^(?=diff --git )/m)
      .slice(0, 2)
      .join('');
    await writeFile(join(folder(), 'printed.txt'), untilSecond);
    execFileSync('git', ['apply', '../printed.txt'], { cwd: join(folder(), 'shop') });
    expect(await readFile(join(folder(), 'shop/src/index.js'), 'utf8')).toContain("createHash('sha256')");
    const [application] = await records(['reviews', 'list']);
    const [review] = await records(['reviews', 'list', application.id]);
    expect(review).toMatchObject({ review_id: application.latest_review_id, status: 'completed' });

    const shown = await run(['reviews', 'show', application.id, '--patches', '--severity', 'low,medium']);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/^low .*src\/index\.js:3 .*\n {10}\S[\s\S]*\n {10}Fix: /);
    expect(shown.stdout).toMatch(/^\+.*createHash\('sha256'\)/m);
    expect(shown.stdout).not.toMatch(/^critical/m);
    const coloured = await run(['reviews', 'show', review.review_id, '--patches'], {
      env: { FORCE_COLOR: '1' },
    });
    expect(coloured.stdout).toContain("\u001b[32m+  response.end(createHash('sha256')");
    const failing = await run(['reviews', 'show', review.review_id, '--wait', '--fail-on', 'critical']);
    expect(failing).toMatchObject({ code: 1, stdout: expect.stringMatching(/^critical .*eval/m) });
    expect((await run(['reviews', 'show', `rev_${'0'.repeat(32)}`])).code).toBe(2);
  });
});
