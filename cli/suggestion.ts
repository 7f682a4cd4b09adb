import { nearestTo } from '@tocsin/core/base/nearest'

/** Commands that other programs have under another word, and what does the same here. */
const ELSEWHERE: Readonly<Record<string, string>> = { version: '--version', '-v': '--version', '-V': '--version' }

/** Returns the command or the flag that a mistyped word probably means; undefined if none is near. */
export function suggestion(typed: string, known: readonly string[]): string | undefined {
  return Object.hasOwn(ELSEWHERE, typed) ? ELSEWHERE[typed] : nearestTo(typed, known)
}
