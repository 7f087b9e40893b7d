export { outreachEventIndex } from './books/events/event-index.ts';
export { pauseForBudget } from './campaigns/campaigns/change-state.ts';
export {
  createOutreachLeads,
  type OutreachLeads,
  type OutreachLeadsPorts,
  outreachLeadsJobs,
  outreachLeadsRoutes,
} from './leads-services.ts';
export { forgetMessages } from './mail/communications/forget-person.ts';
export {
  createOutreachSending,
  type OutreachSending,
  type OutreachSendingPorts,
  outreachSendingJobs,
  outreachSendingRoutes,
  registerOutreachPages,
} from './start-sending.ts';
export { outreachErrors } from './terms/outreach-errors.ts';
export { outreachIdPrefixes } from './terms/outreach-ids.ts';
