-- What phones register with.

-- What a person answered to the form of their code. Rules of channels look at it.
alter table maps add answers jsonb not null default '{}';
-- What a client knows of a person is found by their phone, e-mail or answers, in any of its schemas.
create index registration_data_known on registration_data (client_id, key);
