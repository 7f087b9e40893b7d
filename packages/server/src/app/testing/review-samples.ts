import type { Client, OperationSample } from './operation-sample.ts';

let count = 0;

async function analyzeApplication(client: Client): Promise<string> {
  const { id } = (await client.run('uploadApplication')).body;
  await client.until('getApplication', id, ({ status }) => status === 'analyzed');
  return id;
}

async function findComponent(client: Client): Promise<string> {
  const id = await analyzeApplication(client);
  const { components } = (await client.run('listComponents', { id })).body;
  return components[0].id;
}

const FINGERPRINT = 'a'.repeat(64);

async function acknowledgeFinding(client: Client): Promise<string> {
  await client.run('acknowledgeFinding', { id: FINGERPRINT });
  return FINGERPRINT;
}

async function createFindingComment(client: Client): Promise<string> {
  const { comment_id: id } = (await client.run('createFindingComment', { id: FINGERPRINT })).body;
  return `${FINGERPRINT}/${id}`;
}

export const reviewSamples: Record<string, OperationSample> = {
  approveApplication: { body: () => ({}), prepare: analyzeApplication },
  rejectApplication: { body: () => ({ reason: 'a sample' }), prepare: analyzeApplication },
  archiveApplication: { body: () => ({}), prepare: analyzeApplication },
  requestReview: { body: () => ({ categories: ['documentation'] }), prepare: analyzeApplication },
  importSarif: { prepare: analyzeApplication },
  promoteComponent: {
    body: () => ({ version: `1.${++count}.0`, maturity_level: 'incubating' }),
    prepare: findComponent,
  },
  setReviewRules: { body: () => ({ rules: 'disabled: [access/bind-all]\n' }) },
  deprecateComponent: { body: () => ({}), prepare: findComponent },
  acknowledgeFinding: { prepare: async () => FINGERPRINT },
  unacknowledgeFinding: { prepare: acknowledgeFinding },
  createFindingComment: { body: () => ({ text: 'a sample' }), prepare: async () => FINGERPRINT },
  deleteFindingComment: { prepare: createFindingComment },
  suppressFinding: {
    body: () => ({ fingerprint: (++count).toString(16).padStart(64, 'a'), reason: 'a sample' }),
  },
};

/** Makes one of each kind; their ids are in the answers. */
export async function fillReview(client: Client): Promise<string[]> {
  const id = await analyzeApplication(client);
  const review = await client.run('requestReview', { id });
  const reviewId = review.body.review_id;
  await client.until('getReview', reviewId, ({ status }) => /^(completed|failed)/.test(String(status)));
  const answers = [
    review,
    await client.run('listComponents', { id }),
    await client.run('importSarif', { id }),
    await client.run('suppressFinding'),
    await client.run('setReviewRules'),
  ];
  return [id, ...answers.map(({ text }) => text)];
}
