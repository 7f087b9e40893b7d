export {
  createOutreachSending,
  type OutreachSending,
  type OutreachSendingPorts,
  outreachSendingRoutes,
} from './communications/start-sending.ts';
export {
  createOutreachLeads,
  type OutreachLeads,
  type OutreachLeadsPorts,
  outreachLeadsJobs,
  outreachLeadsRoutes,
} from './leads-services.ts';
