import { contractsRoutes } from './contracts-routes.ts';
import { outreachRoutes } from './outreach-routes.ts';
import { type PageRoute, page } from './router.tsx';

/** All routes of the console. Pages are loaded on first use. */
export const routes: PageRoute[] = [
  { path: '', section: 'home', page: page(() => import('../pages/home/home.tsx').then((m) => m.HomePage)) },
  {
    path: 'events',
    section: 'events',
    page: page(() => import('../pages/events/events.tsx').then((m) => m.EventsPage)),
  },
  {
    path: 'events/publish',
    section: 'events',
    page: page(() => import('../pages/events/publish.tsx').then((m) => m.PublishPage)),
  },
  {
    path: 'events/log',
    section: 'events',
    page: page(() => import('../pages/events/log.tsx').then((m) => m.LogPage)),
  },
  {
    path: 'events/types',
    section: 'events',
    page: page(() => import('../pages/events/types.tsx').then((m) => m.EventTypesPage)),
  },
  {
    path: 'events/types/:name',
    section: 'events',
    page: page(() => import('../pages/events/type.tsx').then((m) => m.EventTypePage)),
  },
  {
    path: 'events/:id',
    section: 'events',
    page: page(() => import('../pages/events/event.tsx').then((m) => m.EventPage)),
  },
  {
    path: 'webhooks',
    section: 'webhooks',
    page: page(() => import('../pages/webhooks/subscriptions.tsx').then((m) => m.SubscriptionsPage)),
  },
  {
    path: 'webhooks/new',
    section: 'webhooks',
    page: page(() => import('../pages/webhooks/edit.tsx').then((m) => m.NewSubscriptionPage)),
  },
  {
    path: 'webhooks/deliveries',
    section: 'webhooks',
    page: page(() => import('../pages/webhooks/deliveries.tsx').then((m) => m.DeliveriesPage)),
  },
  {
    path: 'webhooks/dead',
    section: 'webhooks',
    page: page(() => import('../pages/webhooks/dead-letters.tsx').then((m) => m.DeadLettersPage)),
  },
  {
    path: 'webhooks/:id',
    section: 'webhooks',
    page: page(() => import('../pages/webhooks/subscription.tsx').then((m) => m.SubscriptionPage)),
  },
  {
    path: 'webhooks/:id/edit',
    section: 'webhooks',
    page: page(() => import('../pages/webhooks/edit.tsx').then((m) => m.EditSubscriptionPage)),
  },
  {
    path: 'deliveries/:id',
    section: 'webhooks',
    page: page(() => import('../pages/webhooks/delivery.tsx').then((m) => m.DeliveryPage)),
  },
  {
    path: 'workflows',
    section: 'workflows',
    page: page(() => import('../pages/workflows/workflows.tsx').then((m) => m.WorkflowsPage)),
  },
  {
    path: 'workflows/new',
    section: 'workflows',
    page: page(() => import('../pages/workflows/edit.tsx').then((m) => m.NewWorkflowPage)),
  },
  {
    path: 'workflows/:id',
    section: 'workflows',
    page: page(() => import('../pages/workflows/workflow.tsx').then((m) => m.WorkflowPage)),
  },
  {
    path: 'workflows/:id/edit',
    section: 'workflows',
    page: page(() => import('../pages/workflows/edit.tsx').then((m) => m.EditWorkflowPage)),
  },
  {
    path: 'workflows/:id/runs/:run',
    section: 'workflows',
    page: page(() => import('../pages/workflows/run.tsx').then((m) => m.RunPage)),
  },
  ...contractsRoutes,
  ...outreachRoutes,
  {
    path: 'review',
    section: 'review',
    page: page(() => import('../pages/review/applications.tsx').then((m) => m.ApplicationsPage)),
  },
  {
    path: 'review/set-aside',
    section: 'review',
    page: page(() => import('../pages/review/set-aside.tsx').then((m) => m.SuppressedFindingsPage)),
  },
  {
    path: 'review/rules',
    section: 'review',
    page: page(() => import('../pages/review/rules.tsx').then((m) => m.RulesPage)),
  },
  {
    path: 'review/rules/all',
    section: 'review',
    page: page(() => import('../pages/review/rule-catalog.tsx').then((m) => m.RuleCatalogPage)),
  },
  {
    path: 'review/rules/:family/:rule',
    section: 'review',
    page: page(() => import('../pages/review/rule.tsx').then((m) => m.RulePage)),
  },
  {
    path: 'review/:id',
    section: 'review',
    page: page(() => import('../pages/review/application.tsx').then((m) => m.ApplicationPage)),
  },
  {
    path: 'reviews/:id',
    section: 'review',
    page: page(() => import('../pages/review/review.tsx').then((m) => m.ReviewPage)),
  },
  {
    path: 'review/:id/readiness',
    section: 'review',
    page: page(() => import('../pages/review/readiness.tsx').then((m) => m.ReadinessPage)),
  },
  {
    path: 'review/:id/components',
    section: 'review',
    page: page(() => import('../pages/review/components.tsx').then((m) => m.ComponentsPage)),
  },
  {
    path: 'review/:id/files',
    section: 'review',
    page: page(() => import('../pages/review/files.tsx').then((m) => m.FilesPage)),
  },
  {
    path: 'components/:id',
    section: 'review',
    page: page(() => import('../pages/review/component.tsx').then((m) => m.ComponentPage)),
  },
  {
    path: 'reviews/:id/agents',
    section: 'review',
    page: page(() => import('../pages/review/agents.tsx').then((m) => m.AgentsPage)),
  },
  {
    path: 'reviews/:id/compare',
    section: 'review',
    page: page(() => import('../pages/review/compare.tsx').then((m) => m.ComparePage)),
  },
  {
    path: 'reviews/:id/patches',
    section: 'review',
    page: page(() => import('../pages/review/patches.tsx').then((m) => m.PatchesPage)),
  },
  {
    path: 'reviews/:id/left-out',
    section: 'review',
    page: page(() => import('../pages/review/left-out.tsx').then((m) => m.LeftOutPage)),
  },
  {
    path: 'reviews/:id/report',
    section: 'review',
    page: page(() => import('../pages/review/report.tsx').then((m) => m.ReportPage)),
  },
  {
    path: 'reviews/:id/findings/:finding',
    section: 'review',
    page: page(() => import('../pages/review/finding.tsx').then((m) => m.FindingPage)),
  },
  {
    path: 'keys',
    section: 'keys',
    page: page(() => import('../pages/keys/keys.tsx').then((m) => m.KeysPage)),
  },
  {
    path: 'keys/new',
    section: 'keys',
    page: page(() => import('../pages/keys/new-key.tsx').then((m) => m.NewKeyPage)),
  },
  {
    path: 'keys/:id',
    section: 'keys',
    page: page(() => import('../pages/keys/key.tsx').then((m) => m.KeyPage)),
  },
  {
    path: 'requests',
    section: 'requests',
    page: page(() => import('../pages/requests/requests.tsx').then((m) => m.RequestsPage)),
  },
  {
    path: 'requests/:id',
    section: 'requests',
    page: page(() => import('../pages/requests/request.tsx').then((m) => m.RequestPage)),
  },
  {
    path: 'people',
    section: 'people',
    page: page(() => import('../pages/people/people.tsx').then((m) => m.PeoplePage)),
  },
  {
    path: 'audit',
    section: 'audit',
    page: page(() => import('../pages/audit/audit.tsx').then((m) => m.AuditPage)),
  },
  {
    // The previous address.
    path: 'people/log',
    section: 'audit',
    page: page(() => import('../pages/audit/audit.tsx').then((m) => m.AuditPage)),
  },
  {
    path: 'people/:id',
    section: 'people',
    page: page(() => import('../pages/people/person.tsx').then((m) => m.PersonPage)),
  },
  {
    path: 'organizations',
    section: 'organizations',
    page: page(() => import('../pages/organizations/organizations.tsx').then((m) => m.OrganizationsPage)),
  },
  {
    path: 'organizations/:id',
    section: 'organizations',
    page: page(() => import('../pages/organizations/organization.tsx').then((m) => m.OrganizationPage)),
  },
  {
    path: 'account',
    section: 'account',
    page: page(() => import('../pages/people/account.tsx').then((m) => m.AccountPage)),
  },
  {
    path: 'settings',
    section: 'settings',
    page: page(() => import('../pages/settings/settings.tsx').then((m) => m.SettingsPage)),
  },
];
