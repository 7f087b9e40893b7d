-- Stored files, and which node runs the workers of the job queue.

-- Every stored file. The bytes lie in the file store under the same key.
create table blobs (
  key text primary key,
  org_id uuid not null,
  size_bytes bigint not null,
  -- Of the bytes, as they are stored.
  sha256 bytea not null,
  created_at timestamptz(3) not null,
  -- Set in the transaction that first refers to the file; what nobody keeps is deleted after a day.
  is_kept boolean not null default false
);
create index blobs_unkept on blobs (created_at) where not is_kept;

-- The job library knows pools of workers, the register knows nodes: when a node dies, its pool's jobs are freed.
create table job_workers (
  pool_id text primary key,
  node_id uuid not null
);
create index job_workers_node on job_workers (node_id);
