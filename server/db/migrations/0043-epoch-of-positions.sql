-- Positions in the stream are of one database alone: transactions of another one have numbers too. Each database has a random
-- epoch, which a cursor has as well; a copy of the database begins another one.
alter table happenings_swept add column epoch bigint not null
  default ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 13))::bit(52)::bigint;
