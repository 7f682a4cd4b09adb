import { expect, it } from 'vitest'
import { tsvOf } from './copy'

it('copies rows that a spreadsheet takes apart again, and no formulas', () => {
  expect(
    tsvOf([
      ['Abaeté\tMG', '=HYPERLINK("x")', '-5'],
      ['two\nlines', '@x', '+55 11'],
    ]),
  ).toBe("Abaeté MG\t'=HYPERLINK(\"x\")\t-5\ntwo lines\t'@x\t'+55 11")
})
