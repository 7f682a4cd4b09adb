/** An error of the system, with the file that it is of: what fails in a write, as on a full disk, names none. */
export function named(error: unknown, path: string): unknown {
  const { syscall, path: known } = error as { syscall?: string; path?: string }
  return syscall !== undefined && known === undefined ? Object.assign(error as Error, { path }) : error
}
