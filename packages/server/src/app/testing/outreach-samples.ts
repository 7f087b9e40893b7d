import type { Client, OperationSample } from './operation-sample.ts';

let count = 0;

const LEGAL = { postal_address: '1 Sample Street, 12345 Sampleton', basis: 'legitimate_interest' };

async function importLead(client: Client): Promise<string> {
  const { import_job_id: id } = (await client.run('importLeads')).body;
  await client.until('getLeadImport', id, ({ status }) => /^(completed|failed)/.test(String(status)));
  return (await client.run('listLeads')).body.leads[0].id;
}

async function createCampaign(client: Client): Promise<string> {
  return (await client.run('createCampaign')).body.id;
}

async function launchCampaign(client: Client): Promise<string> {
  await importLead(client);
  const id = await createCampaign(client);
  await client.run('launchCampaign', { id, body: {} });
  await client.until('getCampaign', id, ({ status }) => status === 'active');
  return id;
}

export const outreachSamples: Record<string, OperationSample> = {
  createSuppression: { body: () => ({ email: `sample-${++count}@example.com`, reason: 'a sample' }) },
  tagLeads: { body: () => ({ add: ['sample'], filter: {} }) },
  createMailbox: { body: () => ({ address: `sample-${++count}@example.org` }) },
  createTemplate: { body: () => ({ name: `Sample ${++count}`, subject: 'Hello', body: 'A sample.' }) },
  createCampaign: {
    body: () => ({
      name: 'Sample',
      channels: ['email'],
      filter: {},
      messaging_strategy: {
        sender: { name: 'Ann Sample', email: 'ann@example.org' },
        legal: LEGAL,
        sequence: [{ step: 1, channel: 'email', delay_hours: 999, subject: 'Hello', body: 'A sample.' }],
      },
    }),
  },
  changeCampaign: {
    body: () => ({ name: 'Sample, changed', messaging_strategy: { subject: 'Hello', body: 'Changed.' } }),
    prepare: createCampaign,
  },
  previewMail: {
    body: () => ({ messaging_strategy: { subject: 'Hello', body: 'A sample.' } }),
    prepare: importLead,
  },
  launchCampaign: { body: () => ({}), prepare: createCampaign },
  pauseCampaign: { prepare: launchCampaign },
  resumeCampaign: {
    body: () => ({}),
    async prepare(client) {
      const id = await launchCampaign(client);
      await client.run('pauseCampaign', { id });
      return id;
    },
  },
  cancelCampaign: { prepare: createCampaign },
  receiveMail: {
    body: () => ({ raw: `From: reader@example.com\nSubject: Sample ${++count}\n\nGood day.\n` }),
  },
  bookMeeting: {
    body: () => ({
      email: `guest-${++count}@example.com`,
      meeting_time: '2027-01-01T12:00:00.000Z',
      sales_rep: 'ann@example.org',
    }),
  },
  queueCommunication: {
    body: () => ({
      to: `reader-${++count}@example.com`,
      subject: 'A sample of a message',
      body: 'Good day. This is a sample of a message.',
      send_at: '2027-01-01T12:00:00.000Z',
    }),
  },
};

/** Makes one of each kind; their ids are in the answers. */
export async function fillOutreach(client: Client): Promise<string[]> {
  const leadId = await importLead(client);
  const answers = [
    await client.run('scoreLead', { id: leadId }),
    await client.run('createSuppression'),
    await client.run('createMailbox'),
    await client.run('createTemplate'),
    await client.run('createCampaign'),
    await client.run('queueCommunication'),
    await client.run('receiveMail'),
    await client.run('bookMeeting'),
  ];
  // The invitation to the meeting arrives in the sandbox.
  await client.until('listSandboxMessages', '', ({ total }) => Number(total) > 0);
  return [leadId, ...answers.map(({ text }) => text)];
}
