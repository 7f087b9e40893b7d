-- People who sign in, and what invites them. A person is a principal of one organization, as a key is: sessions, the
-- last use and the end of both are the same, so a person has a row among the keys, with no secret.

alter table api_keys drop constraint api_keys_origin_check;
alter table api_keys add constraint api_keys_origin_check
  check (origin in ('api', 'cli', 'first_start', 'bootstrap', 'portal', 'person'));

create table users (
  id uuid primary key references api_keys,
  org_id uuid not null references organizations,
  -- In small letters.
  email text not null,
  name text not null,
  -- What it may do stands in the code.
  role text not null check (role in ('owner', 'operator', 'developer', 'viewer')),
  -- Argon2id, as a PHC string; null for who signs in by single sign-on alone.
  password_hash text,
  -- Issuer and subject of single sign-on; null before the first time.
  sso_subject text,
  created_at timestamptz(3) not null,
  -- The row stays, so that the log can name who did what.
  removed_at timestamptz(3)
);
create unique index users_email on users (org_id, email) where removed_at is null;
create unique index users_subject on users (org_id, sso_subject) where removed_at is null;
create index users_org on users (org_id, created_at desc, id desc) where removed_at is null;
-- Who signs in says no organization.
create index users_sign_in on users (email) where removed_at is null;

create table user_invitations (
  id uuid primary key,
  org_id uuid not null references organizations,
  email text not null,
  role text not null check (role in ('owner', 'operator', 'developer', 'viewer')),
  -- Who is here already and gets a new password by the link; null for who is to join.
  user_id uuid references users,
  -- SHA-256 of what the link carries, 256 random bits.
  token_hash bytea not null unique,
  invited_by uuid not null references api_keys,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create unique index user_invitations_email on user_invitations (org_id, email);
create index user_invitations_org on user_invitations (org_id, created_at desc, id desc);

-- Tries to sign in with a password, by the SHA-256 of the address that was named, known or not.
create table sign_in_tries (
  address_hash bytea primary key,
  tries integer not null,
  window_ends timestamptz(3) not null
);
create index sign_in_tries_ended on sign_in_tries (window_ends);
