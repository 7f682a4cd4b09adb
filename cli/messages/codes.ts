import { words } from './words'

/** The words of `tocsin registration-codes`, beyond the noun's own. */
export const codes = words(
  {
    count: 'How many to make; prints one code a line',
    codeAndCount: 'a code of your own can be given to one only, not together with --count',
  },
  {
    count: 'Quantos criar; imprime um código por linha',
    codeAndCount: 'um código próprio só pode ser dado a um, não junto com --count',
  },
)
