-- Requests to a handler are signed, as those to a webhook are. Nobody knows the secret before it is renewed.
alter table registration_handlers add signing_nonce text not null default '';
alter table registration_handlers_v2 add signing_nonce text not null default '';
