-- Browsers that signed in with an API key and are known by a cookie. A session reaches what its key reaches, and ends with it.
create table key_sessions (
  -- SHA-256 of the cookie. It carries 256 random bits, as keys do.
  token_hash bytea primary key,
  org_id uuid not null references organizations,
  key_id uuid not null references api_keys on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index key_sessions_key on key_sessions (key_id);
create index key_sessions_ended on key_sessions (org_id, expires_at);
