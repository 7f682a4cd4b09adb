-- The session that a terminal got, so that a terminal whose answer was lost gets the same one again.
alter table terminal_sign_ins add session_id text;
