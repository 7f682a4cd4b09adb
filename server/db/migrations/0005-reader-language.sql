-- The language somebody last signed in with: what others cause to be written to them is in it.
alter table users add locale text check (locale in ('en-US', 'pt-BR'));
