/** Time after which the address of a file is revoked, in milliseconds. Every browser has read the bytes by then. */
const REVOKE_DELAY_MS = 60_000

/** Starts the download of `content` as a file called `name`. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}
