import { describe, expect, it } from 'vitest'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cellText } from '@tocsin/core/csv/cells'
import { recognise, unstorableNames } from '@tocsin/core/csv/header'
import { fold } from '@tocsin/core/base/fold'
import { LIMITS } from '@tocsin/core/vocabulary/kinds'
import { hasLongRun, MARKS_IN_A_ROW, normalForm } from '@tocsin/core/base/normal-form'
import { weaknessOf } from '@tocsin/core/vocabulary/common-passwords'
import { readNumber } from '@tocsin/core/csv/number'
import { zoneNamed } from '@tocsin/core/vocabulary/rules'
import { canonicalText, check, wrongKinds } from '@tocsin/core/vocabulary/validate'
import type { Fields } from '@tocsin/core/vocabulary/resource'

/** Three marks of falling class in turn: the run that costs most to put in order. */
const marks = (count: number) => '\u0315\u0300\u05ae'.repeat(Math.ceil(count / 3)).slice(0, count)
const LONG = `a${marks(30_000)}`

describe('text before it is normalised', () => {
  it('T120 takes thirty marks in a row and no more, of whatever kind', () => {
    for (const mark of ['\u0301', '\u0651', '\u{1d165}', '\uff9e']) {
      expect(hasLongRun(`a${mark.repeat(MARKS_IN_A_ROW)}b${mark.repeat(MARKS_IN_A_ROW)}`), mark).toBe(false)
      expect(hasLongRun(`a${mark.repeat(MARKS_IN_A_ROW + 1)}`), mark).toBe(true)
    }
    expect(hasLongRun(`${marks(15)}\uff9f${marks(15)}`)).toBe(true)
  })

  it('T120 knows every character that becomes a mark by being decomposed', () => {
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue
      const one = String.fromCodePoint(code)
      // Two reorder where both have a class: only then does a run of them take more than its length.
      const reorders = `\u0315${one}`.normalize('NFKD').codePointAt(0) !== 0x0315
      if (reorders && one.normalize('NFKD').length > 0)
        expect(hasLongRun(one.repeat(MARKS_IN_A_ROW + 1)), code.toString(16)).toBe(true)
    }
  })

  it('T120 brings no text with a long run of marks into a normal form, wherever one is asked for', () => {
    expect(normalForm(LONG, 'NFC')).toBe(LONG)
    expect(canonicalText(` ${LONG}\r\n`)).toBe(LONG)
    expect(cellText(`${LONG} `, true)).toBe(LONG)
    expect(fold(LONG)).toHaveLength(LONG.replace(/[\u0300-\u036f]/g, '').length)
    // Folding takes the marks away all the same.
    expect(weaknessOf(`Senha1${marks(60)}`, 'x')).toBe('common')
    const spec = { names: ['key'], required: ['key'], aliases: {}, open: true as const }
    expect(unstorableNames(recognise(['key', LONG], spec), spec)).toHaveLength(1)
  })

  it('T120 is asked of every normaliser: one file calls the built-in', () => {
    const files = execFileSync('git', [
      'grep',
      '-l',
      '--untracked',
      '-E',
      '\\.normalize\\(',
      '--',
      'core',
      'server',
      'web',
      'cli',
    ])
    const sources = files
      .toString()
      .split('\n')
      .filter((path) => path !== '' && !/\.test\.tsx?$/.test(path))
    expect(sources).toEqual([expect.stringMatching(/normal-form\.ts$/)])
    expect(
      readFileSync(new URL('../../core/base/normal-form.ts', import.meta.url), 'utf8').match(/\.normalize\(/g),
    ).toHaveLength(1)
  })

  it('T120 refuses such a text in a field of every kind of text, by name and limit', () => {
    const fields: Fields = { text: { type: 'text' }, longtext: { type: 'longtext' }, html: { type: 'html' } }
    const draft = Object.fromEntries(Object.keys(fields).map((name) => [name, `a${marks(31)}`]))
    const problems = Object.keys(fields).map((field) => ({ field, key: 'formErrors.marks', values: { max: 30 } }))
    expect(check(fields, draft)).toEqual(problems)
    expect(wrongKinds(fields, draft)).toEqual(problems)
  })
})

describe('what is too much is said before it is worked on', () => {
  it('T121 measures HTML, lists and free JSON within groups and lists', () => {
    const fields: Fields = {
      html: { type: 'html' },
      json: { type: 'json' },
      group: { type: 'group', fields: { list: { type: 'list', fields: { text: { type: 'text' } } } } },
    }
    const draft = {
      html: 'x'.repeat(LIMITS.html + 1),
      json: { k: 'x'.repeat(LIMITS.json) },
      group: { list: [{ text: 'x'.repeat(256) }, 5] },
    }
    expect(wrongKinds(fields, draft)).toEqual([
      { field: 'html', key: 'formErrors.maxLength', values: { max: LIMITS.html } },
      { field: 'json', key: 'formErrors.maxJson', values: { max: LIMITS.json } },
      { field: 'group.list.0.text', key: 'formErrors.maxLength', values: { max: 255 } },
      { field: 'group.list.1', key: 'formErrors.type' },
    ])
    expect(wrongKinds(fields, { html: 'x'.repeat(LIMITS.html), json: { k: 'x'.repeat(LIMITS.json - 8) } })).toEqual([])
  })

  it('T120 takes no number and no time zone of any length', () => {
    expect(readNumber(`${'1'.repeat(32_000)}x`, false, 90)).toEqual({ fault: 'invalid' })
    expect(readNumber('1'.repeat(101), false, 90)).toEqual({ fault: 'invalid' })
    expect(zoneNamed(`America/${'x'.repeat(60_000)}`)).toBeNull()
  })
})
