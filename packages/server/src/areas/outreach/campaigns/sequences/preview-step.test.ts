import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let client: OutreachClient;
let leadId: string;
beforeAll(async () => {
  service = await startTestService();
  client = new OutreachClient(service, service.key);
  await client.import('email,first_name,company,Shoe size\nann@firm.example,Ann,<Firm>,38\n');
  leadId = (await client.get('/leads')).body.leads[0].id;
});
afterAll(() => service?.stop());

const strategy = {
  sender: { name: 'Sam', email: 'sam@seller.example' },
  legal: { postal_address: '1 Main Street, 12345 Town', basis: 'consent' },
  sequence: [
    {
      step: 1,
      subject: 'A question for {{ company }}',
      body: 'Hello {{ first_name | upcase }},\n\n{% if company %}how is {{ company }}?{% endif %}',
      variants: [
        { variant: 'A', weight: 1 },
        { variant: 'B', weight: 1, subject: 'Size {{ custom }}', body: 'Hello {{ first_name }}.' },
      ],
    },
    { step: 2, delay_hours: 48, body: 'Did you read it?' },
  ],
};

async function preview(body: object, of = client) {
  return of.call('POST', `/leads/${leadId}/preview`, body);
}

test('a preview is the mail that would be sent: rendered with all of Liquid, with footer and verdict, and nothing is stored', async () => {
  const { status, body } = await preview({ messaging_strategy: strategy });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    from: '"Sam" <sam@seller.example>',
    to: 'ann@firm.example',
    subject: 'A question for <Firm>',
    compliance: { decision: 'allowed' },
  });
  expect(body.body).toMatch(
    /^Hello ANN,\n\nhow is <Firm>\?\n\n-- \n1 Main Street, 12345 Town\nUnsubscribe: http/,
  );
  expect(body.html).toContain('how is &lt;Firm&gt;?');
  expect((await preview({ messaging_strategy: strategy, step: 2 })).body.subject).toBe(
    'Re: A question for <Firm>',
  );
  expect((await client.get('/mailboxes')).body.total).toBe(0);
  expect((await client.get('/communications')).body.total).toBe(0);
});

test('a preview shows what would be blocked, and unknown steps, variants and leads are refused', async () => {
  const blocked = async (body: object) => {
    const { body: found } = await preview(body);
    return found.compliance.checks
      .filter(({ result }: { result: string }) => result === 'blocked')
      .map(({ detail }: { detail: string }) => detail)
      .join(' ');
  };
  expect(await blocked({ messaging_strategy: strategy, variant: 'B' })).toContain('custom');
  expect(
    await blocked({
      messaging_strategy: { ...strategy, sequence: [{ step: 1, subject: 'a', body: '{{ first' }] },
    }),
  ).not.toBe('');
  await client.call('POST', '/suppressions', { email: 'ann@firm.example', reason: 'asked' });
  expect(await blocked({ messaging_strategy: strategy })).not.toBe('');
  const refused = async (body: object, of = client) => {
    const { status, body: found } = await preview(body, of);
    return [status, found.error.field];
  };
  expect(await refused({ messaging_strategy: strategy, step: 3 })).toEqual([400, 'step']);
  expect(await refused({ messaging_strategy: strategy, variant: 'C' })).toEqual([400, 'variant']);
  const others = new OutreachClient(service, await service.addKey('others'));
  expect((await preview({ messaging_strategy: strategy }, others)).status).toBe(404);
});
