/** Returns whether a text is the URL of a PostgreSQL database, as DATABASE_URL and `db move --to` take it. */
export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text)
