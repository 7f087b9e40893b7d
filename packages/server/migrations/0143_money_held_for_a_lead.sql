-- Whom money is held for: what agents may cost for one lead counts what others of them are spending at the same moment.
-- Born by nodes from 0.1.0 on
alter table cost_reservations add column lead_id uuid;
