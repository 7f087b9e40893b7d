-- A rule is changed in place. What was settled before its present condition is not held against it; null: since it was made.
alter table alert_rules add column condition_since timestamptz(3);

-- What the rule said when the alert fired, once the rule was changed; null: as the rule says. Null also in backups of before.
alter table alerts
  add column rule_name text,
  add column metric text,
  add column operator text,
  add column threshold double precision,
  add column severity text;
