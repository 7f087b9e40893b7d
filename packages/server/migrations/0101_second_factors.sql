-- The second factor of people who sign in with a password: a secret that their app has too, and codes for when it is lost.
create table second_factors (
  user_id uuid primary key references users,
  org_id uuid not null,
  sealed_secret text not null,
  created_at timestamptz(3) not null,
  -- Null until a first code has shown that the app has the secret; before, nothing is asked for.
  confirmed_at timestamptz(3),
  -- The half minute of the code that was used last: none counts twice.
  last_step bigint not null default 0,
  -- SHA-256 of those that are left; each carries 80 random bits and counts once.
  recovery_hashes bytea[] not null default '{}'
);
