import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let client: OutreachClient;
beforeAll(async () => {
  service = await startTestService();
  client = new OutreachClient(service, service.key);
  await client.import(
    [
      'email,first_name,last_name,company',
      'ody@firm.example,ΟΔΥΣΣΕΥΣ,Ελύτης,Ποιητές',
      'ist@firm.example,İbrahim,Işık,İstanbul Ticaret',
      'jose@firm.example,Jose\u0301,Ñandú,Caf\u00e9',
      'ann@bücher.example,Ann,Groß,100% AG',
    ].join('\n'),
  );
});
afterAll(() => service?.stop());

describe.each([
  ['ΟΔΥΣΣΕΥΣ', 'ody@firm.example'],
  ['οδυσσευς', 'ody@firm.example'],
  ['ΕΛΎΤΗΣ', 'ody@firm.example'],
  ['İbrahim', 'ist@firm.example'],
  ['ibrahim', 'ist@firm.example'],
  ['IŞIK', 'ist@firm.example'],
  ['İSTANBUL', 'ist@firm.example'],
  ['Jos\u00e9', 'jose@firm.example'],
  ['JOSE\u0301', 'jose@firm.example'],
  ['cafe\u0301', 'jose@firm.example'],
  ['groß', 'ann@xn--bcher-kva.example'],
  ['100%', 'ann@xn--bcher-kva.example'],
  ['bücher.ex', 'ann@xn--bcher-kva.example'],
])('%s', (q, email) => {
  test('finds the lead', async () => {
    const { body } = await client.get(`/leads?q=${encodeURIComponent(q)}`);
    expect(body.leads.map((lead: { email: string }) => lead.email)).toEqual([email]);
  });

  test('selects the same lead for a campaign', async () => {
    const { body: campaign } = await client.call('POST', '/campaigns', { name: 'c', filter: { q } });
    const { body } = await client.get(`/leads?campaign_id=${campaign.id}`);
    expect(body.leads.map((lead: { email: string }) => lead.email)).toEqual([email]);
  });
});
