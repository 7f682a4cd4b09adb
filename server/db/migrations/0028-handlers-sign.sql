-- What is sent to a handler is signed, as what is sent to a webhook is. Nobody knows the secret before it is renewed.
alter table registration_handlers add signing_nonce text not null default '';
alter table registration_handlers_v2 add signing_nonce text not null default '';
