-- What an analysis reads of an archive decides how its work is run; before, all that the archive holds did.
alter table review_applications add column work_bytes bigint;
update review_applications set work_bytes = uncompressed_bytes;
alter table review_applications alter column work_bytes set not null;
