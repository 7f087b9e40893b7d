export { outreachEventIndex } from './books/events/event-index.ts';
export { pauseForBudget } from './campaigns/campaigns/change-state.ts';
export {
  createOutreachLeads,
  type OutreachLeads,
  type OutreachLeadsPorts,
  outreachLeadsJobs,
} from './leads-services.ts';
export { forgetMessages } from './mail/communications/forget-person.ts';
export { outreachRoutes } from './routes.ts';
export {
  createOutreachSending,
  type OutreachSending,
  type OutreachSendingPorts,
  outreachSendingJobs,
  registerOutreachPages,
} from './start-sending.ts';
