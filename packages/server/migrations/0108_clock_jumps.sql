-- By how much the database's clock was set of late, as by a fail-over to a machine whose clock is another one. A node that is started
-- afterwards takes from it what the clock said before, and holds nothing for over that has not passed.
-- Born by nodes from 0.1.0 on

create table clock_jumps (
  id bigint generated always as identity primary key,
  -- By the clock as it is now: it is moved with each jump that follows.
  heard_at timestamptz not null,
  -- Milliseconds; below 0 where it was set back.
  ahead_ms double precision not null
);
