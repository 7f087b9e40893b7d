-- What hangs on an application or a review refers to it by its organization too. Nodes of the version before write
-- `on conflict (id)` to the two tables themselves, and `on conflict (application_id, kind)` to their scores: those keep the
-- keys that they had, and have the new ones beside them.
-- Born by nodes from 0.1.0 on

alter table review_applications add constraint review_applications_of_organization unique (id, org_id);
alter table review_reviews
  add constraint review_reviews_of_organization unique (id, org_id),
  drop constraint review_reviews_application_id_fkey,
  add constraint review_reviews_application_id_fkey
    foreign key (application_id, org_id) references review_applications (id, org_id) on delete cascade;
alter table review_readiness
  drop constraint review_readiness_application_id_fkey,
  add constraint review_readiness_application_id_fkey
    foreign key (application_id, org_id) references review_applications (id, org_id) on delete cascade;
alter table review_packages
  drop constraint review_packages_application_id_fkey,
  drop constraint review_packages_pkey, add primary key (application_id, ordinal, org_id),
  add constraint review_packages_application_id_fkey
    foreign key (application_id, org_id) references review_applications (id, org_id) on delete cascade;
alter table review_gaps
  drop constraint review_gaps_application_id_fkey,
  drop constraint review_gaps_pkey, add primary key (application_id, ordinal, org_id),
  add constraint review_gaps_application_id_fkey
    foreign key (application_id, org_id) references review_applications (id, org_id) on delete cascade;
alter table review_agents
  drop constraint review_agents_review_id_fkey,
  drop constraint review_agents_pkey, add primary key (review_id, agent_id, org_id),
  add constraint review_agents_review_id_fkey
    foreign key (review_id, org_id) references review_reviews (id, org_id) on delete cascade;
alter table review_findings
  drop constraint review_findings_review_id_fkey,
  drop constraint review_findings_pkey, add primary key (review_id, fingerprint, agent_id, org_id),
  add constraint review_findings_review_id_fkey
    foreign key (review_id, org_id) references review_reviews (id, org_id) on delete cascade;
alter table review_dropped
  drop constraint review_dropped_review_id_fkey,
  drop constraint review_dropped_pkey, add primary key (review_id, ordinal, org_id),
  add constraint review_dropped_review_id_fkey
    foreign key (review_id, org_id) references review_reviews (id, org_id) on delete cascade;
alter table review_promotions
  drop constraint review_promotions_component_id_fkey,
  drop constraint review_promotions_pkey, add primary key (component_id, ordinal, org_id);
alter table review_components
  drop constraint review_components_application_id_fkey,
  drop constraint review_components_application_id_key_key, add unique (application_id, key, org_id),
  drop constraint review_components_pkey, add primary key (id, org_id),
  add constraint review_components_application_id_fkey
    foreign key (application_id, org_id) references review_applications (id, org_id) on delete cascade;
alter table review_promotions
  add constraint review_promotions_component_id_fkey
    foreign key (component_id, org_id) references review_components (id, org_id) on delete cascade;
