/** Returns the check digit of digits with these weights, by the remainder of eleven. */
function checkDigit(values: readonly number[], weights: readonly number[]): number {
  const sum = values.reduce((total, value, at) => total + value * weights[at]!, 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** Returns whether the last two values are the check digits of those before. The weights are those of the second digit. */
function isChecked(values: readonly number[], weights: readonly number[]): boolean {
  const [first, second] = values.slice(-2)
  const body = values.slice(0, -2)
  // A number of one repeated digit passes the arithmetic and is given to nobody.
  if (values.every((value) => value === values[0])) return false
  return checkDigit(body, weights.slice(1)) === first && checkDigit([...body, first], weights) === second
}

const withoutMask = (text: string): string => text.replace(/[\s./-]/g, '')

/** Returns whether a text is a CPF, the number of a person in Brazil: eleven digits of which two check the others. */
export function isCpf(text: string): boolean {
  const digits = withoutMask(text)
  return /^\d{11}$/.test(digits) && isChecked(Array.from(digits, Number), CPF_WEIGHTS)
}

/**
 * Returns whether a text is a CNPJ, the number of a company in Brazil: twelve digits or capital letters and two digits that
 * check them. A letter counts as its ASCII code minus 48, as a digit does.
 */
export function isCnpj(text: string): boolean {
  const signs = withoutMask(text).toUpperCase()
  return (
    /^[0-9A-Z]{12}\d{2}$/.test(signs) &&
    isChecked(
      Array.from(signs, (sign) => sign.charCodeAt(0) - 48),
      CNPJ_WEIGHTS,
    )
  )
}
