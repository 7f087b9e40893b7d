export { pauseForBudget } from './campaigns/change-state.ts';
export { forgetMessages } from './communications/forget-person.ts';
export {
  createOutreachSending,
  type OutreachSending,
  type OutreachSendingPorts,
  outreachSendingJobs,
  outreachSendingRoutes,
  registerOutreachPages,
} from './communications/start-sending.ts';
export { outreachEventIndex } from './events/event-index.ts';
export {
  createOutreachLeads,
  type OutreachLeads,
  type OutreachLeadsPorts,
  outreachLeadsJobs,
  outreachLeadsRoutes,
} from './leads-services.ts';
