/** Time within which any browser has taken the bytes, in milliseconds. */
const KEPT = 60_000

/** Hands bytes to the browser as a download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}
