-- The answers of a person to the form of their code. Rules of channels look at them.
alter table maps add answers jsonb not null default '{}';
-- The registration data of a person is found by their phone, e-mail or answers, in any schema of the client.
create index registration_data_known on registration_data (client_id, key);
