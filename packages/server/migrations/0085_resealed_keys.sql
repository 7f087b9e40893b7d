-- The encryption key can change: the private half of a key that signs checkpoints is then sealed anew. Destroyed, it
-- stays so.
drop trigger checkpoint_keys_forward on checkpoint_keys;
create trigger checkpoint_keys_forward before update on checkpoint_keys for each row
  when (new.id <> old.id or new.public_key <> old.public_key or new.created_at <> old.created_at
    or old.sealed_private_key = '' and new.sealed_private_key <> '') execute function refuse_change();
