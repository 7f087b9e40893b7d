import { defineJob } from '../../../../engine/jobs/index.ts';

export interface EnrollPayload {
  orgId: string;
  executionId: string;
  correlationId?: string | undefined;
}

export const enrollLeadsJob = defineJob<EnrollPayload>('outreach.enroll_leads', { maxAttempts: 10 });
