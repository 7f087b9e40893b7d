-- Archives of everything that an organization has, made for the operator and kept for some days.
create table organization_exports (
  id uuid primary key,
  -- Whose data it holds.
  org_id uuid not null,
  -- The key or the person that asked, `key_…` or `usr_…`.
  requested_by text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'expired')),
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  -- From then on it cannot be downloaded, and its bytes go.
  expires_at timestamptz(3),
  blob_key text,
  size_bytes bigint,
  sha256 text,
  -- Name, rows, bytes and SHA-256 of each file.
  files json,
  error text
);
create index organization_exports_org on organization_exports (org_id, created_at desc, id desc);
create index organization_exports_expiry on organization_exports (expires_at) where status = 'completed';
