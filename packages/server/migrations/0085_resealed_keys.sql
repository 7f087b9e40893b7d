-- The encryption key can change: the private half of a key that signs checkpoints is then sealed anew, which leaves its
-- form and its length, and names another encryption key. Destroyed, it stays so.
drop trigger checkpoint_keys_forward on checkpoint_keys;
create trigger checkpoint_keys_forward before update on checkpoint_keys for each row
  when (new.id <> old.id or new.public_key <> old.public_key or new.created_at <> old.created_at
    or new.sealed_private_key not in ('', old.sealed_private_key)
      and (split_part(new.sealed_private_key, '.', 1) <> split_part(old.sealed_private_key, '.', 1)
        or split_part(new.sealed_private_key, '.', 2) = split_part(old.sealed_private_key, '.', 2)
        or length(split_part(new.sealed_private_key, '.', 3)) <> length(split_part(old.sealed_private_key, '.', 3))))
  execute function refuse_change();
