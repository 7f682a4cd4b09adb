import { describe, expect, it } from 'vitest'
import { ageText, spanText, stamp, stampBeside } from './time'

const local = (...parts: [number, number, number, number, number, number]) => new Date(...parts).toISOString()

describe('the times of the board', () => {
  it('ALERT-10 writes a time as yyyy-MM-dd HH:mm:ss in the zone of the reader', () => {
    expect(stamp(local(2026, 0, 5, 4, 3, 2))).toBe('2026-01-05 04:03:02')
    expect(stamp(null)).toBe('')
  })

  it('writes the day of an event only if it is another day', () => {
    const noon = local(2026, 0, 5, 12, 0, 0)
    expect(stampBeside(local(2026, 0, 5, 23, 59, 59), noon)).toBe('23:59:59')
    expect(stampBeside(local(2026, 0, 6, 0, 0, 1), noon)).toBe('2026-01-06 00:00:01')
  })

  it('writes a span with the units that it needs', () => {
    expect([0, 48_000, 3_727_000, 93_784_000, -5].map(spanText)).toEqual(['0:00', '0:48', '1:02:07', '1 d 2 h', '0:00'])
  })

  it('A-162 stops the age of an alert when it is resolved', () => {
    const alert = { createdAt: '2026-01-01T10:00:05Z', generatedAt: '2026-01-01T10:00:00Z', resolvedAt: null }
    const now = Date.parse('2026-01-01T12:00:00Z')
    expect(ageText(alert, now)).toBe('2:00:00')
    expect(ageText({ ...alert, resolvedAt: '2026-01-01T10:04:20Z' }, now)).toBe('4:20')
  })

  it('makes no alert young because the clock of its phone is ahead', () => {
    const alert = { createdAt: '2026-01-01T10:00:00Z', generatedAt: '2026-01-02T10:00:00Z', resolvedAt: null }
    expect(ageText(alert, Date.parse('2026-01-01T10:30:00Z'))).toBe('30:00')
  })
})
