import { type PageRoute, page } from './router.tsx';

/** The routes of outreach. */
export const outreachRoutes: PageRoute[] = [
  {
    path: 'outreach',
    section: 'outreach',
    page: page(() => import('../pages/outreach/campaigns.tsx').then((m) => m.CampaignsPage)),
  },
  {
    path: 'outreach/new',
    section: 'outreach',
    page: page(() => import('../pages/outreach/campaign-editor.tsx').then((m) => m.NewCampaignPage)),
  },
  {
    path: 'outreach/leads',
    section: 'outreach',
    page: page(() => import('../pages/outreach/leads.tsx').then((m) => m.LeadsPage)),
  },
  {
    path: 'outreach/leads/:id',
    section: 'outreach',
    page: page(() => import('../pages/outreach/lead.tsx').then((m) => m.LeadPage)),
  },
  {
    path: 'outreach/import',
    section: 'outreach',
    page: page(() => import('../pages/outreach/import.tsx').then((m) => m.ImportPage)),
  },
  {
    path: 'outreach/answers',
    section: 'outreach',
    page: page(() => import('../pages/outreach/answers.tsx').then((m) => m.AnswersPage)),
  },
  {
    path: 'outreach/answers/:id',
    section: 'outreach',
    page: page(() => import('../pages/outreach/answer.tsx').then((m) => m.AnswerPage)),
  },
  {
    path: 'outreach/meetings',
    section: 'outreach',
    page: page(() => import('../pages/outreach/meetings.tsx').then((m) => m.MeetingsPage)),
  },
  {
    path: 'outreach/mailboxes',
    section: 'outreach',
    page: page(() => import('../pages/outreach/mailboxes.tsx').then((m) => m.MailboxesPage)),
  },
  {
    path: 'outreach/mailboxes/:id',
    section: 'outreach',
    page: page(() => import('../pages/outreach/mailbox.tsx').then((m) => m.MailboxPage)),
  },
  {
    path: 'outreach/templates',
    section: 'outreach',
    page: page(() => import('../pages/outreach/templates.tsx').then((m) => m.TemplatesPage)),
  },
  {
    path: 'outreach/templates/:id',
    section: 'outreach',
    page: page(() => import('../pages/outreach/template.tsx').then((m) => m.TemplatePage)),
  },
  {
    path: 'outreach/agents',
    section: 'outreach',
    page: page(() => import('../pages/outreach/agents.tsx').then((m) => m.AgentsPage)),
  },
  {
    path: 'outreach/agents/:id',
    section: 'outreach',
    page: page(() => import('../pages/outreach/agent.tsx').then((m) => m.AgentPage)),
  },
  {
    path: 'outreach/traces/:id',
    section: 'outreach',
    page: page(() => import('../pages/outreach/trace.tsx').then((m) => m.TracePage)),
  },
  {
    path: 'outreach/receiving',
    section: 'outreach',
    page: page(() => import('../pages/outreach/receiving.tsx').then((m) => m.ReceivingPage)),
  },
  {
    path: 'outreach/suppressions',
    section: 'outreach',
    page: page(() => import('../pages/outreach/suppressions.tsx').then((m) => m.SuppressionsPage)),
  },
  {
    path: 'outreach/sandbox',
    section: 'outreach',
    page: page(() => import('../pages/outreach/sandbox.tsx').then((m) => m.SandboxPage)),
  },
  {
    path: 'outreach/sandbox/:id',
    section: 'outreach',
    page: page(() => import('../pages/outreach/sandbox-mail.tsx').then((m) => m.SandboxMailPage)),
  },
  {
    path: 'outreach/mails/:id',
    section: 'outreach',
    page: page(() => import('../pages/outreach/message.tsx').then((m) => m.MessagePage)),
  },
  {
    path: 'outreach/:id',
    section: 'outreach',
    page: page(() => import('../pages/outreach/campaign.tsx').then((m) => m.CampaignPage)),
  },
  {
    path: 'outreach/:id/edit',
    section: 'outreach',
    page: page(() => import('../pages/outreach/campaign-editor.tsx').then((m) => m.EditCampaignPage)),
  },
];
